use report::spoken::{Command, command};

#[track_caller]
fn check(stretch: &str, expected: Option<Command>) {
    assert_eq!(
        command(stretch).map(|command| (command.name(), command.argument().map(str::to_owned))),
        expected.map(|command| (command.name(), command.argument().map(str::to_owned))),
        "{stretch}"
    );
}

#[test]
fn a_stretch_that_says_nothing_else_is_a_command() {
    check("next field", Some(Command::NextField));
    check(" Next field. ", Some(Command::NextField));
    check(
        "okay go to the previous field please",
        Some(Command::PreviousField),
    );
    check("go to impression", Some(Command::GoToImpression));
    check("scratch that", Some(Command::Scratch));
    check("Delete last sentence.", Some(Command::Scratch));
    check("no, scratch that", Some(Command::Scratch));
    check("sorry retract that", Some(Command::Scratch));
    check("structure report", Some(Command::StructureReport));
}

#[test]
fn a_template_is_named_behind_or_before_its_word() {
    let template = |name: &str| Some(Command::InsertTemplate(name.to_owned()));
    check("insert template chest", template("chest"));
    check(
        "insert template M R I lumbar spine",
        template("m r i lumbar spine"),
    );
    check("insert the CT chest template", template("ct chest"));
    check("insert template", None);
}

#[test]
fn the_same_words_within_a_sentence_are_dictated() {
    for stretch in [
        "",
        "um",
        "no wait",
        "the next field of view",
        "scratch that there is a nodule",
        "impression",
        "go to impression no acute abnormality",
        "new line",
        "the stent is seen delete that",
        "insert template one two three four five six seven",
    ] {
        check(stretch, None);
    }
}
