//! Studies that were done together and are dictated one after the other, each announced by its name: "CT head. No bleed. CT cervical
//! spine. No fracture."

use report::section::SectionKind;
use report::wording;
use templates::Study;

use super::script::is_title;
use super::spoken::Spoken;

/// Notes of each sentence of the findings under which study it was announced, and takes the announcements away: each study's name stands
/// above its findings anyway. What is announced as none of them stands where its words place it.
pub(super) fn announce(spoken: &mut Vec<Spoken>, study: &Study) {
    let mut current = None;
    spoken.retain_mut(|sentence| {
        // What is told under a study's name was found there, also where it stands last and would conclude.
        let may_conclude = sentence.section == SectionKind::Impression && !sentence.announced;
        let announces = sentence.title || may_conclude || sentence.section == SectionKind::Findings;
        let is_name = |text: &str| is_title(text) || is_bare_name(text, study);
        let Some((name, rest)) = announced(&sentence.text, is_name).filter(|_| announces) else {
            sentence.study = current.filter(|_| sentence.section == SectionKind::Findings);
            return true;
        };
        current = study.named(name);
        let is_alone = rest.is_empty();
        if current.is_some() && !is_alone {
            sentence.text = wording::sentence(rest);
            sentence.section = SectionKind::Findings;
        }
        sentence.study = current;
        current.is_none() || !is_alone
    });
}

/// The name of a study that a sentence is or begins with, and what is told behind it.
fn announced(text: &str, is_name: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once(':').unwrap_or((text, ""));
    is_name(name).then_some((name.trim_end_matches('.'), rest.trim()))
}

/// "Left shoulder.": a side, and words of which the study's name consists.
fn is_bare_name(text: &str, study: &Study) -> bool {
    let sides = report::side::find(text);
    let own: Vec<String> = report::token::words(text)
        .into_iter()
        .filter(|word| !sides.iter().any(|side| side.range.contains(&word.range.start)))
        .map(|word| word.key)
        .collect();
    !own.is_empty()
        && study.parts.iter().any(|part| {
            let name = report::token::words(&part.template.body_part);
            own.iter()
                .all(|word| name.iter().any(|of_name| of_name.key == *word))
        })
}
