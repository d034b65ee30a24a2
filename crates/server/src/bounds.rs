//! How long a text may be that somebody sends.

use crate::http::error::ApiError;

/// Dictations, reports, findings and previous reports, in characters.
pub const LONGEST_TEXT: usize = 200_000;
/// What stands in a field of one line: names, identifiers, dates.
pub const LONGEST_FIELD: usize = 200;

/// Refuses a text past [`LONGEST_TEXT`]; `what` begins the sentence, such as `The dictation`.
pub fn text(what: &str, text: &str) -> Result<(), ApiError> {
    if text.len() > LONGEST_TEXT && text.chars().count() > LONGEST_TEXT {
        return Err(ApiError::too_large(format!(
            "{what} may have at most 200,000 characters."
        )));
    }
    Ok(())
}

/// Refuses a field past [`LONGEST_FIELD`].
pub fn field(what: &str, text: &str) -> Result<(), ApiError> {
    if text.chars().count() > LONGEST_FIELD {
        return Err(ApiError::unprocessable(
            "field_too_long",
            format!("{what} may have at most {LONGEST_FIELD} characters."),
        ));
    }
    Ok(())
}
