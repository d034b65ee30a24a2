//! What an installation decides about itself.

use accounts::billing::Billing;
use accounts::{AllowedDomains, EmailAddress};
use url::Url;

use crate::http::client::TrustedProxies;
use crate::webhooks::razorpay::RazorpaySettings;

/// Address, contact and payment links of this installation.
#[derive(Debug, Clone)]
pub struct Site {
    /// Where browsers reach Readout; its scheme decides whether cookies are `Secure`.
    pub public_url: Url,
    /// Whose word about clients is taken.
    pub trusted_proxies: TrustedProxies,
    /// Whom users write to.
    pub support_email: String,
    /// Who may use the admin panel.
    pub admin_emails: Vec<EmailAddress>,
    /// Whose addresses may sign in. Every way of signing in asks it.
    pub allowed_domains: AllowedDomains,
    /// Whether users pay.
    pub billing: Billing,
    /// How Razorpay proves that a user has paid; none means that its webhook is refused.
    pub razorpay: Option<RazorpaySettings>,
    /// Payment page for users in India; none means that payment is not set up.
    pub pay_url_india: Option<Url>,
    /// Payment page for everybody else.
    pub pay_url_international: Option<Url>,
    /// Where administrators see what was paid.
    pub payment_dashboard_url: Url,
    /// How many hours a browser keeps finished reports, encrypted; 0 keeps none.
    pub recent_reports_hours: u32,
}

impl Site {
    /// The public URL without a slash at its end.
    pub fn base(&self) -> &str {
        self.public_url.as_str().trim_end_matches('/')
    }

    /// Whether browsers come over TLS.
    pub fn is_https(&self) -> bool {
        self.public_url.scheme() == "https"
    }
}
