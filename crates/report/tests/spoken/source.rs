//! The way back from the written text to what was said.

use report::spoken::write;

/// The words of the dictation from which a stretch of the written text was made.
#[track_caller]
fn check(spoken: &str, stretch: &str, said: &str) {
    let written = write(spoken);
    let start = written
        .text
        .find(stretch)
        .unwrap_or_else(|| panic!("{stretch:?} is not in {:?}", written.text));
    assert_eq!(
        &spoken[written.source(start..start + stretch.len())],
        said,
        "{}",
        written.text
    );
}

#[test]
fn every_stretch_leads_to_its_words() {
    let spoken = "a lesion of three point two by four centimeters at l four l five full stop new line no effusion period";
    check(spoken, "A lesion", "a lesion");
    check(spoken, "3.2 x 4 cm", "three point two by four centimeters");
    check(spoken, "L4-L5", "l four l five");
    check(spoken, "L4-L5.", "l four l five full stop");
    check(spoken, "No effusion", "no effusion");
    check(spoken, "No effusion.", "no effusion period");
    check(spoken, "\nNo", "new line no");
}

#[test]
fn a_part_of_a_token_leads_to_the_whole() {
    check("birads four a", "RADS", "birads");
    check("nine millimeters", "mm", "nine millimeters");
}

#[test]
fn what_was_taken_back_is_left_out() {
    let spoken = "left kidney sorry right kidney is normal full stop";
    check(
        spoken,
        "Right kidney is normal.",
        "right kidney is normal full stop",
    );
    let spoken = "lungs are clear full stop scratch that heart is large full stop";
    check(spoken, "Heart is large.", "heart is large full stop");
}

#[test]
fn a_correction_that_changed_places_leads_to_where_it_was_said() {
    let spoken = "a seven mm nodule in the lobe correction nine mm full stop";
    check(spoken, "9 mm", "nine mm");
    check(spoken, "nodule in the lobe", "nodule in the lobe");
}

#[test]
fn numbered_items_lead_to_their_words() {
    let spoken = "impression number one no fracture number two effusion";
    check(spoken, "1.", "number one");
    check(spoken, "2. Effusion", "number two effusion");
}

#[test]
fn white_space_leads_to_an_empty_range_between_its_neighbours() {
    let written = write("liver  is normal");
    assert_eq!(written.source(5..7), 5..5);
    assert_eq!(written.source(0..0), 0..0);
    assert_eq!(written.source(0..1_000), 0..16);
    assert_eq!(written.source(900..1_000), 16..16);
}
