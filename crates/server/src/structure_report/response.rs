//! The structured report on the wire.

use std::ops::Range;

use report::section::SectionKind;
use report::statement::{Origin, Statement};
use serde::Serialize;
use structuring::gate::{Flag, FlagKind, Repair};
use structuring::{LeftOut, Report, SetAside, UsedTemplate};
use utoipa::ToSchema;

use crate::utf16::Utf16Offsets;

/// A structured report: its sections as text, and where each statement came from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StructureReportResponse {
    clinical_history: String,
    technique: String,
    /// A `- ` line an organ group or a statement, as the user's report style has it; the name of a study stands on a line of its own.
    findings: String,
    /// Absent when nothing was compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<String>,
    /// Numbered lines; empty when it is still to be generated.
    impression: String,
    /// Every statement in report order.
    pub statements: Vec<StatementBody>,
    /// What does not agree with what was dictated: those of the statements, and what was lost altogether.
    flags: Vec<FlagBody>,
    /// What was put right in what a language model wrote.
    repairs: Vec<RepairBody>,
    /// The lines of the template's findings that were left out beside the dictation, in the order of the template.
    set_aside: Vec<SetAsideBody>,
    /// What of the dictation was taken back, corrected or said to others, with the words that did it, in order.
    taken_back: Vec<String>,
    engine: EngineBody,
    /// The template the report was filled from.
    #[schema(required = true)]
    template: Option<TemplateBody>,
}

/// Something that does not agree with what was dictated.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = ConservationFlag)]
pub struct FlagBody {
    kind: FlagKindBody,
    /// A sentence for the radiologist.
    message: String,
    /// The sentence concerned: of the report, or for what was lost of the dictation in its written form.
    text: String,
    /// The section in which it stands, or for which it was dictated; null when that was not said.
    #[schema(required = true)]
    section: Option<SectionBody>,
    /// The index of the statement concerned; null for what was lost altogether.
    #[schema(required = true)]
    statement: Option<usize>,
    /// Where it was dictated, in UTF-16 code units of the text that was sent; null for what was not.
    #[schema(required = true)]
    dictated: Option<SpanBody>,
}

/// What was put right in what a language model wrote.
#[derive(Serialize, ToSchema)]
#[schema(as = ConservationRepair)]
pub struct RepairBody {
    /// The index of the statement that was put right or put back; null for one that was taken out.
    #[schema(required = true)]
    statement: Option<usize>,
    /// A sentence for the radiologist.
    message: String,
}

/// A line of the template that was left out.
#[derive(Serialize, ToSchema)]
#[schema(as = SetAsideLine)]
pub struct SetAsideBody {
    /// As it would stand.
    text: String,
    reason: LeftOutBody,
    /// The dictated sentence that decided it; null when it was none.
    #[schema(required = true)]
    because: Option<String>,
    /// The index of the statement before which it would stand; null for the end of the findings.
    #[schema(required = true)]
    before: Option<usize>,
}

/// Why a line of the template was left out.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LeftOutReason)]
pub enum LeftOutBody {
    /// The dictation makes it false.
    Contradicted,
    /// The dictation says it.
    Said,
    /// It may be false.
    Doubtful,
}

/// What happened to a statement.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ConservationFlagKind)]
pub enum FlagKindBody {
    /// Dictated and not in the report.
    Lost,
    /// In the report otherwise than dictated.
    Changed,
    /// In the report, neither dictated nor in the template.
    Invented,
}

/// A statement and where it came from.
#[derive(Serialize, ToSchema)]
pub struct StatementBody {
    section: SectionBody,
    text: String,
    origin: OriginBody,
    /// The stretches of the dictation that it was made from, in UTF-16 code units of the text that was sent.
    spans: Vec<SpanBody>,
    /// What does not agree with what was dictated.
    flags: Vec<StatementFlagBody>,
}

/// What does not agree with what was dictated, of one statement.
#[derive(Serialize, ToSchema)]
#[schema(as = StatementFlag)]
pub struct StatementFlagBody {
    kind: FlagKindBody,
    /// A sentence for the radiologist.
    message: String,
}

/// A section of a report.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportSection)]
pub enum SectionBody {
    /// Why the study was asked for.
    ClinicalHistory,
    /// How the scan was done.
    Technique,
    /// What is seen.
    Findings,
    /// What has changed.
    Comparison,
    /// What it means.
    Impression,
}

/// Where a statement came from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StatementOrigin)]
pub enum OriginBody {
    /// It was spoken.
    Dictated,
    /// It stands in the template; its spans are what filled its blanks.
    Template,
    /// It follows from other statements of the report.
    Derived,
    /// It stands in the previous report.
    Previous,
}

/// A stretch of the dictation.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = StatementSpan)]
pub struct SpanBody {
    start: usize,
    end: usize,
}

/// The engine that wrote a text.
#[derive(Serialize, ToSchema)]
#[schema(as = ReportEngine)]
pub struct EngineBody {
    name: String,
    /// A sentence for the radiologist when the language model should have written it and did not; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl EngineBody {
    /// The engine of this name, and why it was not the language model.
    pub fn new(name: String, note: Option<String>) -> Self {
        Self { name, note }
    }
}

/// The template the report was filled from.
#[derive(Serialize, ToSchema)]
#[schema(as = ReportTemplate)]
pub struct TemplateBody {
    /// Null for the user's own, and where several were used.
    #[schema(required = true)]
    id: Option<String>,
    /// Of the built-in templates used: several for studies that were done together, or when the sex on which one depends is not known.
    ids: Vec<String>,
    name: String,
}

impl From<&UsedTemplate> for TemplateBody {
    fn from(used: &UsedTemplate) -> Self {
        let ids: Vec<String> = used.ids().into_iter().map(str::to_owned).collect();
        Self {
            id: ids.first().filter(|_| ids.len() == 1).cloned(),
            ids,
            name: used.name.clone(),
        }
    }
}

impl StructureReportResponse {
    /// The report of a dictation, which is needed to count its spans as browsers count.
    pub fn new(report: &Report, dictation: &str) -> Self {
        let offsets = Utf16Offsets::of(dictation);
        let comparison = report.section(SectionKind::Comparison);
        let flags: Vec<FlagBody> = report
            .flags
            .iter()
            .map(|flag| FlagBody::new(flag, &offsets))
            .collect();
        Self {
            clinical_history: report.section(SectionKind::ClinicalHistory),
            technique: report.section(SectionKind::Technique),
            findings: report.section(SectionKind::Findings),
            comparison: (!comparison.is_empty()).then_some(comparison),
            impression: report.section(SectionKind::Impression),
            statements: report
                .statements
                .iter()
                .zip(flags_by_statement(report.statements.len(), &flags))
                .map(|(statement, flags)| StatementBody::new(statement, &offsets, flags))
                .collect(),
            flags,
            repairs: report.repairs.iter().map(RepairBody::from).collect(),
            set_aside: report.set_aside.iter().map(SetAsideBody::from).collect(),
            taken_back: report
                .taken_back
                .iter()
                .map(|bytes| dictation[bytes.clone()].to_owned())
                .collect(),
            engine: EngineBody::new(report.engine.clone(), report.note()),
            template: report.template.as_ref().map(TemplateBody::from),
        }
    }
}

impl StatementBody {
    fn new(statement: &Statement, offsets: &Utf16Offsets, flags: Vec<StatementFlagBody>) -> Self {
        let (origin, spans) = match &statement.origin {
            Origin::Dictated { spans } => (OriginBody::Dictated, spans.as_slice()),
            Origin::Template { filled } => (OriginBody::Template, filled.as_slice()),
            Origin::Derived { .. } => (OriginBody::Derived, [].as_slice()),
            Origin::Previous => (OriginBody::Previous, [].as_slice()),
        };
        Self {
            section: statement.section.into(),
            text: statement.text.clone(),
            origin,
            spans: spans.iter().map(|span| SpanBody::new(span, offsets)).collect(),
            flags,
        }
    }
}

/// The flags of each statement. A long text may have as many flags as statements, so they are gone through once.
fn flags_by_statement(statements: usize, flags: &[FlagBody]) -> Vec<Vec<StatementFlagBody>> {
    let mut by_statement: Vec<Vec<StatementFlagBody>> = Vec::new();
    by_statement.resize_with(statements, Vec::new);
    for flag in flags {
        if let Some(of_statement) = flag.statement.and_then(|index| by_statement.get_mut(index)) {
            of_statement.push(StatementFlagBody {
                kind: flag.kind,
                message: flag.message.clone(),
            });
        }
    }
    by_statement
}

impl SpanBody {
    /// A range of bytes of the text that the offsets are of.
    pub fn new(span: &Range<usize>, offsets: &Utf16Offsets) -> Self {
        Self {
            start: offsets.at(span.start),
            end: offsets.at(span.end),
        }
    }
}

impl From<&SetAside> for SetAsideBody {
    fn from(line: &SetAside) -> Self {
        Self {
            text: line.text.clone(),
            reason: match line.reason {
                LeftOut::Contradicted => LeftOutBody::Contradicted,
                LeftOut::Said => LeftOutBody::Said,
                LeftOut::Doubtful => LeftOutBody::Doubtful,
            },
            because: line.because.clone(),
            before: line.before,
        }
    }
}

impl From<&Repair> for RepairBody {
    fn from(repair: &Repair) -> Self {
        Self {
            statement: repair.statement,
            message: repair.message.clone(),
        }
    }
}

impl FlagBody {
    /// A flag of a report; `offsets` are those of its dictation.
    pub fn new(flag: &Flag, offsets: &Utf16Offsets) -> Self {
        Self {
            dictated: flag.dictated.as_ref().map(|span| SpanBody::new(span, offsets)),
            ..Self::without_place(flag)
        }
    }

    /// A flag of a text that was not made from a dictation.
    pub fn without_place(flag: &Flag) -> Self {
        Self {
            kind: match flag.kind {
                FlagKind::Lost => FlagKindBody::Lost,
                FlagKind::Changed => FlagKindBody::Changed,
                FlagKind::Invented => FlagKindBody::Invented,
            },
            message: flag.message.clone(),
            text: flag.text.clone(),
            section: flag.section.map(SectionBody::from),
            statement: flag.statement,
            dictated: None,
        }
    }
}

impl From<SectionKind> for SectionBody {
    fn from(section: SectionKind) -> Self {
        match section {
            SectionKind::ClinicalHistory => Self::ClinicalHistory,
            SectionKind::Technique => Self::Technique,
            SectionKind::Findings => Self::Findings,
            SectionKind::Comparison => Self::Comparison,
            SectionKind::Impression => Self::Impression,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn flag(statement: Option<usize>, message: &str) -> FlagBody {
        FlagBody::without_place(&Flag {
            kind: FlagKind::Changed,
            text: String::new(),
            section: None,
            statement,
            dictated: None,
            message: message.to_owned(),
        })
    }

    #[test]
    fn each_statement_has_its_flags_in_their_order() {
        let flags = [
            flag(Some(2), "a"),
            flag(None, "b"),
            flag(Some(0), "c"),
            flag(Some(2), "d"),
            flag(Some(3), "e"),
        ];
        let messages = |flags: &Vec<StatementFlagBody>| -> String {
            flags.iter().map(|flag| flag.message.as_str()).collect()
        };
        let told: Vec<_> = flags_by_statement(3, &flags).iter().map(messages).collect();
        assert_eq!(told, ["c", "", "ad"]);
    }

    #[test]
    fn as_many_flags_as_statements_are_told_in_no_time() {
        // Looking through all flags for each statement would take minutes.
        let most = 200_000;
        let flags: Vec<_> = (0..most).rev().map(|index| flag(Some(index), "x")).collect();
        let begun = Instant::now();
        let told = flags_by_statement(most, &flags);
        assert!(told.iter().all(|flags| flags.len() == 1));
        assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    }
}
