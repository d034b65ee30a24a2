//! A line of the template cut down to what was not dictated.

use std::sync::LazyLock;

use hashbrown::HashMap;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    opens: Vec<String>,
    ends: Vec<String>,
    clauses: Vec<String>,
    singular: Vec<String>,
    one: HashMap<String, String>,
}

static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("../../data/trimming.toml")).expect("trimming.toml"));

/// A list of more items is left as it is.
const MOST_ITEMS: usize = 6;

/// The longest of the shorter forms of a line that `holds`.
pub fn trimmed(text: &str, holds: impl Fn(&str) -> bool) -> Option<String> {
    let mut shorter = clauses_left(text);
    shorter.extend(lists_cut(text));
    shorter.sort_by_key(|form| std::cmp::Reverse(form.len()));
    shorter.dedup();
    shorter.into_iter().find(|form| holds(form))
}

/// What stands before each clause that can be left off.
fn clauses_left(text: &str) -> Vec<String> {
    let marks = WORDS
        .clauses
        .iter()
        .flat_map(|mark| text.match_indices(mark.as_str()));
    marks
        .filter(|(at, _)| *at > 0)
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
        let (joint, at) = [" and ", " or ", " & "]
            .into_iter()
            .filter_map(|joint| Some((joint, body.rfind(joint)?)))
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

    /// It with some of its items, by the bits of `kept`.
    fn with(&self, kept: usize) -> String {
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
            let verb = close
                .trim_start()
                .split([' ', '.'])
                .next()
                .unwrap_or_default()
                .to_owned();
            if let Some(one) = WORDS.one.get(&verb) {
                close = close.replacen(&verb, one, 1);
            }
        }
        let mut whole = format!("{}{items}{close}", self.open);
        if let Some(first) = whole.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        whole
    }
}

/// Whether a name ends in a plural.
fn is_plural(name: &str) -> bool {
    name.ends_with('s')
        && !WORDS
            .singular
            .iter()
            .any(|ending| name.ends_with(ending.as_str()))
}

fn lists_cut(text: &str) -> Vec<String> {
    let Some(list) = List::of(text) else {
        return Vec::new();
    };
    let all = 1_usize << list.items.len();
    (1..all - 1).map(|kept| list.with(kept)).collect()
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
            "No pleural effusion, pneumothorax or mass is seen.",
            "effusion",
            Some("No pneumothorax or mass is seen."),
        );
    }

    #[test]
    fn a_clause_is_left_off() {
        check(
            "Liver is normal in size, with no focal lesion.",
            "lesion",
            Some("Liver is normal in size."),
        );
        check("Gallbladder is normal.", "normal", None);
    }
}
