use proptest::prelude::*;
use report::spoken::{Command, LiveText, OwnForms};

/// Stretches between bars; what is committed after each, between bars, and at the end.
#[track_caller]
fn check(stretches: &str, committed: &str) {
    let forms = OwnForms::new(["Gadovist"], [("see bd", "CBD")]);
    let mut live = LiveText::new(forms);
    let mut told = Vec::new();
    for stretch in stretches.split('|') {
        let before = live.committed().to_owned();
        if live.stretch(stretch).is_some() {
            told.push("!".to_owned());
            continue;
        }
        assert!(live.committed().starts_with(&before));
        told.push(live.committed()[before.len()..].to_owned());
    }
    let before = live.committed().len();
    live.settle();
    told.push(live.committed()[before..].to_owned());
    assert_eq!(told.join("|"), committed, "{stretches}");
}

#[test]
fn a_stretch_is_committed_when_it_ends() {
    check(
        "the liver is normal full stop|no focal lesion|in the spleen full stop",
        "The liver is normal.| No focal lesion| in the spleen.|",
    );
    check(
        "findings colon|new line|liver normal",
        "Findings:|\n|Liver normal|",
    );
    check(
        "the see bd is dilated|after gadovist",
        "The CBD is dilated| after Gadovist|",
    );
}

#[test]
fn a_number_waits_for_the_next_stretch_and_no_longer() {
    check(
        "mass of three|point two centimeters in size",
        "Mass of| 3.2 cm in size|",
    );
    check(
        "a cyst of three centimeters|by four centimeters",
        "A cyst of| 3 x 4 cm|",
    );
    check(
        "nodules three|and five|are seen",
        "Nodules| three| and five are seen|",
    );
    check("compare series three", "Compare series| 3");
}

#[test]
fn a_correction_of_what_is_written_stands_until_the_take_is_over() {
    check(
        "the left kidney|sorry right kidney is normal",
        "The left kidney| sorry right kidney is normal|",
    );
}

#[test]
fn what_is_taken_back_within_a_stretch_is_not_seen() {
    check(
        "the lungs are clear|the heart is normal in size|there is a left rib fracture scratch that no acute fracture",
        "The lungs are clear| the heart is normal in size| no acute fracture|",
    );
}

#[test]
fn commands_are_told_and_no_text() {
    check(
        "liver normal full stop spleen normal|scratch that|spleen large",
        "Liver normal. Spleen normal|!| Spleen large|",
    );
    check(
        "liver normal|next field|spleen normal",
        "Liver normal|!| spleen normal|",
    );
    check(
        "liver normal full stop|scratch that|spleen normal",
        "Liver normal.|!|Spleen normal|",
    );
}

#[test]
fn what_was_held_back_is_scratched_without_a_command() {
    let mut live = LiveText::default();
    assert_eq!(live.stretch("the mass measures"), None);
    assert_eq!(live.stretch("three"), None);
    assert_eq!(live.tentative(""), " three");
    assert_eq!(live.stretch("scratch that"), None);
    assert_eq!(live.tentative("four"), " four");
    assert_eq!(live.stretch("scratch that"), Some(Command::Scratch));
}

#[test]
fn the_running_stretch_is_written_as_it_will_stand() {
    let mut live = LiveText::default();
    assert_eq!(
        live.tentative("the mass measures three"),
        "The mass measures three"
    );
    live.stretch("the mass measures three");
    assert_eq!(live.tentative("point two centimeters"), " 3.2 cm");
    assert_eq!(live.tentative(""), " three");
}

proptest! {
    #[test]
    fn what_is_committed_stays_and_nothing_is_lost(
        stretches in proptest::collection::vec("(no |the |three |point |two |cm |liver |l |four |by |full stop |new line |and |é ){1,8}", 1..12),
        edits in any::<bool>(),
    ) {
        let mut live = LiveText::default();
        let mut before = String::new();
        for (number, stretch) in stretches.iter().enumerate() {
            let edit = ["sorry", "scratch that the", "make that three"][number % 3];
            let stretch = if edits { format!("{edit} {stretch}") } else { stretch.clone() };
            let _ = live.stretch(&stretch);
            let _ = live.tentative("the liver three");
            prop_assert!(live.committed().starts_with(&before));
            before = live.committed().to_owned();
        }
        live.settle();
        prop_assert!(live.committed().starts_with(&before));
        prop_assert_eq!(live.tentative(""), "");
        let liver = |text: &str| text.to_lowercase().matches("liver").count();
        prop_assert!(edits || liver(live.committed()) == liver(&stretches.concat()));
    }
}
