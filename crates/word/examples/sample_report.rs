//! Writes a sample report into a file:
//! `cargo run -p word --example sample_report -- out.docx [signature.png [logo.png]] [--long]`.

use std::{env, fs, io};

use report::text::ReportText;
use word::{Document, Image, Letterhead, Patient, Signature};

const REPORT: &str = "CLINICAL HISTORY:\nAbdominal pain and weight loss for 3 months.\n\n\
    TECHNIQUE:\nMultidetector CT of the abdomen and pelvis after oral and intravenous contrast, portal venous phase.\n\n\
    FINDINGS:\nCT ABDOMEN:\n\
    - Liver: normal in size and attenuation. A 12 x 9 mm cyst in segment VII.\n\
    - Gallbladder: two calculi, the largest measuring 8 mm; no wall thickening.\n\
    - Pancreas, spleen and adrenals are normal.\n\
    - Right kidney: a 5 mm calculus in the lower pole, without hydronephrosis. The left kidney is normal in size, position and enhancement, with prompt excretion of contrast.\n\
    CT PELVIS:\n\
    - Urinary bladder is well distended, with a smooth wall.\n\
\x20 - No filling defect.\n\
    - Uterus and both ovaries are normal for age.\n\
    - No free fluid. No enlarged lymph nodes; the largest measures < 5 mm & is oval.\n\n\
    COMPARISON:\nCT of 12 March 2026: the liver cyst measured 10 x 8 mm (+20 %).\n\n\
    IMPRESSION:\n1. Cholelithiasis without cholecystitis.\n2. 5 mm right renal calculus without hydronephrosis.\n3. Simple cyst in segment VII of the liver, 12 x 9 mm; it was 10 x 8 mm.\n";

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let files: Vec<&String> = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let output = files
        .first()
        .ok_or_else(|| io::Error::other("name the file to write"))?;
    let read = |path: &&String| Image::read(fs::read(path)?).map_err(io::Error::other);
    let image = files.get(1).map(read).transpose()?;
    let letterhead = files.get(2).map(read).transpose()?.map(|logo| Letterhead {
        logo: Some(logo),
        institution: Some("City Imaging Centre".to_owned()),
        address: [
            "12 High Street, Shivajinagar, Pune 411005",
            "Telephone +91 20 5550 1234  |  reports@cityimaging.example",
        ]
        .map(str::to_owned)
        .to_vec(),
        footer: vec!["This report is not valid for medico-legal purposes.".to_owned()],
    });
    let is_long = arguments.iter().any(|argument| argument == "--long");
    let report = if is_long {
        REPORT.repeat(4)
    } else {
        REPORT.to_owned()
    };

    let document = Document {
        study_name: "CT Abdomen Pelvis Female Contrast".to_owned(),
        patient: Patient {
            id: Some("MRN-00123".to_owned()),
            name: Some("Asha Rao".to_owned()),
            study_date: Some("2026-11-20".to_owned()),
            sex: Some("F".to_owned()),
            age: Some("54 Y".to_owned()),
            accession_number: letterhead.as_ref().map(|_| "ACC-2026-1187".to_owned()),
            referring_doctor: letterhead.as_ref().map(|_| "Dr P. Shah".to_owned()),
        },
        report: ReportText::parse(&report),
        signature: Some(Signature {
            image,
            lines: [
                "Dr S. Iyer, MD",
                "Consultant Radiologist",
                "Department of Radiology",
                "City Imaging Centre",
            ]
            .map(str::to_owned)
            .to_vec(),
        }),
        letterhead,
    };
    fs::write(output, word::write(&document).map_err(io::Error::other)?)
}
