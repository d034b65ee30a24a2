//! The rules engine: from a dictation to a report, without a network.

mod absorbed;
mod antecedent;
mod conclusion;
mod filling;
mod findings;
mod items;
mod script;
mod spoken;
mod together;
mod told;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use report::modality::Modality;
use report::section::SectionKind;
use report::sex;
use report::statement::{Origin, Statement};

use crate::comparison;
use crate::dictation::{Dictation, TemplateChoice};
use crate::error::StructuringError;
use crate::fill;
use crate::layout::{self, Member};
use crate::merge;
use crate::report_of::{Report, SetAside};
use crate::sheet::Sheet;
use findings::Placed;
use report::private::PatientText;
use report::reading::Reading;
use report::style::Style;
use report::{budget, wording};
use templates::Study;

pub use findings::hanging;
use script::Script;
use spoken::Spoken;
use told::Told;

/// The engine's name.
pub const NAME: &str = "rules";

/// Reads the knowledge and every word list of structuring, which the first report would wait for otherwise. A server calls it once when it
/// starts, beside its other work.
pub fn warm() {
    let mut lines = include_str!("../data/warm.txt").lines().map(str::to_owned);
    let study_name = lines.next();
    let written = structure(&Dictation {
        text: PatientText::new(lines.next().unwrap_or_default()),
        template: TemplateChoice::Automatic,
        study_name,
        modality: None,
        sex: None,
        previous_report: None,
        style: Style::default(),
    });
    debug_assert!(written.is_ok(), "a sentence is structured");
}

/// Structures a dictation. The only thing refused is a dictation in which there is nothing.
pub fn structure(dictation: &Dictation) -> Result<Report, StructuringError> {
    if dictation.text.is_blank() {
        return Err(StructuringError::NothingDictated);
    }
    let script = Script::of(dictation.text.expose());
    let mut spoken = script.spoken();
    let sheet = choose(dictation, &spoken);
    let together = sheet.as_ref().and_then(|sheet| sheet.used.study.as_ref());
    if let Some(study) = together.filter(|study| study.parts.len() > 1) {
        together::announce(&mut spoken, study);
    }
    // What is said again fills nothing more.
    let mut said = HashSet::new();
    let sources: Vec<fill::Source<'_>> = spoken
        .iter()
        .filter(|sentence| said.insert(sentence.text.as_str()))
        .map(|sentence| fill::Source::new(&sentence.text, &sentence.reading, sentence.span.clone()))
        .collect();
    if let Some(sheet) = &sheet {
        compare(&sources, sheet);
    }
    // Of studies that were done together a side belongs to one of them.
    let is_one = sheet.as_ref().is_none_or(|sheet| sheet.studies().is_empty());
    let study = dictation.study_name.as_deref().filter(|_| is_one);
    let of = |section: SectionKind| spoken.iter().filter(move |sentence| sentence.section == section);

    let mut statements = Vec::new();
    statements.extend(other_section(
        SectionKind::ClinicalHistory,
        of(SectionKind::ClinicalHistory),
        sheet.as_ref(),
        &sources,
        study,
    ));
    statements.extend(other_section(
        SectionKind::Technique,
        of(SectionKind::Technique),
        sheet.as_ref(),
        &sources,
        study,
    ));
    let heard: Vec<&Spoken> = of(SectionKind::Findings).collect();
    let name = sheet.as_ref().map(|sheet| sheet.used.name.as_str());
    let context = merge::context(study.or(name).unwrap_or_default());
    let told = Told::of(
        of(SectionKind::Findings)
            .chain(of(SectionKind::Impression))
            .chain(of(SectionKind::ClinicalHistory)),
        &context,
    );
    let besides: Vec<&Spoken> = of(SectionKind::ClinicalHistory)
        .chain(of(SectionKind::Technique))
        .collect();
    let before = statements.len();
    let found = findings::assemble(&heard, &told, &besides, &context, sheet.as_ref(), &sources, study);
    let mut set_aside = found.set_aside;
    let members: Vec<Member> = found.placed.iter().map(Placed::member).collect();
    statements.extend(found.placed.into_iter().map(|placed| placed.statement));
    for line in &mut set_aside {
        line.before = line.before.map(|index| index + before);
    }
    statements.extend(other_section(
        SectionKind::Comparison,
        of(SectionKind::Comparison),
        sheet.as_ref(),
        &sources,
        study,
    ));
    if let Some(previous) = dictation
        .previous_report
        .as_ref()
        .filter(|previous| !previous.is_blank())
    {
        let findings: Vec<&str> = heard.iter().map(|sentence| sentence.text.as_str()).collect();
        statements.extend(comparison::compare(&findings, previous.expose()));
    }
    let impression = items::dictated(of(SectionKind::Impression));
    if !impression.is_empty() {
        statements.extend(impression);
    } else if told.is_normal(&found.measured) {
        statements.extend(other_section(
            SectionKind::Impression,
            std::iter::empty(),
            sheet.as_ref(),
            &sources,
            study,
        ));
    } else if let Some(sheet) = sheet.as_ref().filter(|sheet| sheet.used.study.is_none()) {
        // A user's own lines are respected. Of a built-in template nothing stays: a denial alone would look like the conclusion of an
        // abnormal study, and the page offers to generate the impression only where there is none.
        statements.extend(
            conclusion::standing(sheet, &told, &context)
                .into_iter()
                .map(|line| from_template(SectionKind::Impression, line, &sources, study)),
        );
    }
    if let TemplateChoice::Custom(template) = &dictation.template {
        template.restore(&mut statements);
    }
    in_one_style(&mut statements, &mut set_aside, dictation);
    Ok(Report {
        bullets: layout::bullets(&members, dictation.style.layout),
        statements,
        template: sheet.map(|sheet| sheet.used),
        engine: NAME.to_owned(),
        fallback: None,
        flags: Vec::new(),
        repairs: Vec::new(),
        set_aside,
        taken_back: script.taken_back().to_vec(),
    })
}

/// All that is said is written as the user has it; the template follows the dictation where they have no wish.
fn in_one_style(statements: &mut [Statement], set_aside: &mut [SetAside], dictation: &Dictation) {
    let of_dictated = dictation.style;
    let of_template = of_dictated.beside(dictation.text.expose());
    for statement in statements {
        let style = match statement.origin {
            Origin::Template { .. } => of_template,
            _ => of_dictated,
        };
        statement.text = style.write(&statement.text);
    }
    for line in set_aside {
        line.text = of_template.write(&line.text);
    }
}

/// The sentences of a dictation as the report would have them.
pub fn sentences(dictation: &str) -> Vec<String> {
    let spoken = Script::of(dictation).spoken();
    spoken.into_iter().map(|sentence| sentence.text).collect()
}

/// What a dictated sentence and a line of the template cost each other at least, however short they are.
const STEPS_OF_A_PAIR: u64 = 8;
/// Of which a step reads so many. Less than what they cost: most are read more than once.
const BYTES_OF_A_STEP: u64 = 32;

/// Spends what it takes to look at each dictated sentence beside each line of the template once, however often it was said; what more is
/// read of them is paid for where it is read. A dictation and a template that are both hopelessly long end here, before anything of it is begun.
fn compare(sources: &[fill::Source<'_>], sheet: &Sheet) {
    let of_others = sheet.others.iter().flat_map(|(_, lines)| lines);
    let lines = sheet
        .units
        .iter()
        .map(|unit| &unit.text)
        .chain(of_others)
        .map(String::len);
    let sentences = sources.iter().map(|sentence| sentence.text.len());
    let count_and_bytes = |(count, bytes): (u64, u64), length: usize| (count + 1, bytes + length as u64);
    let (lines, of_template) = lines.fold((0, 0), count_and_bytes);
    let (sentences, of_dictation) = sentences.fold((0, 0), count_and_bytes);
    let read_again = sentences * of_template + lines * of_dictation;
    budget::spend(STEPS_OF_A_PAIR * sentences * lines + read_again / BYTES_OF_A_STEP);
}

/// The template that the report is filled from.
fn choose(dictation: &Dictation, spoken: &[Spoken]) -> Option<Sheet> {
    match &dictation.template {
        TemplateChoice::None => None,
        TemplateChoice::System(template) => Some(Sheet::of_study(Study::from(*template))),
        TemplateChoice::Custom(template) => Some(Sheet::of_custom(template)),
        TemplateChoice::Automatic => {
            let title = spoken
                .iter()
                .find(|sentence| sentence.title)
                .map(|sentence| sentence.text.as_str());
            let study = dictation
                .study_name
                .as_deref()
                .filter(|name| !name.trim().is_empty())
                .or(title)?;
            let sex = dictation.sex.or_else(|| sex::detect(dictation.text.expose()));
            let modality: Option<Modality> = dictation.modality;
            templates::library()
                .study(study, modality, sex)
                .map(Sheet::of_study)
        }
    }
}

/// A section other than the findings: what was dictated for it, else what the template says, its choices made.
fn other_section<'s>(
    section: SectionKind,
    dictated: impl Iterator<Item = &'s Spoken>,
    sheet: Option<&Sheet>,
    sources: &[fill::Source<'_>],
    study: Option<&str>,
) -> Vec<Statement> {
    let dictated: Vec<&Spoken> = dictated.collect();
    // A study's name says nothing of how the scan was done: the template still does.
    let only_names = dictated.iter().all(|sentence| sentence.title);
    let spans: Vec<Range<usize>> = dictated.iter().map(|sentence| sentence.span.clone()).collect();
    let mut dictated: Vec<Statement> = dictated
        .into_iter()
        .map(|sentence| Statement {
            section,
            text: sentence.text.clone(),
            origin: Origin::Dictated {
                spans: vec![sentence.span.clone()],
            },
        })
        .collect();
    let lines = sheet.map_or(&[][..], |sheet| sheet.lines(section));
    let of_template = lines
        .iter()
        .map(|line| from_template(section, line, sources, study));
    if only_names {
        dictated.extend(of_template);
        return dictated;
    }
    if section == SectionKind::Technique {
        // "80 ml of contrast was given" fills the blank of the template's technique, and does not take its place. Who tells more than
        // the template keeps their own words.
        let of_template: Vec<Statement> = of_template.collect();
        let filled = |statement: &Statement| match &statement.origin {
            Origin::Template { filled } => filled.clone(),
            _ => Vec::new(),
        };
        let filled: Vec<Range<usize>> = of_template.iter().flat_map(filled).collect();
        if spans.iter().all(|span| filled.contains(span)) && tell_no_more(&dictated, &of_template) {
            return of_template;
        }
    }
    dictated
}

/// Whether the ones say nothing that the others do not, but for a word such as "given".
fn tell_no_more(ones: &[Statement], others: &[Statement]) -> bool {
    let words = |statements: &[Statement]| -> HashSet<String> {
        let texts = statements
            .iter()
            .map(|statement| wording::content(&statement.text));
        texts.flat_map(BTreeMap::into_keys).collect()
    };
    words(ones).difference(&words(others)).count() <= 1
}

/// A template's line with what the dictation fills of it.
fn from_template(
    section: SectionKind,
    line: &str,
    sources: &[fill::Source<'_>],
    study: Option<&str>,
) -> Statement {
    let reading = Reading::of(line);
    let mut text = line.to_owned();
    let mut filled = Vec::new();
    for source in sources {
        let target = fill::Target {
            text: &text,
            reading: &reading,
        };
        if let Some(with_value) = fill::values(&[target], source).pop() {
            text = with_value.text;
            filled.push(source.span.clone());
        }
    }
    if let Some(chosen) = fill::choices(&text, &reading, sources, study) {
        text = chosen.text;
        if !chosen.span.is_empty() {
            filled.push(chosen.span);
        }
    }
    Statement {
        section,
        text,
        origin: Origin::Template { filled },
    }
}

#[cfg(test)]
mod tests;
