//! The lines of the library's templates, which are read once for everybody.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use clinical::document::{Context, Document};
use hashbrown::HashMap;
use report::budget;
use templates::Component;

use super::{Unit, units};
use crate::merge;

/// The ids of a template, and whether lines of one sex are left out of it, which no template is but then.
type Key = (String, bool);

/// The templates that were asked for.
static READ: LazyLock<Mutex<HashMap<Key, Arc<[Unit]>>>> = LazyLock::new(Mutex::default);

/// What a line says as it stands in the library, in the light of its own study.
pub(super) struct Said {
    text: String,
    context: Arc<Context>,
    document: Document,
}

impl Said {
    /// What a line of this text says in the light of a study; nothing when it is read otherwise than in the library.
    pub(super) fn document(&self, text: &str, context: &Context) -> Option<Document> {
        (self.text == text && *self.context == *context).then(|| self.document.clone())
    }
}

/// The lines of a template.
pub(super) fn lines(part: &Component) -> Arc<[Unit]> {
    let key = (part.ids.join(" "), matches!(part.template, Cow::Owned(_)));
    let known = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(read) = known().get(&key) {
        return Arc::clone(read);
    }
    let read = budget::suspended(|| read(part));
    known().insert(key, Arc::clone(&read));
    read
}

/// Nothing that a user says bears upon it: a template of the library, by its own name.
fn read(part: &Component) -> Arc<[Unit]> {
    let context = Arc::new(merge::context(&part.template.body_part));
    let lines = part.template.findings.iter();
    let lines = lines.map(|line| (line.text.as_str(), Some(line.anatomy.as_str())));
    let of_everybody = |unit: Unit| Unit {
        said: Some(Arc::new(Said {
            document: unit.document(&context),
            text: unit.text.clone(),
            context: Arc::clone(&context),
        })),
        ..unit
    };
    units(lines).into_iter().map(of_everybody).collect()
}
