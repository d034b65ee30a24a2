//! The structured report on the wire.

use report::section::SectionKind;
use report::statement::{Origin, Statement};
use serde::Serialize;
use structuring::Report;
use utoipa::ToSchema;

use super::utf16::Utf16Offsets;

/// A structured report: its sections as text, and where each statement came from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StructureReportResponse {
    clinical_history: String,
    technique: String,
    /// A `- ` line a statement.
    findings: String,
    /// Absent when nothing was compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<String>,
    /// Numbered lines; empty when it is still to be generated.
    impression: String,
    /// Every statement in report order.
    pub statements: Vec<StatementBody>,
    engine: EngineBody,
    /// The template the report was filled from.
    #[schema(required = true)]
    template: Option<TemplateBody>,
}

/// A statement and where it came from.
#[derive(Serialize, ToSchema)]
pub struct StatementBody {
    section: SectionBody,
    text: String,
    origin: OriginBody,
    /// The stretches of the dictation that it was made from, in UTF-16 code units of the text that was sent.
    spans: Vec<SpanBody>,
    /// What a reader should look at; none yet.
    flags: Vec<String>,
}

/// A section of a report.
#[derive(Serialize, ToSchema)]
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
#[derive(Serialize, ToSchema)]
#[schema(as = StatementSpan)]
pub struct SpanBody {
    start: usize,
    end: usize,
}

/// The engine that made the report.
#[derive(Serialize, ToSchema)]
#[schema(as = ReportEngine)]
pub struct EngineBody {
    name: &'static str,
}

/// The template the report was filled from.
#[derive(Serialize, ToSchema)]
#[schema(as = ReportTemplate)]
pub struct TemplateBody {
    /// Null for the user's own.
    #[schema(required = true)]
    id: Option<String>,
    name: String,
}

impl StructureReportResponse {
    /// The report of a dictation, which is needed to count its spans as browsers count.
    pub fn new(report: &Report, dictation: &str) -> Self {
        let offsets = Utf16Offsets::of(dictation);
        let comparison = report.section(SectionKind::Comparison);
        Self {
            clinical_history: report.section(SectionKind::ClinicalHistory),
            technique: report.section(SectionKind::Technique),
            findings: report.section(SectionKind::Findings),
            comparison: (!comparison.is_empty()).then_some(comparison),
            impression: report.section(SectionKind::Impression),
            statements: report
                .statements
                .iter()
                .map(|statement| StatementBody::new(statement, &offsets))
                .collect(),
            engine: EngineBody { name: report.engine },
            template: report.template.as_ref().map(|template| TemplateBody {
                id: template.id.clone(),
                name: template.name.clone(),
            }),
        }
    }
}

impl StatementBody {
    fn new(statement: &Statement, offsets: &Utf16Offsets) -> Self {
        let (origin, spans) = match &statement.origin {
            Origin::Dictated { spans } => (OriginBody::Dictated, spans.as_slice()),
            Origin::Template { filled } => (OriginBody::Template, filled.as_slice()),
            Origin::Derived { .. } => (OriginBody::Derived, [].as_slice()),
            Origin::Previous => (OriginBody::Previous, [].as_slice()),
        };
        let span = |span: &std::ops::Range<usize>| SpanBody {
            start: offsets.at(span.start),
            end: offsets.at(span.end),
        };
        Self {
            section: statement.section.into(),
            text: statement.text.clone(),
            origin,
            spans: spans.iter().map(span).collect(),
            flags: Vec::new(),
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
