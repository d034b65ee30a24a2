//! Environment and file as one source of settings, and the list of what is wrong with them.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::net::IpAddr;
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
    variables: HashSet<String>,
    problems: Vec<String>,
}

/// What the names of this program's variables begin with, however they are written: one in small letters was meant, and would set nothing.
const OURS: &str = "READOUT_";
/// The one that has another's name.
const DATABASE: &str = "DATABASE_URL";
/// Variables of ours that are no settings: the file of the settings is named on the command line.
const NO_SETTINGS: [&str; 1] = ["READOUT_CONFIG"];

impl Source {
    /// The environment of this process alone. What is not UTF-8 of another program's is nobody's business here; of ours it is a problem.
    pub fn environment() -> Self {
        Self::of_variables(std::env::vars_os())
    }

    fn of_variables(variables: impl Iterator<Item = (OsString, OsString)>) -> Self {
        let mut source = Self::new(std::iter::empty(), toml::Table::new());
        for (name, value) in variables {
            match (name.into_string(), value.into_string()) {
                (Ok(name), Ok(value)) => {
                    source.environment.insert(name, value);
                }
                (Ok(name), Err(_)) if is_ours(&name) => {
                    source.problem(&format!("{name} holds bytes that are not UTF-8"));
                }
                (Err(name), _) if is_ours(&name.to_string_lossy()) => {
                    source.problem(&format!("there is no setting {}", name.to_string_lossy()));
                }
                _ => {}
            }
        }
        source
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
            variables: HashSet::new(),
            problems: Vec::new(),
        }
    }

    /// The value as text. A blank one is none, and hides none that the file has: an example file with empty lines changes nothing.
    pub fn text(&mut self, section: &str, key: &str, variable: &str) -> Option<String> {
        self.known.insert((section.to_owned(), key.to_owned()));
        self.variables.insert(variable.to_owned());
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

    /// Entries separated by commas. A value that holds none is a problem: nobody writes a comma to set nothing.
    pub fn list(&mut self, section: &str, key: &str, variable: &str) -> Option<String> {
        let text = self.text(section, key, variable)?;
        if text.split(',').all(|entry| entry.trim().is_empty()) {
            self.problem(&format!("{variable} ({section}.{key}) holds no entry"));
        }
        Some(text)
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

    /// All problems as one error, with the variables and the keys of the file that mean nothing: a setting that was misspelt would
    /// otherwise stand open, as when everybody may sign in.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.notice_unknown_variables();
        self.notice_unknown_keys();
        if self.problems.is_empty() {
            return Ok(());
        }
        anyhow::bail!(
            "the configuration cannot be used:\n- {}",
            self.problems.join("\n- ")
        )
    }

    fn notice_unknown_variables(&mut self) {
        let services = services(&self.environment);
        let is_unknown = |name: &&String| {
            is_ours(name)
                && !self.variables.contains(*name)
                && !NO_SETTINGS.contains(&name.as_str())
                && !services
                    .iter()
                    .any(|service| is_of_service(service, name, &self.environment[*name]))
        };
        let known: HashSet<String> = NO_SETTINGS.iter().map(|name| (*name).to_owned()).collect();
        let known = &known | &self.variables;
        let mut unknown: Vec<&String> = self.environment.keys().filter(is_unknown).collect();
        unknown.sort();
        let told = unknown.into_iter().map(|name| {
            format!(
                "there is no setting {name}{}",
                nearest(&name.to_ascii_uppercase(), &known)
            )
        });
        self.problems.extend(told.collect::<Vec<_>>());
    }

    fn notice_unknown_keys(&mut self) {
        for (section, keys) in &self.file {
            let Some(keys) = keys.as_table() else {
                self.problems.push(format!("{section} is not a section"));
                continue;
            };
            let known = self.known.iter().filter(|(known, _)| known == section);
            let known: HashSet<String> = known.map(|(_, key)| key.clone()).collect();
            if known.is_empty() {
                let sections = self.known.iter().map(|(section, _)| section.clone()).collect();
                self.problems.push(format!(
                    "there is no section [{section}]{}",
                    nearest(section, &sections)
                ));
                continue;
            }
            for key in keys.keys().filter(|key| !known.contains(*key)) {
                self.problems.push(format!(
                    "there is no setting {section}.{key}{}",
                    nearest(key, &known)
                ));
            }
        }
    }

    #[cfg(test)]
    pub fn of(environment: &[(&str, &str)], file: &str) -> anyhow::Result<Self> {
        let pairs = environment
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Ok(Self::new(pairs, file.parse()?))
    }
}

/// Whether a variable is this program's by its name, in capitals or not.
fn is_ours(name: &str) -> bool {
    let begins = name.get(..OURS.len());
    begins.is_some_and(|begins| begins.eq_ignore_ascii_case(OURS)) || name.eq_ignore_ascii_case(DATABASE)
}

/// Services of Kubernetes whose variables begin as ours do, as that of a Service `readout` or `readout-web`: where both halves of an
/// address are told under a name.
fn services(environment: &HashMap<String, String>) -> Vec<&str> {
    let named = environment.iter().filter_map(|(name, host)| {
        let service = name.strip_suffix("_SERVICE_HOST")?;
        let port = environment.get(&format!("{service}_SERVICE_PORT"))?;
        let is_address = host.parse::<IpAddr>().is_ok() && port.parse::<u16>().is_ok();
        is_address.then_some(service)
    });
    named.collect()
}

/// Whether a variable is one of those that Kubernetes sets for a service: `X_SERVICE_HOST`, `X_SERVICE_PORT` and `X_SERVICE_PORT_HTTP`,
/// `X_PORT` with a URL, `X_PORT_8080_TCP` and `X_PORT_8080_TCP_ADDR`.
fn is_of_service(service: &str, name: &str, value: &str) -> bool {
    let Some(rest) = name.strip_prefix(service) else {
        return false;
    };
    let of_one_port = |rest: &str| {
        let (port, protocol) = rest.split_once('_').unwrap_or((rest, ""));
        let protocol = protocol.split('_').next().unwrap_or_default();
        port.parse::<u16>().is_ok() && ["TCP", "UDP", "SCTP"].contains(&protocol)
    };
    match rest {
        "_SERVICE_HOST" | "_SERVICE_PORT" => true,
        "_PORT" => value.contains("://"),
        _ => rest.starts_with("_SERVICE_PORT_") || rest.strip_prefix("_PORT_").is_some_and(of_one_port),
    }
}

/// What was probably meant: the name that is fewest slips away, the first of several by the alphabet.
fn nearest(name: &str, known: &HashSet<String>) -> String {
    let slips = |known: &&String| (strsim::damerau_levenshtein(name, known), (*known).clone());
    let meant = known.iter().min_by_key(slips);
    meant.map_or_else(String::new, |meant| format!("; the nearest is {meant}"))
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;

    fn told(environment: &[(&str, &str)], file: &str) -> String {
        let source = Source::of(environment, file).expect("a file");
        Config::read(source).expect_err("a problem").to_string()
    }

    #[test]
    fn a_misspelt_variable_stops_the_start_and_is_told_the_nearest() {
        let environment = [("READOUT_ALLOWED_EMAIL_DOMAIN", "hospital.example")];
        assert!(
            told(&environment, "")
                .contains("READOUT_ALLOWED_EMAIL_DOMAIN; the nearest is READOUT_ALLOWED_EMAIL_DOMAINS")
        );
        assert!(told(&[("READOUT_LSITEN", "127.0.0.1:0")], "").contains("the nearest is READOUT_LISTEN"));
    }

    #[test]
    fn a_variable_in_small_letters_stops_the_start() {
        for (name, meant) in [
            ("readout_allowed_email_domains", "READOUT_ALLOWED_EMAIL_DOMAINS"),
            ("Readout_Listen", "READOUT_LISTEN"),
            ("readout_config", "READOUT_CONFIG"),
            ("Database_Url", "DATABASE_URL"),
        ] {
            let told = told(&[(name, "hospital.example")], "");
            assert!(
                told.contains(&format!("no setting {name}; the nearest is {meant}")),
                "{told}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_variable_that_is_not_utf8_stops_the_start_when_it_is_ours() {
        use std::os::unix::ffi::OsStringExt;

        let read = |name: &[u8], value: &[u8]| {
            let variable = [name, value].map(|bytes| OsString::from_vec(bytes.to_vec()));
            let [name, value] = variable;
            let source = Source::of_variables([(name, value)].into_iter());
            Config::read(source).map_err(|error| error.to_string())
        };
        for name in ["READOUT_ALLOWED_EMAIL_DOMAINS", "DATABASE_URL", "readout_listen"] {
            let told = read(name.as_bytes(), b"hospital.ex\xe4mple").expect_err("a problem");
            assert!(
                told.contains(&format!("{name} holds bytes that are not UTF-8")),
                "{told}"
            );
            assert!(!told.contains("hospital"), "{told}");
        }
        let told = read(b"READOUT_LIST\xe4N", b"127.0.0.1:0").expect_err("a problem");
        assert!(told.contains("no setting READOUT_LIST"), "{told}");
        assert!(read(b"LESSOPEN", b"\xff").is_ok(), "another program's");
        assert!(read(b"LESS\xffOPEN", b"x").is_ok(), "another program's");
    }

    #[test]
    fn a_misspelt_key_is_told_the_nearest() {
        assert!(told(&[], "[server]\nlisen = 1\n").contains("server.lisen; the nearest is listen"));
        assert!(told(&[], "[sever]\nlisten = 1\n").contains("[sever]; the nearest is server"));
    }

    const SERVICE: [(&str, &str); 8] = [
        ("READOUT_SERVICE_HOST", "10.96.0.17"),
        ("READOUT_SERVICE_PORT", "8080"),
        ("READOUT_SERVICE_PORT_HTTP", "8080"),
        ("READOUT_PORT", "tcp://10.96.0.17:8080"),
        ("READOUT_PORT_8080_TCP", "tcp://10.96.0.17:8080"),
        ("READOUT_PORT_8080_TCP_PROTO", "tcp"),
        ("READOUT_PORT_8080_TCP_PORT", "8080"),
        ("READOUT_PORT_8080_TCP_ADDR", "10.96.0.17"),
    ];

    #[test]
    fn the_variables_of_a_service_in_kubernetes_are_no_settings() {
        let other = SERVICE.map(|(name, value)| (name.replacen("READOUT", "READOUT_WEB", 1), value));
        let other: Vec<(&str, &str)> = other
            .iter()
            .map(|(name, value)| (name.as_str(), *value))
            .collect();
        for environment in [SERVICE.to_vec(), other] {
            let read = Config::read(Source::of(&environment, "").expect("no file"));
            assert!(read.is_ok(), "{:?}", read.err());
        }
    }

    #[test]
    fn what_only_looks_like_a_services_variable_stops_the_start() {
        // A port that somebody meant to set, one variable without the others, and a misspelt setting beside a service.
        assert!(told(&[("READOUT_PORT", "8080")], "").contains("no setting READOUT_PORT"));
        assert!(told(&SERVICE[3..5], "").contains("no setting READOUT_PORT_8080_TCP"));
        for wrong in [
            ("READOUT_PORT", "8080"),
            ("READOUT_PORT_NAME", "http"),
            ("READOUT_LSITEN", "x"),
        ] {
            let beside: Vec<_> = SERVICE
                .into_iter()
                .filter(|(name, _)| *name != wrong.0)
                .chain([wrong])
                .collect();
            assert!(told(&beside, "").contains(&format!("no setting {}", wrong.0)));
        }
    }

    #[test]
    fn variables_of_other_programs_are_none_of_its_business() {
        let environment = [("READOUTS", "x"), ("HOME", "/"), ("READOUT_CONFIG", "file.toml")];
        assert!(Config::read(Source::of(&environment, "").expect("no file")).is_ok());
    }
}
