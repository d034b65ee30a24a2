//! Holds every template to the house rules. A new template is held to them as soon as its file is there.

use std::collections::HashMap;
use std::path::Path;

use report::anatomy::lexicon;
use report::modality::Modality;
use report::{blank, sex};
use templates::{Template, library};

/// Words of the other modality, of contrast, and spellings that the library does not use. Each is looked for as the
/// beginning of a word, in lower case.
const MRI_WORDS: &[&str] = &[
    "signal",
    "isointens",
    "hyperintens",
    "hypointens",
    "t1",
    "t2",
    "t1w",
    "t2w",
    "stir",
    "flair",
    "adc",
    "dwi",
    "diffusion",
    "gadolinium",
    "proton",
    "gradient",
    "mr",
    "mri",
    "tesla",
    "coil",
];
const CT_WORDS: &[&str] = &[
    "attenuation",
    "hounsfield",
    "hu",
    "hyperdens",
    "hypodens",
    "isodens",
    "iodinated",
    "ct",
    "kv",
    "mas",
    "collimation",
];
const CONTRAST_WORDS: &[&str] = &[
    "enhanc",
    "opacif",
    "postcontrast",
    "gadolinium",
    "iodinated",
    "washout",
    "hyperenhanc",
];
const AMERICAN_WORDS: &[&str] = &[
    "edema",
    "hemorrh",
    "hemat",
    "esophag",
    "tumor",
    "color",
    "center",
    "gray",
    "fiber",
    "caliber",
    "ischemi",
    "anemi",
    "leuk",
    "pediatric",
    "cecum",
    "orthopedic",
    "characteriz",
    "visualiz",
    "opacifiz",
    "calcifiz",
    "celiac",
    "fecal",
    "hydroureteronephrosis.",
    "liter",
    "meter",
    "gynecolog",
    "pneumatized",
    "catheteriz",
    "symmetric ",
    "apnea",
];
/// Studies that are contrast studies by nature, or plain ones, whose name need not say so.
const CONTRAST_BY_NATURE: &[&str] = &[
    "angiography",
    "aortogram",
    "venography",
    "dynamic",
    "triple phase",
    "multiparametric",
    "urography",
    "enterography",
    "enteroclysis",
    "pituitary",
    "breast",
    "cardiac",
    "fistulogram",
];

fn each(check: impl Fn(&Template) -> Result<(), String>) {
    let faults: Vec<String> = library()
        .all()
        .iter()
        .filter_map(|template| {
            check(template)
                .err()
                .map(|fault| format!("{}: {fault}", template.id))
        })
        .collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// Every sentence of a template that ends in the report.
fn sentences(template: &Template) -> Vec<&str> {
    let findings = template.findings.iter().map(|line| line.text.as_str());
    std::iter::once(template.technique.as_str())
        .chain(findings)
        .chain(template.impression.iter().map(String::as_str))
        .collect()
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// The first word of the text that begins as one of these; a beginning of three letters or fewer is a whole word.
fn first_of(text: &str, beginnings: &[&str]) -> Option<String> {
    words(text).find(|word| {
        beginnings.iter().any(|start| {
            if start.len() <= 3 {
                word == start
            } else {
                word.starts_with(start)
            }
        })
    })
}

fn refuse(template: &Template, beginnings: &[&str], what: &str) -> Result<(), String> {
    for sentence in sentences(template) {
        if let Some(word) = first_of(sentence, beginnings) {
            return Err(format!("{what} {word:?} in {sentence:?}"));
        }
    }
    Ok(())
}

fn unique<'a, K: std::hash::Hash + Eq + std::fmt::Debug>(
    what: &str,
    key: impl Fn(&'a Template) -> K,
    templates: &'a [Template],
) {
    let mut seen: HashMap<K, &str> = HashMap::new();
    for template in templates {
        if let Some(other) = seen.insert(key(template), &template.id) {
            panic!("{} and {other} share their {what}", template.id);
        }
    }
}

#[test]
fn every_file_is_in_the_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates");
    let files: usize = ["ct", "mri"]
        .map(|folder| root.join(folder).read_dir().expect("the folder is there").count())
        .iter()
        .sum();
    assert_eq!(files, library().all().len());
}

#[test]
fn names_and_texts_are_unique() {
    let all = library().all();
    unique("name", |template| template.body_part.to_lowercase(), all);
    unique(
        "findings",
        |template| {
            template
                .findings
                .iter()
                .map(|line| &line.text)
                .collect::<Vec<_>>()
        },
        all,
    );
}

#[test]
fn the_file_name_is_the_study_name() {
    each(|template| {
        let slug: Vec<String> = words(&template.body_part).collect();
        if slug.join("-") == template.id {
            Ok(())
        } else {
            Err(format!("is called {:?}", template.body_part))
        }
    });
}

#[test]
fn the_name_says_what_the_study_is() {
    each(|template| {
        let name = template.body_part.to_lowercase();
        let starts: &[&str] = match template.modality {
            Modality::Ct => &["ct ", "hrct "],
            Modality::Mri => &["mr ", "mrcp"],
        };
        if !starts.iter().any(|start| name.starts_with(start)) {
            return Err("its name does not begin with its modality".to_owned());
        }
        let by_nature = CONTRAST_BY_NATURE.iter().any(|study| name.contains(study));
        if name.contains("contrast") != template.contrast && !(template.contrast && by_nature) {
            return Err("its name and its contrast differ".to_owned());
        }
        let named = words(&name).find_map(|word| sex::Sex::parse(&word));
        if named.is_some() && named != template.sex {
            return Err("its name and its sex differ".to_owned());
        }
        Ok(())
    });
}

#[test]
fn every_line_has_a_structure_of_the_lexicon() {
    each(|template| {
        for line in &template.findings {
            if lexicon().get(&line.anatomy).is_none() {
                return Err(format!("{:?} is not in the lexicon", line.anatomy));
            }
        }
        Ok(())
    });
}

#[test]
fn no_line_speaks_only_of_other_structures() {
    let related = |found: &str, tagged: &str| {
        let parent = |id: &str| lexicon().get(id).and_then(|structure| structure.parent.clone());
        let siblings = parent(found).is_some() && parent(found) == parent(tagged);
        siblings || lexicon().is_within(found, tagged) || lexicon().is_within(tagged, found)
    };
    each(|template| {
        let mut strays = Vec::new();
        for line in &template.findings {
            let found: Vec<String> = lexicon()
                .find(&line.text)
                .iter()
                .map(|mention| mention.structure.id.clone())
                .collect();
            if !found.is_empty() && !found.iter().any(|found| related(found, &line.anatomy)) {
                strays.push(format!(
                    "{:?} is tagged {}, the lexicon finds {found:?}",
                    line.text, line.anatomy
                ));
            }
        }
        if strays.is_empty() {
            Ok(())
        } else {
            Err(strays.join("; "))
        }
    });
}

#[test]
fn no_template_names_anatomy_of_another_sex() {
    each(|template| {
        for sentence in sentences(template) {
            for mention in lexicon().find(sentence) {
                let sexed = mention.structure.sex;
                if sexed.is_some() && sexed != template.sex {
                    return Err(format!("{} in {sentence:?}", mention.structure.id));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn no_template_speaks_of_the_other_modality() {
    each(|template| match template.modality {
        Modality::Ct => refuse(template, MRI_WORDS, "MRI word"),
        Modality::Mri => refuse(template, CT_WORDS, "CT word"),
    });
}

#[test]
fn only_contrast_studies_speak_of_enhancement() {
    each(|template| {
        if !template.contrast {
            return refuse(template, CONTRAST_WORDS, "contrast word");
        }
        let technique = template.technique.to_lowercase();
        if !technique.contains("contrast") || technique.contains("no intravenous contrast") {
            return Err("its technique does not say that contrast is given".to_owned());
        }
        let beginnings = [CONTRAST_WORDS, &["filling", "patent"]].concat();
        if template
            .findings
            .iter()
            .all(|line| first_of(&line.text, &beginnings).is_none())
        {
            return Err("no finding speaks of enhancement".to_owned());
        }
        Ok(())
    });
}

#[test]
fn spelling_is_british() {
    each(|template| refuse(template, AMERICAN_WORDS, "American spelling"));
}

#[test]
fn every_blank_is_in_the_one_notation() {
    each(|template| {
        for sentence in sentences(template) {
            let mut rest = sentence.to_owned();
            for found in blank::find(sentence) {
                rest.replace_range(found.range.clone(), &" ".repeat(found.range.len()));
                let written = &sentence[found.range];
                if written.contains('_') && written != "___" {
                    return Err(format!("{written:?} in {sentence:?}"));
                }
            }
            let strays = ["_", "[", "]", "--", "...", "…", "<", ">", "{", "}", "xx", "??"];
            if let Some(stray) = strays.iter().find(|stray| rest.contains(*stray)) {
                return Err(format!("{stray:?} in {sentence:?}"));
            }
        }
        Ok(())
    });
}

#[test]
fn every_line_is_one_sentence() {
    each(|template| {
        for line in template
            .findings
            .iter()
            .map(|line| &line.text)
            .chain(&template.impression)
        {
            let begins = line.chars().next().is_some_and(|c| c.is_uppercase() || c == '[');
            let inner = line.trim_end_matches('.');
            if !begins
                || !line.ends_with('.')
                || inner.contains(". ")
                || line.contains('\n')
                || line.contains("  ")
            {
                return Err(format!("{line:?}"));
            }
        }
        Ok(())
    });
}

#[test]
fn no_line_stands_twice() {
    each(|template| {
        let mut seen = std::collections::HashSet::new();
        match template
            .findings
            .iter()
            .find(|line| !seen.insert(line.text.to_lowercase()))
        {
            Some(line) => Err(format!("{:?}", line.text)),
            None => Ok(()),
        }
    });
}

#[test]
fn findings_and_impression_are_finished() {
    each(|template| {
        if template.findings.len() < 12 {
            return Err(format!("only {} findings", template.findings.len()));
        }
        if template.impression.is_empty() || template.impression.iter().any(|statement| statement.len() < 25)
        {
            return Err("its impression is a stub".to_owned());
        }
        let structures: std::collections::HashSet<&str> = template
            .findings
            .iter()
            .map(|line| line.anatomy.as_str())
            .collect();
        if structures.len() < 6 {
            Err("it names few structures".to_owned())
        } else {
            Ok(())
        }
    });
}

#[test]
fn the_impression_speaks_of_what_the_findings_name() {
    each(|template| {
        let found: Vec<_> = template
            .findings
            .iter()
            .filter_map(|line| lexicon().get(&line.anatomy))
            .map(|own| own.region)
            .collect();
        for statement in &template.impression {
            for mention in lexicon().find(statement) {
                if !found.contains(&mention.structure.region) {
                    return Err(format!("{} is in the impression only", mention.structure.id));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn a_technique_is_the_protocol_of_its_study() {
    each(|template| {
        let count = words(&template.technique).count();
        if count < 18 {
            Err(format!("its technique has {count} words"))
        } else {
            Ok(())
        }
    });
    // A sentence of one study's technique stands in no other study's: siblings by sex or contrast apart.
    let mut seen: HashMap<&str, &Template> = HashMap::new();
    for template in library().all() {
        for sentence in template
            .technique
            .split(". ")
            .filter(|sentence| words(sentence).count() >= 8)
        {
            if let Some(other) = seen.insert(sentence.trim_end_matches('.'), template) {
                assert_eq!(
                    study(other),
                    study(template),
                    "{} and {} share {sentence:?}",
                    other.id,
                    template.id
                );
            }
        }
    }
}

/// The study's name without sex and contrast.
fn study(template: &Template) -> String {
    let kept: Vec<String> = words(&template.body_part)
        .filter(|word| !matches!(word.as_str(), "male" | "female" | "contrast" | "plain"))
        .collect();
    kept.join(" ")
}

#[test]
fn keywords_are_complete_and_lower_case() {
    each(|template| {
        let keywords = &template.keywords;
        let mut seen = std::collections::HashSet::new();
        for keyword in keywords {
            if *keyword != keyword.to_lowercase() || keyword.trim() != keyword || !seen.insert(keyword) {
                return Err(format!("keyword {keyword:?}"));
            }
        }
        let name = template.body_part.to_lowercase();
        let has = |keyword: &str| keywords.iter().any(|own| own == keyword);
        if !has(&name) {
            return Err("its name is no keyword".to_owned());
        }
        let contrast: &[&str] = match (template.contrast, template.modality) {
            (true, _) => &["contrast", "contrast enhanced", "ce"],
            (false, Modality::Ct) if !name.starts_with("hrct") => &["plain", "non contrast", "ncct"],
            (false, _) => &[],
        };
        if let Some(missing) = contrast.iter().find(|keyword| !has(keyword)) {
            return Err(format!("keyword {missing:?} is missing"));
        }
        if keywords.len() < 8 {
            Err("few keywords".to_owned())
        } else {
            Ok(())
        }
    });
}

#[test]
fn every_template_is_found_by_its_name() {
    each(|template| {
        let first = library()
            .search(&template.body_part)
            .first()
            .map(|found| found.template.id.as_str());
        if first == Some(template.id.as_str()) {
            Ok(())
        } else {
            Err(format!("its name finds {first:?}"))
        }
    });
}

#[test]
fn the_report_text_of_every_template_is_read_back() {
    each(|template| {
        let text = template.report_text();
        let read = report::text::ReportText::parse(&text.to_string());
        let technique = read.section(report::section::SectionKind::Technique);
        let findings = read
            .section(report::section::SectionKind::Findings)
            .unwrap_or_default();
        let whole = technique == Some(template.technique.as_str())
            && findings.lines().count() == template.findings.len()
            && findings.lines().all(|line| line.starts_with("- "));
        if whole {
            Ok(())
        } else {
            Err("its report text is not read back".to_owned())
        }
    });
}
