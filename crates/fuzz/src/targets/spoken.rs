//! Spoken forms: what is written leads back to what was said, live as whole, and is not longer than that by much.

use report::spoken::{self, LiveText, OwnForms};

use super::{assert_within, with};
use crate::Target;
use crate::dictated::{text, text_seeds};

pub const TARGET: Target = Target {
    name: "spoken",
    check,
    seeds: text_seeds,
    longest: 2_048,
};

fn check(input: &[u8]) {
    with(input, |bytes| {
        let said = text(bytes)?;
        let written = spoken::write(&said);
        let mut end = 0;
        for (place, source) in written.pieces() {
            assert_within(&written.text, &place, "a piece of what is written");
            assert_within(&said, &source, "what a piece was made from");
            assert!(place.start >= end, "pieces follow each other");
            end = place.end;
        }
        for (start, character) in written.text.char_indices() {
            assert_within(
                &said,
                &written.source(start..start + character.len_utf8()),
                "the source of a character",
            );
        }
        assert!(
            written.text.len() <= 4 * said.len() + 16,
            "{} bytes of {}",
            written.text.len(),
            said.len()
        );
        live(&said);
        own_forms(&said, &text(bytes)?, &text(bytes)?);
        Ok(())
    });
}

/// The same words stretch by stretch: what is committed only grows.
fn live(said: &str) {
    let mut live = LiveText::new(OwnForms::default());
    let mut committed = String::new();
    for stretch in said.split_inclusive('.') {
        spoken::command(stretch);
        live.tentative(stretch);
        live.stretch(stretch);
        assert!(
            live.committed().starts_with(&committed),
            "what is committed stays"
        );
        live.committed().clone_into(&mut committed);
    }
    live.settle();
    assert!(live.committed().starts_with(&committed));
    assert!(live.tentative("").is_empty(), "nothing is held back");
}

/// A user's own form for a part of it, wherever it stands.
fn own_forms(said: &str, heard: &str, write: &str) {
    spoken::keeps_meaning(heard, write);
    let word = said.split_whitespace().next().unwrap_or_default();
    let forms = OwnForms::new([write], [(heard, write), (word, write)]);
    let changed = forms.change(said);
    for (start, character) in said.char_indices() {
        assert_within(
            &changed.text,
            &changed.now(start..start + character.len_utf8()),
            "where a character is now",
        );
    }
    assert_eq!(changed.text, forms.apply(said));
}
