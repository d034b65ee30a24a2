//! The words of `data/lines.toml`, by which a line of a template is read.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use crate::patterns::{self, any};

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    wide: HashSet<String>,
    tissues: HashSet<String>,
    vessels: HashSet<String>,
    joins: Vec<String>,
    between: Vec<String>,
    joins_marrow: Vec<String>,
    bones: Vec<String>,
    midline: Vec<String>,
    before_midline: Vec<String>,
    none: Vec<String>,
    denies: String,
    is: String,
    anything: Vec<String>,
    goes_on: Vec<String>,
}

/// By what a line of a template is read.
pub(crate) struct Lines {
    /// Structures beside which a line is about another.
    pub(crate) wide: HashSet<String>,
    /// Structures that are those of what was named before them.
    pub(crate) tissues: HashSet<String>,
    /// Structures that are any vessel.
    pub(crate) vessels: HashSet<String>,
    /// Joins a tissue to another structure.
    pub(crate) joins: Vec<String>,
    /// May stand between the two.
    pub(crate) between: Vec<String>,
    /// Joins marrow to another structure.
    pub(crate) joins_marrow: Vec<String>,
    /// Names of all bones without a plural ending.
    pub(crate) bones: Vec<String>,
    /// Where what the label names is.
    pub(crate) midline: Regex,
    /// A denial of what the label names; the first group is what it says more.
    pub(crate) none: Regex,
    /// Denies what stands behind it.
    pub(crate) denies: String,
    /// Joins a label to what is said of it.
    pub(crate) is: String,
    /// Parts of words by which a denial praises.
    pub(crate) anything: Vec<String>,
    /// Beginnings of a line that goes on with the structure of the one before.
    pub(crate) goes_on: Vec<String>,
}

/// The file is part of the program: one that cannot be read is a defect of the build and ends it.
pub(crate) static LINES: LazyLock<Lines> = LazyLock::new(|| {
    let file: File =
        toml::from_str(include_str!("../data/lines.toml")).unwrap_or_else(|error| panic!("lines: {error}"));
    let pattern = |pattern: String| patterns::pattern(&pattern);
    Lines {
        midline: pattern(format!(
            r"^(?:{} )?{}\b[^a-z]*$",
            any(&file.before_midline),
            any(&file.midline)
        )),
        none: pattern(format!(r"^{}\b([^.;,]*)[.;]?$", any(&file.none))),
        wide: file.wide,
        tissues: file.tissues,
        vessels: file.vessels,
        joins: file.joins,
        between: file.between,
        joins_marrow: file.joins_marrow,
        bones: file.bones,
        denies: file.denies,
        is: file.is,
        anything: file.anything,
        goes_on: file.goes_on,
    }
});
