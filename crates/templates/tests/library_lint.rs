//! Holds every template to the house rules: names, keywords, protocols. A new template is held to them as soon as its
//! file is there; `library_language.rs` holds its sentences.

mod common;

use std::collections::HashMap;
use std::path::Path;

use common::{each, words};
use report::modality::Modality;
use report::sex;
use templates::{Template, library};

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

#[test]
fn the_library_holds_what_the_pages_promise() {
    let of = |modality| {
        library()
            .all()
            .iter()
            .filter(|template| template.modality == modality)
            .count()
    };
    assert_eq!((of(Modality::Ct), of(Modality::Mri)), (69, 84));
}
