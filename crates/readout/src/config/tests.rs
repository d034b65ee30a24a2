//! What a configuration is, and what is told of one that cannot be used.

use super::*;

#[test]
fn needs_nothing() {
    let config = Config::read(Source::of(&[], "").expect("no file")).expect("defaults");
    assert_eq!(config.server.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.database.url.expose(), "sqlite://data/readout.sqlite");
    assert_eq!(config.speech.engine, SpeechEngine::Embedded);
    assert_eq!(config.structuring.engine, StructuringEngine::Rules);
    let report = config.structuring.timeout;
    assert_eq!(config.server.shutdown_timeout, report + Duration::from_secs(30));
    assert_eq!(config.site.recent_reports_hours, 24);
    assert_eq!(
        config.site.payment_dashboard_url.as_str(),
        "https://dashboard.razorpay.com/"
    );
}

#[test]
fn users_write_to_an_address() {
    let is_taken = |email: &str| {
        Config::read(Source::of(&[("READOUT_SUPPORT_EMAIL", email)], "").expect("no file")).is_ok()
    };
    assert!(is_taken("it@hospital.example"));
    assert!(!is_taken("banana"));
}

#[test]
fn a_payment_dashboard_is_a_page() {
    let dashboard = |value: &str| {
        let source = Source::of(&[("READOUT_PAYMENT_DASHBOARD_URL", value)], "").expect("no file");
        let config = Config::read(source).ok();
        config.map(|config| config.site.payment_dashboard_url.to_string())
    };
    assert_eq!(
        dashboard("https://pay.example/all"),
        Some("https://pay.example/all".to_owned())
    );
    assert_eq!(dashboard("javascript:alert(1)"), None);
}

#[test]
fn keeps_recent_reports_for_a_month_at_the_most() {
    let hours = |value: &str| {
        let source = Source::of(&[("READOUT_RECENT_REPORTS_HOURS", value)], "").expect("no file");
        Config::read(source)
            .ok()
            .map(|config| config.site.recent_reports_hours)
    };
    assert_eq!(hours("0"), Some(0));
    assert_eq!(hours("720"), Some(720));
    assert_eq!(hours("721"), None);
    assert_eq!(hours("-1"), None);
    assert_eq!(hours("a day"), None);
}

#[test]
fn keeps_no_administrator_out() {
    let is_taken = |domains: &str, admins: &str| {
        let environment = [
            ("READOUT_ALLOWED_EMAIL_DOMAINS", domains),
            ("READOUT_ADMIN_EMAILS", admins),
        ];
        Config::read(Source::of(&environment, "").expect("no file")).is_ok()
    };
    assert!(is_taken("", "admin@anywhere.example"));
    assert!(is_taken("hospital.example", "admin@hospital.example"));
    assert!(!is_taken("hospital.example", "admin@elsewhere.example"));
    assert!(!is_taken("hospital", ""));
}

/// A list of which nothing is left lets everybody in, or nobody: whoever set it meant neither.
#[test]
fn takes_no_list_without_an_entry() {
    for name in [
        "READOUT_ALLOWED_EMAIL_DOMAINS",
        "READOUT_ADMIN_EMAILS",
        "READOUT_TRUSTED_PROXIES",
        "READOUT_RAZORPAY_WEBHOOK_SECRET",
    ] {
        let read = |value: &str| Config::read(Source::of(&[(name, value)], "").expect("no file"));
        assert!(read(" ").is_ok(), "{name} is not set");
        for value in [",", " , ,", ",,,"] {
            let told = read(value).expect_err("a problem").to_string();
            assert!(told.contains(name), "{told}");
        }
    }
}

#[test]
fn prefers_the_environment_to_the_file() {
    let file = "[server]\nlisten = \"0.0.0.0:80\"\nlog = \"warn\"";
    let source = Source::of(&[("READOUT_LISTEN", "127.0.0.1:0")], file).expect("a file");
    let config = Config::read(source).expect("a configuration");
    assert_eq!(config.server.listen.port(), 0);
    assert_eq!(config.server.log, "warn");
}

#[test]
fn an_empty_variable_hides_nothing() {
    let file = "[database]\nurl = \"postgres://db/readout\"";
    let source = Source::of(&[("DATABASE_URL", " ")], file).expect("a file");
    let config = Config::read(source).expect("a configuration");
    assert_eq!(config.database.url.expose(), "postgres://db/readout");
}

#[test]
fn takes_no_public_url_that_is_more_than_a_server() {
    let is_taken = |url: &str| {
        let source = Source::of(&[("READOUT_PUBLIC_URL", url)], "").expect("no file");
        Config::read(source).is_ok()
    };
    assert!(is_taken("https://readout.example.org"));
    assert!(is_taken("http://localhost:8080/"));
    for url in [
        "ftp://readout.example.org",
        "https://readout.example.org/path",
        "https://user:hush@readout.example.org",
        "https://readout.example.org/?a=b",
    ] {
        assert!(!is_taken(url), "{url}");
    }
}

#[test]
fn reports_every_problem_at_once() {
    let environment = [
        ("READOUT_LISTEN", "here"),
        ("READOUT_SMTP_URL", "smtp://x"),
        ("DATABASE_URL", "mysql://x"),
        ("READOUT_TRUSTED_PROXIES", "proxy.example"),
    ];
    let source = Source::of(&environment, "[server]\nlisen = 1\n[sight]\n").expect("a file");
    let told = Config::read(source).expect_err("five problems").to_string();
    for problem in [
        "READOUT_LISTEN",
        "READOUT_MAIL_FROM",
        "DATABASE_URL",
        "READOUT_TRUSTED_PROXIES",
        "server.lisen",
        "sight",
    ] {
        assert!(told.contains(problem), "{problem} is missing in: {told}");
    }
}

#[test]
fn shows_no_secret_in_debug_output() {
    let environment = [
        ("READOUT_SPEECH_KEY", "hush"),
        ("DATABASE_URL", "postgres://u:hush@h/d"),
        ("READOUT_SMTP_URL", "smtp://u:hush@h"),
        ("READOUT_MAIL_FROM", "a@b.example"),
    ];
    let source = Source::of(&environment, "").expect("no file");
    let shown = format!("{:?}", Config::read(source).expect("a configuration"));
    assert!(!shown.contains("hush"), "{shown}");
}
