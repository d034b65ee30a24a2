//! All templates, read once from the files that the build embedded.

use std::collections::HashMap;
use std::sync::LazyLock;

use report::budget;

use crate::clues::Clues;
use crate::search::Offer;
use crate::template::{Template, TemplateError};

/// Folder, file name without ending, and text of every template file.
static FILES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let read = budget::suspended(|| Library::read(FILES));
    read.expect("tests/library_lint.rs reads every embedded template")
});

/// The built-in templates. They are read at the first call and stay for the life of the process.
pub fn library() -> &'static Library {
    &LIBRARY
}

/// A set of templates that can be looked up and searched.
#[derive(Debug)]
pub struct Library {
    templates: Vec<Template>,
    offers: Vec<Offer>,
    clues: Clues,
    by_id: HashMap<String, usize>,
}

/// Why the template files do not make a library.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// A file could not be read as a template.
    #[error("{folder}/{id}.toml: {source}")]
    Template {
        /// The folder of the file.
        folder: String,
        /// The file's name without its ending.
        id: String,
        /// What is wrong with it.
        source: TemplateError,
    },
    /// A file lies in the folder of the other modality, or two files have one name.
    #[error("{folder}/{id}.toml is in the wrong folder or its name is taken")]
    Misplaced {
        /// The folder of the file.
        folder: String,
        /// The file's name without its ending.
        id: String,
    },
}

impl Library {
    /// Reads template files given as folder, file name without ending, and text.
    ///
    /// # Errors
    /// When a file is not a template, lies in the wrong folder, or shares its name with another.
    pub(crate) fn read(files: &[(&str, &str, &str)]) -> Result<Self, LibraryError> {
        let mut templates = Vec::with_capacity(files.len());
        let mut by_id = HashMap::with_capacity(files.len());
        for &(folder, id, text) in files {
            let template = Template::parse(id, text).map_err(|source| LibraryError::Template {
                folder: folder.to_owned(),
                id: id.to_owned(),
                source,
            })?;
            let misplaced = template.modality.code().to_ascii_lowercase() != folder;
            if misplaced || by_id.insert(id.to_owned(), templates.len()).is_some() {
                return Err(LibraryError::Misplaced {
                    folder: folder.to_owned(),
                    id: id.to_owned(),
                });
            }
            templates.push(template);
        }
        let offers = Offer::all(&templates);
        let clues = Clues::of(&templates);
        Ok(Self {
            templates,
            offers,
            clues,
            by_id,
        })
    }

    /// Every template: CT first, then MRI, each by id.
    pub fn all(&self) -> &[Template] {
        &self.templates
    }

    /// The template with this id.
    pub fn get(&self, id: &str) -> Option<&Template> {
        self.by_id.get(id).map(|&index| &self.templates[index])
    }

    /// The template with this study name, in any case.
    pub fn by_body_part(&self, body_part: &str) -> Option<&Template> {
        let wanted = body_part.trim();
        self.templates
            .iter()
            .find(|template| template.body_part.eq_ignore_ascii_case(wanted))
    }

    /// Every template with what search knows of it.
    pub(crate) fn offers(&self) -> impl Iterator<Item = (&Template, &Offer)> {
        self.templates.iter().zip(&self.offers)
    }

    pub(crate) fn clues(&self) -> &Clues {
        &self.clues
    }

    pub(crate) fn offer(&self, template: &Template) -> Option<&Offer> {
        self.by_id.get(&template.id).map(|&index| &self.offers[index])
    }
}
