//! What the program says when it cannot do what it is asked, and under which name.

use std::io::Write;
use std::process::{Command, Stdio};

/// The exit code and standard error after this input.
fn told(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_readout-text"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = program.stdin.take().expect("its input");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let ended = program.wait_with_output().expect("its end");
    (
        ended.status.code(),
        String::from_utf8_lossy(&ended.stderr).into_owned(),
    )
}

#[test]
fn complains_under_its_own_name_and_quotes_nothing() {
    let (code, said) = told(
        &["spoken", "--jsonl"],
        "{\"id\": 1, \"spoken\": [\"Jane Roe\"]}\n",
    );
    assert_eq!(code, Some(1));
    assert!(said.starts_with("readout-text: line 1 "), "{said}");
    assert!(!said.contains("Jane"), "{said}");
}

#[test]
fn says_which_program_knows_a_language_model() {
    let (code, said) = told(&["structure", "--engine", "model"], "No acute infarct.");
    assert_eq!(code, Some(1));
    assert!(said.starts_with("readout-text: "), "{said}");
    assert!(said.contains("`readout structure --engine model`"), "{said}");
}
