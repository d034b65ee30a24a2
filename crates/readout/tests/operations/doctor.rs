//! `readout doctor` on a machine that is in order, and on one where each thing in turn is not.

mod database;
mod peer;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use crate::support::{readout, start, told};
use peer::{Peer, http, mail_server};

/// Nobody listens there.
const NOBODY: &str = "127.0.0.1:1";
/// Stands in every secret of these tests.
const SECRET: &str = "hush-hush";

/// What doctor found with these settings, and whether it was content.
fn examine(data: &Path, settings: &[(&str, &str)]) -> (Vec<Value>, bool) {
    let mut command = readout(data);
    command.args(["doctor", "--json"]).envs(settings.iter().copied());
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        !text.contains(SECRET) && !complaint.contains(SECRET),
        "{text}{complaint}"
    );
    let found: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("JSON in {text}, {complaint}"));
    let found = found["findings"].as_array().expect("findings").clone();
    let problems = found.iter().any(|finding| finding["state"] == "problem");
    assert_eq!(problems, !output.status.success(), "{text}{complaint}");
    for finding in &found {
        let is_ok = finding["state"] == "ok";
        assert_eq!(
            finding["fix"].is_null(),
            is_ok,
            "what is not in order can be mended: {finding}"
        );
    }
    (found, output.status.success())
}

/// One check must stand so and say so, and no other may be a problem because of it.
#[track_caller]
fn found(settings: &[(&str, &str)], check: &str, state: &str, words: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    found_in(&folder.path().join("data"), settings, check, state, words);
}

#[track_caller]
fn found_in(data: &Path, settings: &[(&str, &str)], check: &str, state: &str, words: &str) {
    let (found, _) = examine(data, settings);
    let of_check: Vec<_> = found.iter().filter(|finding| finding["check"] == check).collect();
    let says_so = |finding: &&&Value| {
        finding["state"] == state
            && finding["message"]
                .as_str()
                .is_some_and(|message| message.contains(words))
    };
    assert!(
        of_check.iter().any(|finding| says_so(&finding)),
        "{settings:?}: {found:?}"
    );
    for other in found.iter().filter(|finding| finding["check"] != check) {
        assert_ne!(other["state"], "problem", "{settings:?}: {other}");
    }
}

#[test]
fn no_secret_is_told_when_it_cannot_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let file = folder.path().join("readout.toml");
    std::fs::write(&file, format!("[mail]\nsmtp_url = \"smtp://u:{SECRET}@host\n")).expect("a file");
    let database = format!("postgres://u:{SECRET}/more@127.0.0.1/readout");
    for (settings, words) in [
        (("READOUT_CONFIG", file.to_str().expect("a path")), "line 2"),
        (("DATABASE_URL", database.as_str()), "percent-encoded"),
    ] {
        for command in ["doctor", "serve"] {
            let output = readout(&data)
                .arg(command)
                .envs([settings])
                .output()
                .expect("it runs");
            let all = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
            let all = all.concat();
            assert!(!output.status.success(), "{command}: {all}");
            assert!(!all.contains(SECRET), "{command}: {all}");
            assert!(all.contains(words), "{command}: {all}");
        }
    }
}

#[test]
fn a_fresh_machine_has_no_problem_and_is_left_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let mut command = readout(&data);
    // The engine that a machine has on which nothing is set up.
    let output = command.env_remove("READOUT_SPEECH_ENGINE").arg("doctor").output();
    let lines = told(&output.expect("it runs"));
    for line in [
        "warning  data folder: ",
        "warning  database: ",
        "ok       public address: ",
        "ok       trusted proxies: ",
        "ok       speech: the embedded engine works",
        "ok       structuring: the rules engine works",
        "ok       mail: ",
        "ok       sign-in providers: none",
    ] {
        assert!(
            lines.lines().any(|found| found.starts_with(line)),
            "{line} in {lines}"
        );
    }
    assert!(lines.contains("To mend it: "), "{lines}");
    assert!(!data.exists(), "it changes nothing");
}

#[test]
fn a_server_at_work_is_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let server = start(&mut readout(&data));
    let address = format!("http://{}", server.address);
    let before = std::fs::read_dir(&data).expect("the folder").count();
    let (found, is_content) = examine(
        &data,
        &[
            ("READOUT_PUBLIC_URL", &address),
            ("READOUT_ADMIN_EMAILS", "admin@example.org"),
        ],
    );
    assert!(is_content);
    for finding in &found {
        // Speech is switched off in these tests; how full a disk is, is the machine's affair.
        let is_known = finding["check"] == "speech"
            || finding["message"]
                .as_str()
                .is_some_and(|words| words.contains("MB left"));
        assert!(finding["state"] == "ok" || is_known, "{finding}");
    }
    assert_eq!(
        std::fs::read_dir(&data).expect("the folder").count(),
        before,
        "it leaves nothing"
    );

    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).expect("its owner");
    found_in(&data, &[], "data folder", "warning", "other users");
}

#[test]
fn the_embedded_engine_is_tried_where_nothing_but_the_data_folder_can_be_written_to() {
    let data = tempfile::tempdir().expect("a folder");
    let nowhere = [("READOUT_SPEECH_ENGINE", "embedded"), ("TMPDIR", "/proc")];
    found_in(data.path(), &nowhere, "speech", "ok", "the embedded engine works");
    let left = std::fs::read_dir(data.path()).expect("the folder");
    assert_eq!(left.count(), 0, "it leaves nothing");
}

#[test]
fn settings_that_cannot_be_used_are_told_as_a_problem() {
    let configuration =
        |settings: &[(&str, &str)], words: &str| found(settings, "configuration", "problem", words);
    configuration(&[("DATABASE_URL", "mysql://x")], "DATABASE_URL");
    configuration(&[("READOUT_LISTEN", "here")], "READOUT_LISTEN");
    configuration(
        &[("READOUT_SMTP_URL", "smtp://u:hush-hush@mail.example")],
        "READOUT_MAIL_FROM",
    );
    configuration(&[("READOUT_LOG", "server=loudest")], "READOUT_LOG");
    configuration(
        &[("READOUT_ALLOWED_EMAIL_DOMAIN", "hospital.example")],
        "there is no setting READOUT_ALLOWED_EMAIL_DOMAIN; the nearest is READOUT_ALLOWED_EMAIL_DOMAINS",
    );
    found(&[], "configuration", "warning", "admin panel");
    found(
        &[("READOUT_METRICS_LISTEN", "0.0.0.0:9464")],
        "metrics",
        "warning",
        "without being asked",
    );
}

#[test]
fn a_folder_that_cannot_be_written_to_is_a_problem() {
    let folder = tempfile::tempdir().expect("a folder");
    // Root may write everywhere but into a file that is no folder.
    let file = folder.path().join("data");
    std::fs::write(&file, "a letter").expect("a file");
    found_in(&file, &[], "data folder", "problem", "nothing can be written");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "a letter");
}

#[test]
fn a_stop_that_cuts_a_report_or_outlasts_the_pages_is_a_warning() {
    let model = Peer::that_answers(|_| http(404, "not found"));
    let url = model.url();
    let warnings = |stop: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = [
            ("READOUT_MODEL_URL", url.as_str()),
            ("READOUT_MODEL_NAME", "gemma"),
            ("READOUT_SHUTDOWN_TIMEOUT", stop),
        ];
        let (found, _) = examine(&folder.path().join("data"), &settings);
        let told = found.iter().filter_map(|finding| finding["message"].as_str());
        told.filter(|message| message.contains("stop"))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert!(warnings("20").contains("may take 120 seconds, and is cut after 20"));
    assert_eq!(warnings("150"), "");
    assert!(warnings("201").contains("may take 201 seconds"));
}

#[test]
fn an_address_on_which_browsers_refuse_the_microphone_is_a_problem() {
    let address =
        |settings: &[(&str, &str)], words: &str| found(settings, "public address", "problem", words);
    let mail = [
        ("READOUT_SMTP_URL", String::new()),
        ("READOUT_MAIL_FROM", "a@b.example".to_owned()),
    ];
    let smtp = Peer::that_answers(mail_server);
    let url = format!("smtp://{}", smtp.address);
    let far = |url_or_listen: (&'static str, &'static str)| {
        vec![
            url_or_listen,
            ("READOUT_SMTP_URL", url.as_str()),
            (mail[1].0, mail[1].1.as_str()),
        ]
    };
    address(
        &far(("READOUT_PUBLIC_URL", "http://readout.hospital.example")),
        "refuse the microphone",
    );
    address(&far(("READOUT_LISTEN", "0.0.0.0:8080")), "sign-in links");

    // A proxy that puts headers of its own in the place of Readout's.
    let proxy = Peer::that_answers(|_| http(200, "ok"));
    let here = format!("http://{}", proxy.address);
    address(&[("READOUT_PUBLIC_URL", &here)], "permissions policy");
    let elsewhere = Peer::that_answers(|_| http(404, "what?"));
    let here = format!("http://{}", elsewhere.address);
    address(&[("READOUT_PUBLIC_URL", &here)], "status 404");
    found(
        &[("READOUT_TRUSTED_PROXIES", "10.0.0.1, 0.0.0.0/0")],
        "trusted proxies",
        "problem",
        "everybody is believed",
    );
}

#[test]
fn servers_that_were_set_up_must_answer() {
    let speech = |url: &str, state: &str, words: &str| {
        let settings = [
            ("READOUT_SPEECH_ENGINE", "http"),
            ("READOUT_SPEECH_URL", url),
            ("READOUT_SPEECH_KEY", SECRET),
        ];
        found(&settings, "speech", state, words);
    };
    let model = |url: &str, state: &str, words: &str| {
        let settings = [
            ("READOUT_MODEL_URL", url),
            ("READOUT_MODEL_NAME", "gemma"),
            ("READOUT_MODEL_API_KEY", SECRET),
        ];
        found(&settings, "structuring", state, words);
    };
    let dead = format!("http://{NOBODY}/v1");
    speech(&dead, "problem", "no connection");
    model(&dead, "problem", "no connection");

    let listing = |models: &'static str| {
        Peer::that_answers(move |asked| {
            let is_right =
                asked.starts_with("GET /v1/models ") && asked.contains(&format!("Bearer {SECRET}"));
            http(if is_right { 200 } else { 500 }, models)
        })
    };
    let both = listing("{\"data\": [{\"id\": \"whisper-1\"}, {\"id\": \"gemma\"}]}");
    speech(&both.url(), "ok", "has whisper-1");
    model(&both.url(), "ok", "has gemma");
    let others = listing("{\"data\": [{\"id\": \"another\"}]}");
    speech(&others.url(), "warning", "does not list whisper-1");
    let terse = Peer::that_answers(|_| http(404, "not found"));
    model(&terse.url(), "ok", "does not say which models");
    let strict = Peer::that_answers(|_| http(401, "who are you?"));
    model(&strict.url(), "problem", "does not accept the key");
    let broken = Peer::that_answers(|_| http(500, "oh"));
    speech(&broken.url(), "problem", "status 500");
}

#[test]
fn a_speech_model_that_is_not_there_is_a_problem() {
    let settings = [
        ("READOUT_SPEECH_ENGINE", "local"),
        ("READOUT_SPEECH_MODEL", "/nowhere/model.gguf"),
    ];
    found(
        &settings,
        "speech",
        "problem",
        "/nowhere/model.gguf cannot be used",
    );
}

#[test]
fn nobody_can_sign_in_where_neither_mail_nor_a_provider_works() {
    let smtp = |url: &str, state: &str, words: &str| {
        found(
            &[("READOUT_SMTP_URL", url), ("READOUT_MAIL_FROM", "a@b.example")],
            "mail",
            state,
            words,
        );
    };
    smtp(&format!("smtp://u:{SECRET}@{NOBODY}"), "problem", "not reached");
    let server = Peer::that_answers(mail_server);
    smtp(&format!("smtp://{}", server.address), "ok", "answers");
    let strict = Peer::that_answers(|asked| match asked {
        "" => "220 mail.example ESMTP\r\n".to_owned(),
        asked if asked.starts_with("EHLO") => "250-mail.example\r\n250 AUTH PLAIN\r\n".to_owned(),
        _ => "535 no\r\n".to_owned(),
    });
    smtp(
        &format!("smtp://u:{SECRET}@{}", strict.address),
        "problem",
        "refused",
    );

    let issuer = format!("http://{NOBODY}/realm");
    let oidc = [
        ("READOUT_OIDC_ISSUER", issuer.as_str()),
        ("READOUT_OIDC_CLIENT_ID", "readout"),
    ];
    found(
        &oidc,
        "sign-in providers",
        "problem",
        "single sign-on: no connection",
    );
    found(
        &[("READOUT_PUBLIC_URL", "https://readout.invalid")],
        "mail",
        "problem",
        "nobody can sign in",
    );
}

#[test]
fn sign_in_links_that_can_be_read_on_the_way_are_a_warning() {
    let server = Peer::that_answers(mail_server);
    let port = server.address.rsplit_once(':').expect("a port").1;
    // It leads to this machine, and is not among the addresses of which that is known.
    let url = format!("smtp://0.0.0.0:{port}");
    let from = ("READOUT_MAIL_FROM", "a@b.example");
    found(
        &[("READOUT_SMTP_URL", &url), from],
        "mail",
        "warning",
        "to 0.0.0.0 unencrypted",
    );
}
