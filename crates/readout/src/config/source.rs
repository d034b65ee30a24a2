//! Environment and file as one source of settings, and the list of what is wrong with them.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;

use super::Secret;

/// The longest time that can be set, in seconds: nobody waits an hour for a text.
const LONGEST: u64 = 3600;

/// Where in a text something is, for people.
fn place(text: &str, offset: usize) -> String {
    let before = &text[..text.floor_char_boundary(offset)];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    format!(": see line {line}, column {column}")
}

/// Where settings come from. Remembers what was asked for, so that a misspelt key in the file is noticed.
pub struct Source {
    environment: HashMap<String, String>,
    file: toml::Table,
    known: HashSet<(String, String)>,
    problems: Vec<String>,
}

impl Source {
    /// The environment of this process alone.
    pub fn environment() -> Self {
        Self::new(
            std::env::vars_os()
                .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
            toml::Table::new(),
        )
    }

    /// The environment of this process, and a TOML file for what it does not set.
    pub fn file_and_environment(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("the configuration file {} cannot be read", path.display()))?;
        let file = text.parse::<toml::Table>().map_err(|error| {
            let place = error
                .span()
                .map_or_else(String::new, |span| place(&text, span.start));
            // The error's own words quote the line, in which a secret may stand.
            anyhow::anyhow!("the configuration file {} is not TOML{place}", path.display())
        })?;
        Ok(Self {
            file,
            ..Self::environment()
        })
    }

    fn new(environment: impl Iterator<Item = (String, String)>, file: toml::Table) -> Self {
        Self {
            environment: environment.collect(),
            file,
            known: HashSet::new(),
            problems: Vec::new(),
        }
    }

    /// The value as text. A blank one is none, and hides none that the file has: an example file with empty lines changes nothing.
    pub fn text(&mut self, section: &str, key: &str, variable: &str) -> Option<String> {
        self.known.insert((section.to_owned(), key.to_owned()));
        let from_file = self
            .file
            .get(section)
            .and_then(|section| section.get(key))
            .cloned();
        let set = |value: &&String| !value.trim().is_empty();
        let value = match (self.environment.get(variable).filter(set), from_file) {
            (Some(value), _) => value.clone(),
            (None, None) => return None,
            (None, Some(toml::Value::String(value))) => value,
            (None, Some(toml::Value::Integer(value))) => value.to_string(),
            (None, Some(_)) => {
                self.problem(&format!("{section}.{key} must be a text"));
                return None;
            }
        };
        let value = value.trim();
        (!value.is_empty()).then(|| value.to_owned())
    }

    /// A secret: the value itself, or the content of the file that the same setting with `_file` at its end names.
    pub fn secret(&mut self, section: &str, key: &str, variable: &str) -> Option<Secret> {
        let value = self.text(section, key, variable);
        let file = self.text(section, &format!("{key}_file"), &format!("{variable}_FILE"));
        match (value, file) {
            (Some(_), Some(_)) => {
                self.problem(&format!(
                    "{variable} and {variable}_FILE are both set; one is enough"
                ));
                None
            }
            (Some(value), None) => Some(Secret(value)),
            (None, Some(file)) => {
                let value = std::fs::read_to_string(Path::new(&file)).unwrap_or_default();
                let value = value.trim();
                if value.is_empty() {
                    self.problem(&format!(
                        "{variable}_FILE names a file that cannot be read or is empty"
                    ));
                }
                Some(Secret(value.to_owned()))
            }
            (None, None) => None,
        }
    }

    /// The value read as `T`; a problem when it is none.
    pub fn parsed<T: FromStr>(
        &mut self,
        section: &str,
        key: &str,
        variable: &str,
        expected: &str,
    ) -> Option<T> {
        let text = self.text(section, key, variable)?;
        let parsed = text.parse().ok();
        if parsed.is_none() {
            self.problem(&format!("{variable} ({section}.{key}) must be {expected}"));
        }
        parsed
    }

    /// A time in whole seconds, up to [`LONGEST`].
    pub fn seconds(&mut self, section: &str, key: &str, variable: &str, default: u64) -> Duration {
        let expected = format!("a number of seconds from 1 to {LONGEST}");
        Duration::from_secs(self.number(section, key, variable, default, 1..=LONGEST, &expected))
    }

    /// A number within this range; the default where none is set.
    pub fn number(
        &mut self,
        section: &str,
        key: &str,
        variable: &str,
        default: u64,
        range: RangeInclusive<u64>,
        expected: &str,
    ) -> u64 {
        let Some(number) = self.parsed::<u64>(section, key, variable, expected) else {
            return default;
        };
        if !range.contains(&number) {
            self.problem(&format!("{variable} ({section}.{key}) must be {expected}"));
        }
        number.clamp(*range.start(), *range.end())
    }

    /// Notes what is wrong.
    pub fn problem(&mut self, sentence: &str) {
        self.problems.push(sentence.to_owned());
    }

    /// All problems as one error, with the keys of the file that mean nothing.
    pub fn finish(mut self) -> anyhow::Result<()> {
        for (section, keys) in &self.file {
            let Some(keys) = keys.as_table() else {
                self.problems.push(format!("{section} is not a section"));
                continue;
            };
            if !self.known.iter().any(|(known, _)| known == section) {
                self.problems.push(format!("there is no section [{section}]"));
                continue;
            }
            for key in keys.keys() {
                if !self.known.contains(&(section.clone(), key.clone())) {
                    self.problems.push(format!("there is no setting {section}.{key}"));
                }
            }
        }
        if self.problems.is_empty() {
            return Ok(());
        }
        anyhow::bail!(
            "the configuration cannot be used:\n- {}",
            self.problems.join("\n- ")
        )
    }

    #[cfg(test)]
    pub fn of(environment: &[(&str, &str)], file: &str) -> anyhow::Result<Self> {
        let pairs = environment
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Ok(Self::new(pairs, file.parse()?))
    }
}
