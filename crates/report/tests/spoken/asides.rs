//! What is said to others goes; what is said of the patient, or to the referring doctor, stays.

use report::spoken::{LiveText, write, write_stretches};

use crate::check;

#[test]
fn what_is_said_to_others_is_no_part_of_the_report() {
    check(&[
        (
            "Appendix is 11 mm. Sister, next patient ko bhejo. No free fluid.",
            "Appendix is 11 mm. No free fluid.",
        ),
        (
            "spleen normal sister next patient ko bhejo both kidneys normal",
            "Spleen normal both kidneys normal",
        ),
        (
            "Normal pons. Is there anyone still waiting out there? Normal midbrain.",
            "Normal pons. Normal midbrain.",
        ),
        (
            "4 mm in the lobe. Yes, come in, I'm almost finished. There is no midline shift.",
            "4 mm in the lobe. There is no midline shift.",
        ),
        (
            "Normal pons. Can somebody answer that phone please? Normal midbrain.",
            "Normal pons. Normal midbrain.",
        ),
        (
            "no free fluid can someone shut the door please bladder is normal",
            "No free fluid bladder is normal",
        ),
        (
            "talus intact hang on nurse tell resus i'm coming navicular intact",
            "Talus intact navicular intact",
        ),
        (
            "Technician please repeat the coronal PD fat sat for this patient. Menisci are intact.",
            "Menisci are intact.",
        ),
        (
            "Moira, can you check whether the theatre list has changed? Cervix is normal.",
            "Cervix is normal.",
        ),
        ("No endoleak. Okay Priya, next one please.", "No endoleak."),
        (
            "Secretary, please mark this one urgent and copy to the stroke coordinator.",
            "",
        ),
        (
            "ERCP is recommended, and could you send this one through to Dr Patel's secretary as well, thanks.",
            "ERCP is recommended.",
        ),
        (
            "Thank you for referring this pleasant gentleman. Mild fatty liver.",
            "Mild fatty liver.",
        ),
        (
            "yes put him on the table I am coming. No pneumothorax.",
            "No pneumothorax.",
        ),
        (
            "Is that the film from last week, okay leave it there. Sella is normal.",
            "Sella is normal.",
        ),
        (
            "No I have not seen the blood results yet, call them back. No aneurysm.",
            "No aneurysm.",
        ),
        (
            "calculus in the left ureter tell them i'll call back in ten minutes the prostate is enlarged",
            "Calculus in the left ureter the prostate is enlarged",
        ),
        (
            "mild pleural effusion can you call the surgeon full stop liver normal full stop",
            "Mild pleural effusion. Liver normal.",
        ),
        (
            "Spleen is normal. Hang on, let me scroll up. Splenic vein is patent.",
            "Spleen is normal. Splenic vein is patent.",
        ),
        (
            "disc normal full stop sister please ask the relatives to wait outside full stop conus normal full stop",
            "Disc normal. Conus normal.",
        ),
    ]);
}

/// Traps: every row comes out as it went in.
#[test]
fn what_is_said_of_the_patient_or_to_the_referring_doctor_stays() {
    let kept = [
        "Please correlate clinically.",
        "Can you please correlate with liver function tests.",
        "Discussed with Dr Menon at 04:10.",
        "Phoned to the surgical registrar at 04:30.",
        "The findings were told to the nurse in charge.",
        "Recommend MRI, and please compare with the prior study.",
        "Would you consider biopsy of the lesion?",
        "Sister Mary Joseph nodule at the umbilicus.",
        "Her sister has breast cancer.",
        "41-year-old nurse with back pain after lifting a patient.",
        "The two masses are difficult to tell them apart.",
        "Hold on warfarin is advised.",
        "Could represent a metastasis.",
        "Can be followed in 6 months.",
        "Technician reported motion during the scan.",
        "Copy number loss of 1p.",
        "Thank you for referring this patient with a liver mass.",
        "Patient was put on the table in the prone position.",
        "Images at 1 minute and 5 minutes show washout.",
        "The next patient visit should include an MRI.",
        "Impression, no acute finding.",
        "I have not seen the prior films.",
    ];
    let rows: Vec<(&str, &str)> = kept.iter().map(|said| (*said, *said)).collect();
    check(&rows);
}

/// A pause ends what is said to others, and live it is not seen at all.
#[test]
fn what_is_said_to_others_ends_with_its_stretch() {
    let said = "no mass can you call the ward no cyst";
    let written = write_stretches(said, &[0, said.find("no cyst").unwrap_or_default()]);
    assert_eq!(written.text, "No mass no cyst");
    let mut live = LiveText::default();
    for stretch in ["no mass", "sister next patient please", "no cyst"] {
        assert_eq!(live.stretch(stretch), None);
    }
    assert_eq!(live.committed(), "No mass no cyst");
}

/// Every word of an aside that goes is said to others: no finding, however it stands beside one, goes with it.
#[test]
fn a_finding_beside_an_aside_stays() {
    let asides = [
        "can you call the surgeon",
        "sister please wait outside",
        "tell them i'll call back",
        "let me scroll down",
        "thank you for referring this lady",
        "next patient please",
    ];
    let findings = [
        "subdural haematoma",
        "a 4 mm calculus",
        "no pleural effusion",
        "the left kidney is absent",
        "free gas under the diaphragm",
        "fracture of L2",
        "schistosomal plaques",
    ];
    for aside in asides {
        for finding in findings {
            let said = format!("{finding} {aside} {finding} full stop {aside} {finding}");
            let text = write(&said).text.to_lowercase();
            let count = text.matches(&finding.to_lowercase()).count();
            assert_eq!(count, 3, "{said}: {text}");
        }
    }
}
