//! The bullets of the findings: one an organ group, or one a statement, as the user has it.

mod groups;

use clinical::document::{Context, Document};
use clinical::knowledge::{StructureId, knowledge};
use report::section::SectionKind;
use report::statement::Statement;
use report::style::Layout;

use crate::merge;

pub use groups::Groups;
pub(crate) use groups::organ_of;

/// A bullet of the findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bullet {
    /// How many statements it holds.
    pub statements: usize,
    /// The name of its organ, where that stands in front.
    pub label: Option<String>,
    /// Whether it is the name of a study, which stands on a line of its own above its findings.
    pub is_heading: bool,
}

/// What decides in which bullet a statement stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    pub(crate) organ: Option<StructureId>,
    pub(crate) is_heading: bool,
    /// Whether it begins with a label of its own: "Liver: ".
    pub(crate) is_labelled: bool,
}

impl Member {
    /// A statement by what it says alone, as far as it was understood in the light of its study.
    fn of(statement: &Statement, context: &Context) -> Self {
        let document = Document::of([statement.text.as_str()], context);
        Self {
            organ: organ_of(&document.facts),
            is_heading: false,
            is_labelled: is_labelled(statement),
        }
    }

    fn goes_on_with(&self, next: &Self) -> bool {
        self.organ.is_some()
            && self.organ == next.organ
            && !self.is_heading
            && !next.is_heading
            && !next.is_labelled
    }
}

/// The bullets of findings of which nothing is known but what they say.
pub(crate) fn of(statements: &[Statement], study: &str, layout: Layout) -> Vec<Bullet> {
    let context = merge::context(study);
    let findings = statements
        .iter()
        .filter(|statement| statement.section == SectionKind::Findings);
    let members: Vec<Member> = findings
        .map(|statement| Member::of(statement, &context))
        .collect();
    bullets(&members, layout)
}

/// Whether a statement begins with a label.
pub(crate) fn is_labelled(statement: &Statement) -> bool {
    merge::labelled(&statement.text).0.is_some()
}

/// The bullets of statements in their order.
pub(crate) fn bullets(members: &[Member], layout: Layout) -> Vec<Bullet> {
    members
        .chunk_by(|one, next| layout != Layout::Statement && one.goes_on_with(next))
        .map(|bullet| Bullet {
            statements: bullet.len(),
            label: bullet[0]
                .organ
                .filter(|_| layout == Layout::Labelled && !bullet[0].is_labelled && !bullet[0].is_heading)
                .map(|organ| knowledge().label(organ)),
            is_heading: bullet[0].is_heading,
        })
        .collect()
}

/// The findings as text: a `- ` line a bullet, the name of a study on a line of its own.
pub(crate) fn findings_text(statements: &[&str], bullets: &[Bullet]) -> String {
    let mut rest = statements;
    let mut lines = Vec::with_capacity(bullets.len());
    for bullet in bullets {
        let (own, behind) = rest.split_at(bullet.statements.min(rest.len()));
        rest = behind;
        let text = own.join(" ");
        lines.push(match (&bullet.label, bullet.is_heading) {
            (_, true) => text,
            (Some(label), false) => format!("- {label}: {text}"),
            (None, false) => format!("- {text}"),
        });
    }
    lines.extend(rest.iter().map(|text| format!("- {text}")));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(organ: &str) -> Member {
        Member {
            organ: knowledge().structure_named(organ),
            is_heading: false,
            is_labelled: false,
        }
    }

    fn laid_out(layout: Layout) -> String {
        let members = [
            member("liver"),
            member("liver"),
            member("spleen"),
            member("no-such-organ"),
        ];
        let text = [
            "2 cm cyst in segment 4.",
            "No duct is dilated.",
            "Spleen is normal.",
            "Rest is clear.",
        ];
        findings_text(&text, &bullets(&members, layout))
    }

    #[test]
    fn what_is_said_of_an_organ_stands_in_one_bullet() {
        assert_eq!(
            laid_out(Layout::Organ),
            "- 2 cm cyst in segment 4. No duct is dilated.\n- Spleen is normal.\n- Rest is clear."
        );
    }

    #[test]
    fn each_statement_has_a_bullet_where_that_is_wished() {
        assert_eq!(laid_out(Layout::Statement).matches("- ").count(), 4);
    }

    #[test]
    fn the_name_of_the_organ_stands_in_front_where_that_is_wished() {
        assert_eq!(
            laid_out(Layout::Labelled),
            "- Liver: 2 cm cyst in segment 4. No duct is dilated.\n- Spleen: Spleen is normal.\n- Rest is clear."
        );
    }
}
