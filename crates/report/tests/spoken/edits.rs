use report::spoken::{last_sentence, write_stretches};

use crate::check;

#[test]
fn takes_back_a_sentence() {
    check(&[
        (
            "lungs are clear full stop scratch that there is consolidation full stop",
            "There is consolidation.",
        ),
        (
            "no fracture strike that fracture of the left fifth rib full stop",
            "Fracture of the left 5th rib.",
        ),
        (
            "the brain is normal full stop the liver is delete last sentence the liver is enlarged full stop",
            "The brain is normal. The liver is enlarged.",
        ),
        ("the brain is normal full stop delete that", ""),
        (
            "heart is normal full stop lungs are normal full stop delete the last sentence lungs are clear full stop",
            "Heart is normal. Lungs are clear.",
        ),
        (
            "Lungs are clear. Scratch that. There is consolidation.",
            "There is consolidation.",
        ),
        (
            "mild large delete last word small effusion",
            "Mild small effusion",
        ),
    ]);
}

#[test]
fn corrects_what_was_said() {
    check(&[
        (
            "left ovary sorry right ovary is normal full stop",
            "Right ovary is normal.",
        ),
        ("seven mm no i mean nine mm nodule", "9 mm nodule"),
        (
            "measuring four centimeters make that four millimeters full stop",
            "Measuring 4 mm.",
        ),
        (
            "mild hydronephrosis sorry moderate hydronephrosis is seen full stop",
            "Moderate hydronephrosis is seen.",
        ),
        (
            "mild correction moderate canal stenosis",
            "Moderate canal stenosis",
        ),
        (
            "in the right upper lobe correction left upper lobe",
            "In the left upper lobe",
        ),
        ("l four l five sorry l five s one disc bulge", "L5-S1 disc bulge"),
        ("twelve mm actually fifteen mm nodule", "15 mm nodule"),
        ("the lesion is actually larger", "The lesion is actually larger"),
        ("effusion is rather large", "Effusion is rather large"),
        (
            "no pleural effusion correction minimal right pleural effusion full stop",
            "Minimal right pleural effusion.",
        ),
        (
            "small left effusion sorry moderate right effusion",
            "Moderate right effusion",
        ),
        ("at l three sorry l four level", "At L4 level"),
        (
            "a lesion in the liver sorry spleen full stop",
            "A lesion in the spleen.",
        ),
        (
            "grade one sorry grade two anterolisthesis",
            "Grade 2 anterolisthesis",
        ),
        (
            "the left kidney, sorry, the right kidney is normal.",
            "The right kidney is normal.",
        ),
        ("two to three mm sorry four to five mm", "4 to 5 mm"),
        (
            "seven mm and five mm nodules sorry eight mm and five mm nodules",
            "8 mm and 5 mm nodules",
        ),
        (
            "fracture of the third rib sorry fourth rib",
            "Fracture of the 4th rib",
        ),
    ]);
}

#[test]
fn a_short_correction_changes_only_what_it_names() {
    check(&[
        (
            "left kidney shows a calculus correction right full stop",
            "Right kidney shows a calculus.",
        ),
        (
            "a seven mm nodule in the right upper lobe correction nine mm full stop",
            "A 9 mm nodule in the right upper lobe.",
        ),
        (
            "there is a nodule in the right upper lobe scratch that left upper lobe full stop",
            "There is a nodule in the left upper lobe.",
        ),
    ]);
}

#[test]
fn an_edit_that_would_lose_words_stays_to_be_seen() {
    check(&[
        (
            "left kidney shows a five mm calculus in the lower pole sorry right ureter full stop",
            "Left kidney shows a 5 mm calculus in the lower pole sorry right ureter.",
        ),
        (
            "there is a nodule sorry in the right upper lobe",
            "There is a nodule sorry in the right upper lobe",
        ),
        ("scratch that", "Scratch that"),
    ]);
}

#[test]
fn correction_is_also_a_word() {
    check(&[
        ("after attenuation correction", "After attenuation correction"),
        (
            "status post correction of scoliosis",
            "Status post correction of scoliosis",
        ),
        ("motion correction was applied", "Motion correction was applied"),
    ]);
}

#[test]
fn fillers_are_left_out() {
    check(&[
        (
            "uh the pancreas um is normal full stop",
            "The pancreas is normal.",
        ),
        ("er positive carcinoma", "ER positive carcinoma"),
        ("the erm liver is normal", "The liver is normal"),
    ]);
}

#[test]
fn numbers_dates_and_items() {
    check(&[
        ("twelve sorry fourteen millimetres", "14 mm"),
        ("seven mm no nine mm", "9 mm"),
        ("right, no, left kidney", "Left kidney"),
        ("no, the lesion is benign", "No, the lesion is benign"),
        (
            "on twelfth march sorry thirteenth march twenty twenty four",
            "On 13 March 2024",
        ),
        (
            "impression number one mass number two cyst scratch that number two nodule",
            "Impression\n1. Mass\n2. Nodule",
        ),
        ("scratch that no fracture full stop", "No fracture."),
    ]);
}

#[test]
fn a_correction_of_the_sentence_before() {
    check(&[
        (
            "spleen is enlarged full stop correction spleen is normal full stop",
            "Spleen is normal.",
        ),
        (
            "the right kidney is small full stop correction the left kidney is small full stop",
            "The left kidney is small.",
        ),
        (
            "the right kidney is small and cystic full stop correction the left kidney full stop",
            "The left kidney is small and cystic.",
        ),
        (
            "spleen measures ten cm full stop sorry eleven cm full stop",
            "Spleen measures 11 cm.",
        ),
        (
            "right lower lobe. Correction, left lower lobe.",
            "Left lower lobe.",
        ),
        (
            "the spleen is normal full stop correction of scoliosis full stop",
            "The spleen is normal. Correction of scoliosis.",
        ),
    ]);
}

#[test]
fn requests_about_things_are_no_edits() {
    check(&[
        ("please remove that catheter", "Please remove that catheter"),
        ("to ignore that lesion", "To ignore that lesion"),
        ("the lesion should be followed", "The lesion should be followed"),
    ]);
}

#[test]
fn a_correction_that_comes_back_takes_the_first_word_back_too() {
    check(&[
        ("mild um moderate sorry mild effusion", "Mild effusion"),
        ("right uh left sorry right kidney", "Right kidney"),
    ]);
}

#[test]
fn a_statement_does_not_correct_a_single_word() {
    check(&[
        (
            "the liver is normal correction spleen is enlarged",
            "The liver is normal correction spleen is enlarged",
        ),
        (
            "the liver is normal correction liver is enlarged",
            "The liver is enlarged",
        ),
        ("the hepatic sorry renal cyst is large", "The renal cyst is large"),
    ]);
}

/// Stretches between bars.
#[track_caller]
fn check_stretches(marked: &str, text: &str) {
    let mut pauses = vec![0];
    pauses.extend(marked.match_indices('|').map(|(at, _)| at + 1));
    let written = write_stretches(&marked.replace('|', " "), &pauses);
    assert_eq!(written.text, text, "{marked}");
}

#[test]
fn what_is_taken_back_as_a_whole_goes_back_to_a_pause() {
    check_stretches(
        "the lungs are clear|the heart is normal|there is a fracture scratch that no fracture",
        "The lungs are clear the heart is normal no fracture",
    );
    check_stretches(
        "the lungs are clear|the heart is normal|strike that no fracture",
        "The lungs are clear no fracture",
    );
    check_stretches(
        "the lungs are clear full stop|the heart um|uh delete last sentence|no fracture",
        "The lungs are clear. No fracture",
    );
    check_stretches(
        "the mass measures three|point two centimeters scratch that no mass",
        "The mass measures no mass",
    );
}

#[test]
fn a_correction_goes_across_one_pause() {
    check_stretches("the left|sorry right kidney", "The right kidney");
    check_stretches(
        "the left kidney|sorry right kidney is normal",
        "The right kidney is normal",
    );
    check_stretches(
        "spleen is enlarged full stop|correction spleen is normal",
        "Spleen is normal",
    );
    check_stretches(
        "the left kidney|um|sorry right kidney is normal",
        "The right kidney is normal",
    );
    check_stretches(
        "the left kidney|heart|sorry right lung is clear",
        "The left kidney right lung is clear",
    );
}

#[test]
fn the_last_sentence_of_a_stretch_is_found() {
    let check = |stretch: &str, sentence: &str| {
        assert_eq!(&stretch[last_sentence(stretch)..], sentence);
    };
    check("no mass", "no mass");
    check("no mass full stop no cyst", "no cyst");
    check("No mass. No cyst of 3.2 cm. ", "No cyst of 3.2 cm. ");
    check("no mass full stop no cyst full stop", "no cyst full stop");
    check("no mass new line number one cyst", "number one cyst");
    check("full stop", "full stop");
    check("new line no mass", "new line no mass");
    check("", "");
}
