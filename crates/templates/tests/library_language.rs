//! Holds the sentences of every template to the house rules: structures, sex, modality, contrast, spelling, blanks.

mod common;

use common::{each, words};
use report::anatomy::lexicon;
use report::blank;
use report::modality::Modality;
use templates::Template;

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
/// Every sentence of a template that ends in the report.
fn sentences(template: &Template) -> Vec<&str> {
    let findings = template.findings.iter().map(|line| line.text.as_str());
    std::iter::once(template.technique.as_str())
        .chain(findings)
        .chain(template.impression.iter().map(String::as_str))
        .collect()
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
fn a_measurement_stands_beside_no_claim() {
    // "Normal in calibre, measuring ___ mm" would call a dilated vessel normal once its width is filled in.
    each(|template| {
        let claims = [
            "normal", "adequate", "dilated", "patent", "intact", "uniform", "no", "not",
        ];
        let claim = |text: &str| words(text).any(|word| claims.contains(&word.as_str()));
        match template
            .findings
            .iter()
            .find(|line| line.text.contains("___") && claim(&line.text))
        {
            Some(line) => Err(format!("{:?}", line.text)),
            None => Ok(()),
        }
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
