//! `[sign_in]`: who else vouches for users.

use server::login::providers::{GITHUB, GOOGLE_ISSUER, GitHubSettings, OpenIdSettings, ProviderSettings};
use url::Url;

use super::Secret;
use super::source::Source;

/// `[sign_in]`: providers of sign-in. Each needs what it gave when Readout was registered there (docs/SIGN-IN.md).
#[derive(Debug)]
pub struct SignInConfig {
    /// `oidc_issuer`, `READOUT_OIDC_ISSUER`: an OpenID Connect issuer, to the letter as it calls itself; with it
    /// `oidc_client_id`, `READOUT_OIDC_CLIENT_ID`; `oidc_client_secret`, `READOUT_OIDC_CLIENT_SECRET` or `READOUT_OIDC_CLIENT_SECRET_FILE`,
    /// which a public client has not; and `oidc_name`, `READOUT_OIDC_NAME`: what the button says after "Continue with". Default
    /// `single sign-on`.
    pub oidc: Option<OidcConfig>,
    /// `google_client_id`, `READOUT_GOOGLE_CLIENT_ID`, and `google_client_secret`, `READOUT_GOOGLE_CLIENT_SECRET` or
    /// `READOUT_GOOGLE_CLIENT_SECRET_FILE`.
    pub google: Option<ClientConfig>,
    /// `github_client_id`, `READOUT_GITHUB_CLIENT_ID`, and `github_client_secret`, `READOUT_GITHUB_CLIENT_SECRET` or
    /// `READOUT_GITHUB_CLIENT_SECRET_FILE`.
    pub github: Option<ClientConfig>,
    /// `github_url`, `READOUT_GITHUB_URL`: a GitHub Enterprise server. Default `https://github.com`.
    pub github_url: Option<Url>,
}

/// An issuer and what it knows this installation by.
#[derive(Debug)]
pub struct OidcConfig {
    issuer: String,
    name: String,
    client_id: String,
    client_secret: Option<Secret>,
}

/// What a provider knows this installation by.
#[derive(Debug)]
pub struct ClientConfig {
    client_id: String,
    client_secret: Secret,
}

/// Reads the section.
pub fn read(source: &mut Source) -> SignInConfig {
    let github_url = source.parsed(
        "sign_in",
        "github_url",
        "READOUT_GITHUB_URL",
        "a URL, such as https://github.example.org",
    );
    if github_url.as_ref().is_some_and(|url| !is_secure(url)) {
        source
            .problem("READOUT_GITHUB_URL must begin with https:// and end with the server's name or a path");
    }
    let github = client(source, "github");
    if github_url.is_some() && github.is_none() {
        source.problem("READOUT_GITHUB_URL is set, but READOUT_GITHUB_CLIENT_ID is not");
    }
    SignInConfig {
        oidc: oidc(source),
        google: client(source, "google"),
        github,
        github_url,
    }
}

fn oidc(source: &mut Source) -> Option<OidcConfig> {
    let issuer = source.text("sign_in", "oidc_issuer", "READOUT_OIDC_ISSUER");
    let client_id = source.text("sign_in", "oidc_client_id", "READOUT_OIDC_CLIENT_ID");
    let client_secret = secret(source, "oidc");
    let name = source.text("sign_in", "oidc_name", "READOUT_OIDC_NAME");
    if let Some(issuer) = &issuer
        && !Url::parse(issuer).is_ok_and(|url| is_secure(&url))
    {
        source.problem(
            "READOUT_OIDC_ISSUER must begin with https:// (http:// on this computer alone) and have neither query nor fragment",
        );
    }
    match (issuer, client_id) {
        (Some(issuer), Some(client_id)) => Some(OidcConfig {
            issuer,
            name: name.unwrap_or_else(|| "single sign-on".to_owned()),
            client_id,
            client_secret,
        }),
        (Some(_), None) => {
            source.problem("READOUT_OIDC_ISSUER is set, so READOUT_OIDC_CLIENT_ID must be set too");
            None
        }
        (None, client_id) => {
            if client_id.is_some() || client_secret.is_some() || name.is_some() {
                source.problem("a setting READOUT_OIDC_... is set, but READOUT_OIDC_ISSUER is not");
            }
            None
        }
    }
}

/// A provider that has both an ID and a secret.
fn client(source: &mut Source, provider: &str) -> Option<ClientConfig> {
    let variable = variable(provider);
    let client_id = source.text(
        "sign_in",
        &format!("{provider}_client_id"),
        &format!("{variable}_ID"),
    );
    let client_secret = secret(source, provider);
    match (client_id, client_secret) {
        (Some(client_id), Some(client_secret)) => Some(ClientConfig {
            client_id,
            client_secret,
        }),
        (Some(_), None) => {
            source.problem(&format!(
                "{variable}_ID is set, so {variable}_SECRET must be set too"
            ));
            None
        }
        (None, Some(_)) => {
            source.problem(&format!("{variable}_SECRET is set, but {variable}_ID is not"));
            None
        }
        (None, None) => None,
    }
}

/// A client's secret, from a setting or from the file that another setting names.
fn secret(source: &mut Source, provider: &str) -> Option<Secret> {
    let variable = format!("{}_SECRET", variable(provider));
    source.secret("sign_in", &format!("{provider}_client_secret"), &variable)
}

fn variable(provider: &str) -> String {
    format!("READOUT_{}_CLIENT", provider.to_ascii_uppercase())
}

/// Whether nobody reads what is sent there, and nothing stands in it that an issuer's address has not.
fn is_secure(url: &Url) -> bool {
    outside::is_private_on_the_way(url)
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none()
}

impl SignInConfig {
    /// The same as the server takes it.
    pub fn settings(&self) -> ProviderSettings {
        let exposed = |secret: &Secret| secret.expose().to_owned();
        ProviderSettings {
            oidc: self.oidc.as_ref().map(|oidc| OpenIdSettings {
                label: oidc.name.clone(),
                issuer: oidc.issuer.clone(),
                client_id: oidc.client_id.clone(),
                client_secret: oidc.client_secret.as_ref().map(exposed),
            }),
            google: self.google.as_ref().map(|google| OpenIdSettings {
                label: "Google".to_owned(),
                issuer: GOOGLE_ISSUER.to_owned(),
                client_id: google.client_id.clone(),
                client_secret: Some(exposed(&google.client_secret)),
            }),
            github: self.github.as_ref().map(|github| GitHubSettings {
                url: self.github_url.clone().unwrap_or_else(github_address),
                client_id: github.client_id.clone(),
                client_secret: exposed(&github.client_secret),
            }),
        }
    }
}

fn github_address() -> Url {
    Url::parse(GITHUB).expect("GitHub's address")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(environment: &[(&str, &str)]) -> anyhow::Result<SignInConfig> {
        let mut source = Source::of(environment, "")?;
        let config = read(&mut source);
        source.finish()?;
        Ok(config)
    }

    #[test]
    fn nobody_is_trusted_when_nothing_is_set() {
        let settings = config(&[]).expect("nothing is needed").settings();
        assert!(settings.oidc.is_none() && settings.google.is_none() && settings.github.is_none());
    }

    #[test]
    fn reads_every_provider() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("secret");
        std::fs::write(&file, "hush\n").expect("written");
        let settings = config(&[
            (
                "READOUT_OIDC_ISSUER",
                "https://login.hospital.example/realms/staff",
            ),
            ("READOUT_OIDC_CLIENT_ID", "readout"),
            ("READOUT_OIDC_NAME", "St. Elsewhere"),
            ("READOUT_GOOGLE_CLIENT_ID", "id"),
            (
                "READOUT_GOOGLE_CLIENT_SECRET_FILE",
                file.to_str().expect("a path"),
            ),
            ("READOUT_GITHUB_CLIENT_ID", "id"),
            ("READOUT_GITHUB_CLIENT_SECRET", "hush"),
            ("READOUT_GITHUB_URL", "https://github.hospital.example"),
        ]);
        let config = settings.expect("a configuration");
        assert!(!format!("{config:?}").contains("hush"), "{config:?}");
        let settings = config.settings();
        assert!(!format!("{settings:?}").contains("hush"), "{settings:?}");
        let oidc = settings.oidc.expect("an issuer");
        assert_eq!(
            oidc.issuer, "https://login.hospital.example/realms/staff",
            "to the letter"
        );
        assert_eq!((oidc.label.as_str(), oidc.client_secret), ("St. Elsewhere", None));
        let google = settings.google.expect("Google");
        assert_eq!(google.issuer, "https://accounts.google.com");
        assert_eq!(google.client_secret.as_deref(), Some("hush"));
        let github = settings.github.expect("GitHub");
        assert_eq!(github.url.as_str(), "https://github.hospital.example/");
    }

    #[test]
    fn half_a_configuration_is_a_problem() {
        let check = |environment: &[(&str, &str)], problem: &str| {
            let told = config(environment).expect_err(problem).to_string();
            assert!(told.contains(problem), "{problem} is missing in: {told}");
        };
        check(
            &[("READOUT_GOOGLE_CLIENT_ID", "id")],
            "READOUT_GOOGLE_CLIENT_SECRET must",
        );
        check(
            &[("READOUT_GITHUB_CLIENT_SECRET", "s")],
            "READOUT_GITHUB_CLIENT_ID is not",
        );
        check(
            &[("READOUT_OIDC_ISSUER", "https://i.example")],
            "READOUT_OIDC_CLIENT_ID must",
        );
        check(&[("READOUT_OIDC_NAME", "Here")], "READOUT_OIDC_ISSUER is not");
        check(
            &[("READOUT_GITHUB_URL", "https://g.example")],
            "READOUT_GITHUB_CLIENT_ID is not",
        );
        check(
            &[
                ("READOUT_GOOGLE_CLIENT_ID", "id"),
                ("READOUT_GOOGLE_CLIENT_SECRET_FILE", "/nowhere"),
            ],
            "READOUT_GOOGLE_CLIENT_SECRET_FILE",
        );
        for issuer in [
            "http://login.hospital.example",
            "login.hospital.example",
            "https://i.example/?a=b",
        ] {
            check(
                &[("READOUT_OIDC_ISSUER", issuer), ("READOUT_OIDC_CLIENT_ID", "id")],
                "READOUT_OIDC_ISSUER must begin",
            );
        }
    }
}
