//! `readout export`: a report to a Word file.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use report::text::ReportText;
use word::{Document, Image, Patient, Signature};

use text_commands::jsonl;

/// Whose report it is, and where the file goes.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The Word file to write; `-` is standard output.
    #[arg(value_name = "FILE.docx")]
    output: PathBuf,
    /// The title.
    #[arg(long, default_value = "RADIOLOGY REPORT")]
    study_name: String,
    /// Patient ID.
    #[arg(long)]
    patient_id: Option<String>,
    /// Patient name.
    #[arg(long)]
    patient_name: Option<String>,
    /// Study date; an ISO date is written as `20 Nov 2026`.
    #[arg(long)]
    study_date: Option<String>,
    /// The patient's sex, as it is to be written.
    #[arg(long)]
    sex: Option<String>,
    /// The patient's age, as it is to be written.
    #[arg(long)]
    age: Option<String>,
    #[arg(long)]
    accession_number: Option<String>,
    #[arg(long)]
    referring_doctor: Option<String>,
    /// A PNG or JPEG picture of the signature.
    #[arg(long, value_name = "IMAGE")]
    signature_image: Option<PathBuf>,
    /// A line under the report, such as a name or a department; may be given several times.
    #[arg(long, value_name = "LINE")]
    signature_line: Vec<String>,
}

/// Writes the file of the report on standard input.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let text = jsonl::read_text()?;
    anyhow::ensure!(!text.trim().is_empty(), "there is no report on standard input");
    let document = Document {
        study_name: arguments.study_name.clone(),
        patient: Patient {
            id: arguments.patient_id.clone(),
            name: arguments.patient_name.clone(),
            study_date: arguments.study_date.clone(),
            sex: arguments.sex.clone(),
            age: arguments.age.clone(),
            accession_number: arguments.accession_number.clone(),
            referring_doctor: arguments.referring_doctor.clone(),
        },
        report: ReportText::parse(&text),
        signature: signature(arguments)?,
        ..Document::default()
    };
    let file = word::write(&document)?;
    if arguments.output.as_os_str() == "-" {
        return Ok(std::io::stdout().lock().write_all(&file)?);
    }
    std::fs::write(&arguments.output, file)
        .with_context(|| format!("{} cannot be written", arguments.output.display()))
}

fn signature(arguments: &Arguments) -> anyhow::Result<Option<Signature>> {
    let image = match &arguments.signature_image {
        Some(path) => {
            let bytes = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
            Some(Image::read(bytes).with_context(|| path.display().to_string())?)
        }
        None => None,
    };
    let lines = arguments.signature_line.clone();
    Ok((image.is_some() || !lines.is_empty()).then_some(Signature { image, lines }))
}
