//! How a user wants reports written, as codes.

/// The codes of a user's report style. What they may be, and what each means, is the business of whoever writes reports; here they are
/// only kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportStyle {
    /// How the findings are laid out.
    pub layout: String,
    /// British or American spelling, or as dictated.
    pub spelling: String,
    /// How two neighbouring vertebral levels are written, or as dictated.
    pub levels: String,
}
