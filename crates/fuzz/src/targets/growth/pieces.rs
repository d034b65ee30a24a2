//! What hostile texts are made of, and how two or three pieces of it become a long one.

/// What rules look at, what divides, what opens and never closes, and what makes each sentence another one: `#` is a number that
/// counts, `$` letters that do.
pub const PIECES: &[&str] = &[
    "\n",
    "\r\n",
    "\n\n",
    " ",
    ". ",
    ", ",
    "; ",
    ": ",
    "/",
    "- ",
    "\u{2022} ",
    "1. ",
    "#) ",
    "(",
    ") ",
    "[",
    "] ",
    "[]",
    "[ ] ",
    "\"",
    "'",
    "*** ",
    "___ ",
    "_",
    "[a/b] ",
    "[right/left] kidney ",
    "[#/normal/mild] ",
    "x",
    "x ",
    "3",
    "3 ",
    "3 x ",
    "#.5 cm ",
    "3 x 4 x 5 mm ",
    "3 cm cyst. ",
    "2 to 3 mm ",
    "40 HU ",
    "12 % ",
    "12/03/2024 ",
    "#/11/2023\n",
    "on 4 March 2024 ",
    "March ",
    "no ",
    "No ",
    "not a mass, ",
    "without ",
    "or ",
    "and ",
    "is ",
    "There is a 3 cm cyst. ",
    "There is a # mm nodule in the right upper lobe. ",
    "No focal lesion # is seen. ",
    "A:\n",
    "Liver: Normal. ",
    "Liver: normal in size #.\n",
    "liver and ",
    "liver measures ___ cm. ",
    "Right kidney measures # cm. ",
    "right ",
    "left ",
    "bilateral ",
    "L4-L5 ",
    "L#-S1 ",
    "T2 ",
    "C5 disc bulge. ",
    "segment 6 ",
    "FINDINGS:\n",
    "IMPRESSION:\n",
    "COMPARISON:\n",
    "TECHNIQUE: ",
    "impression ",
    "findings ",
    "increased from 3 cm to 4 cm ",
    "unchanged ",
    "compared with previous ",
    "scratch that ",
    "sorry ",
    "full stop ",
    "new line ",
    "number one ",
    "three ",
    "point ",
    "by ",
    "hundred ",
    "cyst, ",
    "mass ",
    "word# ",
    "cardi$ ",
    "no cyst$, ",
    "liver spleen kidney aorta colon uterus bladder stomach lung heart ",
    "mass,cyst ",
    "Abdominal aorta measures ___ mm.\n",
    "Aorta measures #.0 mm. ",
    "Name: Anita$ Rao$\n",
    "Dr Baker$ told. ",
    "Liver # ",
    "the ",
    "A ",
    "It ",
    "she ",
    "Normal study. ",
    "rest normal. ",
    "status post cholecystectomy ",
    "suspicious for ",
    "grade ",
    "type II ",
    "o'clock ",
    "verylongwordwithoutanyend",
    "e",
    "\u{301}",
    "\u{e9}\u{e9} ",
    "\u{200b}",
    "=",
    "-",
    "~",
    ">",
];

/// How pieces follow each other in a long text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mix {
    /// Each after the other, again and again.
    Woven,
    /// A long run of each.
    Runs,
    /// The first again and again, then each of the others once.
    Ends,
    /// Each of the others once, then the first again and again.
    Begins,
}

/// Every way.
pub const MIXES: &[Mix] = &[Mix::Woven, Mix::Runs, Mix::Ends, Mix::Begins];

/// A text of about so many bytes.
pub fn text(pieces: &[&str], mix: Mix, length: usize) -> String {
    let mut text = Growing {
        text: String::with_capacity(length + 64),
        count: 0,
    };
    let (first, others) = pieces.split_first().expect("a piece");
    match mix {
        Mix::Woven => {
            while text.text.len() < length {
                pieces.iter().for_each(|piece| text.add(piece));
            }
        }
        Mix::Runs => {
            for (number, piece) in pieces.iter().enumerate() {
                let until = length * (number + 1) / pieces.len();
                text.add_until(piece, until);
            }
        }
        Mix::Ends => {
            text.add_until(first, length);
            others.iter().for_each(|piece| text.add(piece));
        }
        Mix::Begins => {
            others.iter().for_each(|piece| text.add(piece));
            text.add_until(first, length);
        }
    }
    text.text
}

struct Growing {
    text: String,
    count: usize,
}

impl Growing {
    fn add(&mut self, piece: &str) {
        if !piece.contains(['#', '$']) {
            self.text.push_str(piece);
            return;
        }
        self.count += 1;
        let figures = self.count.to_string();
        let letters: String = figures
            .bytes()
            .map(|figure| char::from(figure - b'0' + b'a'))
            .collect();
        let counted = piece.replace('#', &figures).replace('$', &letters);
        self.text.push_str(&counted);
    }

    fn add_until(&mut self, piece: &str, length: usize) {
        while self.text.len() < length {
            self.add(piece);
        }
    }
}
