//! Studies that were done together and are dictated one after the other, each announced by its name: "CT head. No bleed. CT cervical
//! spine. No fracture."

use report::section::SectionKind;
use report::wording;
use templates::{Study, library};

use super::script::{Spoken, is_title};

/// Notes of each sentence of the findings under which study it was announced, and takes the announcements away: each study's name stands
/// above its findings anyway.
pub(super) fn announce(spoken: &mut Vec<Spoken>, study: &Study) {
    let mut current = None;
    spoken.retain_mut(|sentence| {
        if sentence.section != SectionKind::Findings {
            return true;
        }
        if let Some((name, rest)) = title(&sentence.text)
            && let Some(named) = part(name, study)
        {
            current = Some(named);
            if rest.is_empty() {
                return false;
            }
            sentence.text = wording::sentence(rest);
        }
        sentence.study = current;
        true
    });
}

/// The name of a study that a sentence is or begins with, and what is told behind it.
fn title(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    is_title(name).then_some((name.trim_end_matches('.'), rest.trim()))
}

/// Which of the studies a name means.
fn part(name: &str, study: &Study) -> Option<usize> {
    let is_found = |found: &templates::Match<'_>| {
        study
            .parts
            .iter()
            .position(|part| part.ids.contains(&found.template.id))
    };
    library().search(name).iter().find_map(is_found)
}
