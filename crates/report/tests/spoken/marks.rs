use crate::check;

#[test]
fn spoken_punctuation() {
    check(&[
        ("the liver is normal full stop", "The liver is normal."),
        ("the liver is normal period", "The liver is normal."),
        (
            "liver comma spleen and pancreas are normal period",
            "Liver, spleen and pancreas are normal.",
        ),
        (
            "no effusion semicolon no pneumothorax",
            "No effusion; no pneumothorax",
        ),
        ("disc hyphen osteophyte complex", "Disc-osteophyte complex"),
        ("and slash or", "And/or"),
        ("right slash left", "Right/left"),
        ("is there a fracture question mark", "Is there a fracture?"),
        (
            "nodule open bracket nine millimeters close bracket in the lingula",
            "Nodule (9 mm) in the lingula",
        ),
        (
            "cyst open parenthesis simple close parenthesis period",
            "Cyst (simple).",
        ),
        (
            "open quote high ankle sprain close quote",
            "\"High ankle sprain\"",
        ),
        ("findings colon normal", "Findings: normal"),
        (
            "Lungs are clear Period Heart is normal Period",
            "Lungs are clear. Heart is normal.",
        ),
    ]);
}

#[test]
fn spoken_layout() {
    check(&[
        (
            "lungs are clear full stop new line heart is normal full stop",
            "Lungs are clear.\nHeart is normal.",
        ),
        (
            "lungs are clear full stop new paragraph heart is normal",
            "Lungs are clear.\n\nHeart is normal",
        ),
        (
            "liver normal next line spleen normal",
            "Liver normal\nSpleen normal",
        ),
        (
            "bullet point liver normal bullet point spleen normal",
            "\n- Liver normal\n- Spleen normal",
        ),
        ("a new line was placed", "A new line was placed"),
        ("next line of treatment", "Next line of treatment"),
    ]);
}

#[test]
fn the_colon_is_also_an_organ() {
    check(&[
        (
            "the sigmoid colon is normal full stop",
            "The sigmoid colon is normal.",
        ),
        ("right kidney colon normal", "Right kidney: normal"),
        (
            "ascending colon and cecum are normal",
            "Ascending colon and cecum are normal",
        ),
        (
            "material within the colon full stop",
            "Material within the colon.",
        ),
        ("colon is unremarkable", "Colon is unremarkable"),
        (
            "full thickness of the colon wall",
            "Full thickness of the colon wall",
        ),
        (
            "carcinoma colon with liver metastases",
            "Carcinoma colon with liver metastases",
        ),
        (
            "small bowel colon and rectum are normal",
            "Small bowel colon and rectum are normal",
        ),
        ("stomach comma colon comma rectum", "Stomach, colon, rectum"),
        ("small bowel colon is normal", "Small bowel colon is normal"),
        (
            "sigmoid colon colon diverticulosis",
            "Sigmoid colon: diverticulosis",
        ),
        ("colon colon normal", "Colon: normal"),
        ("impression colon normal study", "Impression: normal study"),
        ("l four l five colon disc bulge", "L4-L5: disc bulge"),
        ("r c a colon one period", "RCA: 1."),
        (
            "the left colon shows diverticula",
            "The left colon shows diverticula",
        ),
        (
            "orbits are seen full stop right colon normal full stop left colon normal",
            "Orbits are seen. Right: normal. Left: normal",
        ),
        (
            "full stop left colon shows diverticula",
            ". Left colon shows diverticula",
        ),
        ("carcinoma of right colon full stop", "Carcinoma of right colon."),
    ]);
}

#[test]
fn a_period_is_also_a_time() {
    check(&[
        (
            "over a period of two weeks full stop",
            "Over a period of 2 weeks.",
        ),
        (
            "during the follow up period full stop",
            "During the follow up period.",
        ),
        ("in the postoperative period", "In the postoperative period"),
        (
            "no free air at this time period the appendix is normal period",
            "No free air at this time. The appendix is normal.",
        ),
        ("impression normal study period", "Impression normal study."),
        ("advised follow up period", "Advised follow up."),
        ("diarrhea for one day period fever", "Diarrhea for 1 day. Fever"),
        ("over a three month period", "Over a 3 month period"),
        ("normal full stop full stop", "Normal."),
        ("the size is the same period", "The size is the same."),
        ("last menstrual period", "Last menstrual period"),
        ("no change over that period period", "No change over that period."),
        (
            "no effusion period no fracture period",
            "No effusion. No fracture.",
        ),
    ]);
}

#[test]
fn numbered_items_stand_on_lines_of_their_own() {
    check(&[
        (
            "impression number one no fracture number two mild effusion",
            "Impression\n1. No fracture\n2. Mild effusion",
        ),
        (
            "impression colon number one no fracture full stop number two mild effusion full stop",
            "Impression:\n1. No fracture.\n2. Mild effusion.",
        ),
        (
            "impression colon one full stop no fracture full stop two full stop effusion full stop",
            "Impression:\n1. No fracture.\n2. Effusion.",
        ),
        ("number one of the lesions", "Number one of the lesions"),
        ("the number one cause", "The number one cause"),
        (
            "three lesions comma number two is larger",
            "Three lesions, number two is larger",
        ),
    ]);
}

#[test]
fn punctuation_of_the_speech_engine_is_not_doubled() {
    check(&[
        ("The liver is normal. Full stop.", "The liver is normal."),
        ("The liver is normal full stop.", "The liver is normal."),
        ("Liver, comma, spleen.", "Liver, spleen."),
        (
            "Normal. New line. The spleen is normal.",
            "Normal.\nThe spleen is normal.",
        ),
    ]);
}

#[test]
fn commands_that_are_words() {
    check(&[
        (
            "flow comes to a full stop in the distal segment",
            "Flow comes to a full stop in the distal segment",
        ),
        ("segment four a full stop", "Segment IVa."),
        (
            "dash of fluid in the pouch of douglas",
            "Dash of fluid in the pouch of Douglas",
        ),
        ("there is a slash wound", "There is a slash wound"),
        ("comma shaped", "Comma shaped"),
        (
            "point tenderness over the fifth rib",
            "Point tenderness over the 5th rib",
        ),
        ("over a period of time", "Over a period of time"),
        ("new line of treatment", "New line of treatment"),
        ("the organ colon is normal", "The organ colon is normal"),
        (
            "open inverted commas tip of the iceberg close inverted commas",
            "\"Tip of the iceberg\"",
        ),
    ]);
}

#[test]
fn signs() {
    check(&[
        (
            "right ventricle greater than sign left ventricle",
            "Right ventricle > left ventricle",
        ),
        ("c t hyphen guided", "CT-guided"),
        ("t two hyphen weighted", "T2-weighted"),
        ("disc dash osteophyte", "Disc - osteophyte"),
    ]);
}
