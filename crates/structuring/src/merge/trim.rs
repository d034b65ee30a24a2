//! A line of the template cut down to what was not dictated.

use std::sync::LazyLock;

use hashbrown::HashMap;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    opens: Vec<String>,
    denials: Vec<String>,
    joints: Vec<String>,
    ends: Vec<String>,
    verbs: Vec<String>,
    clauses: Vec<String>,
    singular: Vec<String>,
    plural: Vec<String>,
    one: HashMap<String, String>,
}

static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/trimming.toml")).expect("trimming.toml"));

/// A list of more items is left as it is.
const MOST_ITEMS: usize = 6;

/// The longest of the shorter forms of a line that `holds`. What the items of a list share is said again only where they need it.
pub fn trimmed(text: &str, holds: impl Fn(&str) -> bool) -> Option<String> {
    let mut shorter = clauses_left(text);
    if let Some(list) = List::of(text) {
        shorter.extend(list.cut(""));
        shorter.sort_by_key(|form| std::cmp::Reverse(form.len()));
        if let Some(shared) = list.shared() {
            let mut sharing = list.cut(shared);
            sharing.sort_by_key(|form| std::cmp::Reverse(form.len()));
            shorter.extend(sharing);
        }
    }
    shorter.dedup();
    shorter.into_iter().find(|form| holds(form))
}

/// What stands before each clause that can be left off, where that is a sentence.
fn clauses_left(text: &str) -> Vec<String> {
    let marks = WORDS
        .clauses
        .iter()
        .flat_map(|mark| text.match_indices(mark.as_str()));
    let tells = |before: &str| {
        let denies = WORDS.denials.iter().any(|open| {
            let start = before.get(..open.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(open))
        });
        denies
            || before
                .split(' ')
                .any(|word| WORDS.verbs.iter().any(|verb| verb == word))
    };
    marks
        .filter(|(at, _)| *at > 0 && tells(&text[..*at]))
        .map(|(at, _)| format!("{}.", text[..at].trim_end_matches([',', ' '])))
        .collect()
}

/// A text whose items are parted by commas, "and" or "or".
struct List<'t> {
    open: &'t str,
    items: Vec<&'t str>,
    /// The word before the last item.
    joint: &'t str,
    close: &'t str,
}

impl<'t> List<'t> {
    /// The list with which a text begins.
    fn of(text: &'t str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let opens = |word: &&String| lower.starts_with(word.as_str()) && lower[word.len()..].starts_with(' ');
        let open = WORDS
            .opens
            .iter()
            .chain(&WORDS.denials)
            .filter(opens)
            .map(|word| word.len() + 1)
            .max()
            .unwrap_or(0);
        let ended = |at: &usize| {
            let rest = &lower[*at + 1..];
            let word = rest.split([' ', '.', ',']).next().unwrap_or_default();
            WORDS.ends.iter().any(|end| end == word)
        };
        let end = lower
            .match_indices(' ')
            .map(|(at, _)| at)
            .filter(|at| *at > open)
            .find(ended);
        let end = end.unwrap_or(text.trim_end_matches('.').len()).max(open);
        let body = text.get(open..end)?;
        let (joint, at) = WORDS
            .joints
            .iter()
            .filter_map(|joint| Some((joint.as_str(), body.rfind(joint.as_str())?)))
            .max_by_key(|(_, at)| *at)?;
        let mut items: Vec<&str> = body[..at]
            .trim_end_matches(',')
            .split(", ")
            .map(str::trim)
            .collect();
        items.push(body[at + joint.len()..].trim());
        let whole = items.len() <= MOST_ITEMS && items.iter().all(|item| !item.is_empty());
        whole.then(|| Self {
            open: &text[..open],
            items,
            joint,
            close: &text[end..],
        })
    }

    /// What stands before the noun of the first item and is of the others too, when they have none of it: "pleural" in "pleural effusion or
    /// thickening".
    fn shared(&self) -> Option<&'t str> {
        let (before, _) = self.items.first()?.rsplit_once(' ')?;
        Some(before)
    }

    /// It with some of its items, `shared` before the first of them when that was not the first.
    fn cut(&self, shared: &str) -> Vec<String> {
        let all = 1_usize << self.items.len();
        let bare = |kept: &usize| {
            let first = self.items.get(kept.trailing_zeros() as usize);
            first.is_some_and(|item| !item.contains(' '))
        };
        let kept = (1..all - 1).filter(|kept| shared.is_empty() || kept & 1 == 0 && bare(kept));
        kept.map(|kept| self.with(kept, shared)).collect()
    }

    /// It with some of its items, by the bits of `kept`.
    fn with(&self, kept: usize, shared: &str) -> String {
        let space = if shared.is_empty() { "" } else { " " };
        let left = self
            .items
            .iter()
            .enumerate()
            .filter(|(at, _)| kept >> at & 1 == 1);
        let left: Vec<&str> = left.map(|(_, item)| *item).collect();
        let items = match left.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, before)) => format!("{}{}{last}", before.join(", "), self.joint),
            None => String::new(),
        };
        let single = left.len() == 1 && !is_plural(left[0]);
        let mut close = self.close.to_owned();
        if single {
            // "Odontoid process and ring | of C1 are intact"
            let mut words = self.close.split([' ', '.', ',']);
            if let Some((several, one)) = words.find_map(|word| WORDS.one.get_key_value(word)) {
                close = close.replacen(several, one, 1);
            }
        }
        let mut whole = format!("{}{shared}{space}{items}{close}", self.open);
        if let Some(first) = whole.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        whole
    }
}

/// Whether a name ends in a plural.
fn is_plural(name: &str) -> bool {
    let ends = |endings: &[String]| endings.iter().any(|ending| name.ends_with(ending.as_str()));
    ends(&WORDS.plural) || name.ends_with('s') && !ends(&WORDS.singular)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, without: &str, expected: Option<&str>) {
        let holds = |form: &str| !form.to_lowercase().contains(without);
        assert_eq!(
            trimmed(text, holds).as_deref(),
            expected,
            "{text} without {without}"
        );
    }

    #[test]
    fn an_item_of_a_list_is_left_out() {
        check(
            "Spleen, pancreas and adrenals are normal.",
            "spleen",
            Some("Pancreas and adrenals are normal."),
        );
        check(
            "Spleen and pancreas are normal.",
            "spleen",
            Some("Pancreas is normal."),
        );
        check(
            "Both thalami and basal ganglia are normal in signal.",
            "thalami",
            Some("Both basal ganglia are normal in signal."),
        );
        check(
            "No pleural effusion, pneumothorax or mass is seen.",
            "effusion",
            Some("No pneumothorax or mass is seen."),
        );
    }

    #[test]
    fn what_the_items_share_is_said_again_where_it_is_needed() {
        let text = "No pleural effusion or thickening is seen.";
        let holds = |form: &str| !form.contains("effusion") && form.contains("pleural");
        assert_eq!(
            trimmed(text, holds).as_deref(),
            Some("No pleural thickening is seen.")
        );
        check(text, "effusion", Some("No thickening is seen."));
    }

    #[test]
    fn a_clause_is_left_off() {
        check(
            "Liver is normal in size, with no focal lesion.",
            "lesion",
            Some("Liver is normal in size."),
        );
        check("Gallbladder is normal.", "normal", None);
        check(
            "Both nipples and retroareolar regions are normal, with no retraction.",
            "retr",
            None,
        );
    }
}
