//! Writes a report with a signature again and again: `bench_export REPORT SIGNATURE COUNT OUT.docx`. Prints
//! milliseconds, one a line; the picture is read every time, as for a request.

use std::{
    env, fs,
    io::{self, Write},
    time::Instant,
};

use report::text::ReportText;
use word::{Document, Image, Patient, Signature};

fn write(report: &str, signature: &[u8]) -> io::Result<Vec<u8>> {
    let image = Image::read(signature.to_vec()).map_err(io::Error::other)?;
    let lines = [
        "Dr S. Iyer, MD",
        "Consultant Radiologist",
        "Department of Radiology",
        "City Imaging Centre",
    ];
    let document = Document {
        study_name: "CT Abdomen Pelvis Female Contrast".to_owned(),
        patient: Patient {
            id: Some("MRN-00123".to_owned()),
            name: Some("Asha Rao".to_owned()),
            study_date: Some("2026-11-20".to_owned()),
            sex: Some("F".to_owned()),
            age: Some("54 Y".to_owned()),
            ..Patient::default()
        },
        report: ReportText::parse(report),
        signature: Some(Signature {
            image: Some(image),
            lines: lines.map(str::to_owned).to_vec(),
        }),
        ..Document::default()
    };
    word::write(&document).map_err(io::Error::other)
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [report, signature, count, output] = arguments.as_slice() else {
        return Err(io::Error::other(
            "usage: bench_export REPORT SIGNATURE COUNT OUT.docx",
        ));
    };
    let (report, signature) = (fs::read_to_string(report)?, fs::read(signature)?);
    let mut bytes = write(&report, &signature)?;
    let mut out = io::stdout().lock();
    for _ in 0..count.parse().map_err(io::Error::other)? {
        let start = Instant::now();
        bytes = write(&report, &signature)?;
        writeln!(out, "{:.4}", start.elapsed().as_secs_f64() * 1_000.0)?;
    }
    fs::write(output, bytes)
}
