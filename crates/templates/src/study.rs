//! What a request names: one study, several done together, or one whose template depends on a sex that is not known.

use std::borrow::Cow;

use report::modality::Modality;
use report::sex::{self, Sex};

use crate::library::Library;
use crate::request::Request;
use crate::template::{Line, Template};

/// The templates of the studies that a report is of, in the order in which they were named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Study {
    /// One for each.
    pub parts: Vec<Component>,
}

/// One of the studies that a report is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// The ids of the template, or of those for either sex.
    pub ids: Vec<String>,
    /// Its normals; without any line of one sex alone where the sex is not known.
    pub template: Cow<'static, Template>,
}

impl Study {
    /// The ids of the templates.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().flat_map(|part| &part.ids).map(String::as_str)
    }

    /// Its name as the user sees it: `CT Brain + CT Cervical Spine`.
    pub fn name(&self) -> String {
        let names: Vec<&str> = self
            .parts
            .iter()
            .map(|part| part.template.body_part.as_str())
            .collect();
        names.join(" + ")
    }

    /// The templates, each as a report of its own.
    pub fn text(&self) -> String {
        let texts: Vec<String> = self
            .parts
            .iter()
            .map(|part| part.template.report_text().to_string())
            .collect();
        texts.join("\n\n")
    }
}

impl From<&'static Template> for Study {
    fn from(template: &'static Template) -> Self {
        Self {
            parts: vec![Component::from(template)],
        }
    }
}

impl From<&'static Template> for Component {
    fn from(template: &'static Template) -> Self {
        Self {
            ids: vec![template.id.clone()],
            template: Cow::Borrowed(template),
        }
    }
}

impl Library {
    /// The study to fill a report with: one template, as [`Library::best`] has it, or those of all the studies that the request names
    /// (`CT head and cervical spine`, `MRI brain with MRV`). Where a template depends on the sex and that is not known, it is without
    /// any line of one sex alone.
    pub fn study(&'static self, query: &str, modality: Option<Modality>, sex: Option<Sex>) -> Option<Study> {
        let request = self.known(query, modality, sex);
        // "CT abdomen and MRI pelvis" is no CT of both.
        let whole = self.part(&request, query).filter(|_| !request.mixed);
        if whole
            .as_ref()
            .is_some_and(|part| self.answers_all(&request, part))
        {
            return whole.map(|part| Study { parts: vec![part] });
        }
        self.together(&request, query)
            .or(whole.map(|part| Study { parts: vec![part] }))
    }

    /// Whether a template is for everything that is asked for, what comes along too.
    fn answers_all(&self, request: &Request, part: &Component) -> bool {
        let offer = self.get(&part.ids[0]).and_then(|template| self.offer(template));
        offer.is_some_and(|offer| request.is_all_in(offer.request()))
    }

    /// The fewest studies that together are what is asked for.
    fn together(&'static self, whole: &Request, query: &str) -> Option<Study> {
        Request::divisions(query, whole).into_iter().find_map(|requests| {
            let mut parts: Vec<Component> = Vec::with_capacity(requests.len());
            for request in &requests {
                let part = self.part(request, "")?;
                if !self.answers_all(request, &part) || parts.iter().any(|other| other.ids == part.ids) {
                    return None;
                }
                parts.push(part);
            }
            Some(Study { parts })
        })
    }
}

impl Study {
    /// Which of the studies a name means: the first with a region or a kind of study that it names.
    pub fn named(&self, name: &str) -> Option<usize> {
        let asked = Request::read(name);
        let has = |part: &Component| asked.shares_with(&Request::read(&part.template.body_part));
        self.parts.iter().position(has)
    }
}

impl Template {
    /// The template without any line or word of one sex alone, which is not known: what it shares with the `other` one.
    pub(crate) fn of_either_sex(&self, other: &Self) -> Self {
        let is_of_one = |line: &Line| !other.findings.iter().any(|of_other| of_other.text == line.text);
        Self {
            body_part: without_sex(&self.body_part),
            sex: None,
            technique: [self, other]
                .map(|template| without_sex(&template.technique))
                .into_iter()
                .find(|technique| sex::detect(technique).is_none())
                .unwrap_or_default(),
            findings: self
                .findings
                .iter()
                .filter(|line| !is_of_one(line))
                .cloned()
                .collect(),
            impression: self
                .impression
                .iter()
                .map(|line| without_sex(line))
                .filter(|line| sex::detect(line).is_none())
                .collect(),
            ..self.clone()
        }
    }
}

/// `CT of the male pelvis` of a pelvis whose sex is not known.
fn without_sex(text: &str) -> String {
    let words = text
        .split(' ')
        .filter(|word| Sex::parse(word).is_none_or(|_| word.len() == 1));
    words.collect::<Vec<_>>().join(" ")
}
