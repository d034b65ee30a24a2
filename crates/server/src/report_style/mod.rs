//! How the user wants reports written. The store keeps codes; here they are checked and become what reports are written by.

pub mod get;
pub mod put;

use accounts::UserId;
use accounts::report_style::ReportStyle;
use report::orthography::Orthography;
use report::style::{Layout, LevelForm, Style};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use crate::http::error::ApiError;
use crate::state::App;

/// The code of what stays as it was dictated.
const DICTATED: &str = "dictated";

/// How a user's reports are written, as it is read and saved. Sizes keep the order in which they were dictated.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct ReportStyleBody {
    #[schema(schema_with = layouts)]
    layout: String,
    #[schema(schema_with = spellings)]
    spelling: String,
    #[schema(schema_with = level_forms)]
    levels: String,
}

impl ReportStyleBody {
    fn parse(&self) -> Result<Style, ApiError> {
        Ok(Style {
            layout: Layout::parse(&self.layout).ok_or_else(|| {
                unknown("The layout must be \u{201c}organ\u{201d}, \u{201c}statement\u{201d} or \u{201c}labelled\u{201d}.")
            })?,
            spelling: unless_dictated(&self.spelling, Orthography::parse).ok_or_else(|| {
                unknown(
                    "The spelling must be \u{201c}dictated\u{201d}, \u{201c}british\u{201d} or \u{201c}american\u{201d}.",
                )
            })?,
            levels: unless_dictated(&self.levels, LevelForm::parse).ok_or_else(|| {
                unknown("Levels must be \u{201c}dictated\u{201d}, \u{201c}full\u{201d} or \u{201c}short\u{201d}.")
            })?,
        })
    }
}

/// How a user's reports are written; the usual way when none was saved.
pub async fn style_of(app: &App, user: UserId) -> Result<Style, ApiError> {
    let kept = app.store.report_style(user).await?;
    Ok(kept.as_ref().map(style_from).unwrap_or_default())
}

/// What is kept was checked. A code that only another version knows leaves its part as usual: no dictation fails for it.
fn style_from(kept: &ReportStyle) -> Style {
    let usual = Style::default();
    Style {
        layout: Layout::parse(&kept.layout).unwrap_or(usual.layout),
        spelling: unless_dictated(&kept.spelling, Orthography::parse).unwrap_or(usual.spelling),
        levels: unless_dictated(&kept.levels, LevelForm::parse).unwrap_or(usual.levels),
    }
}

/// `Some(None)` for what stays as dictated, `None` for a code that nothing has.
fn unless_dictated<T>(code: &str, parse: fn(&str) -> Option<T>) -> Option<Option<T>> {
    if code == DICTATED {
        return Some(None);
    }
    parse(code).map(Some)
}

fn unknown(sentence: &'static str) -> ApiError {
    ApiError::unprocessable("unknown_style", sentence)
}

impl From<Style> for ReportStyleBody {
    fn from(style: Style) -> Self {
        Self {
            layout: style.layout.code().to_owned(),
            spelling: style.spelling.map_or(DICTATED, Orthography::code).to_owned(),
            levels: style.levels.map_or(DICTATED, LevelForm::code).to_owned(),
        }
    }
}

impl From<ReportStyleBody> for ReportStyle {
    fn from(body: ReportStyleBody) -> Self {
        Self {
            layout: body.layout,
            spelling: body.spelling,
            levels: body.levels,
        }
    }
}

fn layouts() -> Object {
    one_of(
        Layout::ALL.map(Layout::code),
        "How the findings are laid out. `organ`: a line holds what is said of one organ group. `statement`: a line holds one statement. `labelled`: as `organ`, and a line begins with the organ's name.",
    )
}

fn spellings() -> Object {
    let [british, american] = Orthography::ALL.map(Orthography::code);
    one_of(
        [DICTATED, british, american],
        "British or American spelling throughout, or as dictated.",
    )
}

fn level_forms() -> Object {
    let [full, short] = LevelForm::ALL.map(LevelForm::code);
    one_of(
        [DICTATED, full, short],
        "How two neighbouring vertebral levels are written: `full` is L4-L5, `short` is L4-5.",
    )
}

fn one_of(codes: [&'static str; 3], description: &'static str) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(codes))
        .description(Some(description))
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_back_and_an_unknown_part_is_as_usual() {
        let style = Style {
            layout: Layout::Labelled,
            spelling: Some(Orthography::British),
            levels: Some(LevelForm::Short),
        };
        let mut kept = ReportStyle::from(ReportStyleBody::from(style));
        assert_eq!(style_from(&kept), style);
        kept.layout = "of-tomorrow".to_owned();
        let usual = Layout::default();
        assert_eq!(
            style_from(&kept),
            Style {
                layout: usual,
                ..style
            }
        );
    }
}
