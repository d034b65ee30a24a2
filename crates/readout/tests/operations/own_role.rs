//! The role that `deploy/database-role.sql` makes: enough for migration, work and backup, and for nothing else.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::json;

use crate::client::Client;
use crate::own_postgres::OwnPostgres;
use crate::postgres;
use crate::support::{readout, start, told};

const DEPLOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy");
/// Every kind of sign that a statement or an address could stumble over.
const PASSWORD: &str = "a'b\"c$d";
const IN_AN_ADDRESS: &str = "a%27b%22c%24d";

fn psql(address: &str, arguments: &[&str]) -> Output {
    let mut psql = Command::new("psql");
    psql.args([
        "--no-psqlrc",
        "--quiet",
        "--tuples-only",
        "--no-align",
        "--set=ON_ERROR_STOP=1",
    ]);
    psql.args(["--dbname", address]).args(arguments);
    psql.output().expect("psql is there")
}

/// What the superuser is told.
#[track_caller]
fn asked(address: &str, statement: &str) -> String {
    let output = psql(address, &["--command", statement]);
    assert!(output.status.success(), "{statement}: {output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A PostgreSQL as compose.yaml has it: its role is let in by password alone, its superuser through the socket.
fn as_composed(secrets: &Path) -> OwnPostgres {
    let database = OwnPostgres::start();
    let rules = "copy (values ('local all readout scram-sha-256'), ('local all all trust')) to '%'";
    let file = asked(&database.address, "show hba_file");
    asked(&database.address, &rules.replace('%', &file));
    asked(&database.address, "select pg_reload_conf()");
    // The image gives its superuser one.
    asked(
        &database.address,
        "alter role current_user password 'of the first start'",
    );
    let password = secrets.join("database-password");
    std::fs::write(&password, format!("{PASSWORD}\n")).expect("a secret");
    let made = Command::new("psql")
        .args(["--no-psqlrc", "--quiet", "--dbname", &database.address])
        .arg(format!("--file={DEPLOY}/database-role.sql"))
        .env("DATABASE_PASSWORD_FILE", &password)
        .output()
        .expect("psql is there");
    assert!(made.status.success(), "{made:?}");
    database
}

#[test]
fn the_role_of_the_compose_file_owns_its_schema_and_nothing_else() {
    if postgres::is_left_out() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let database = as_composed(folder.path());
    let superuser = &database.address;
    let may = asked(
        superuser,
        "select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls from pg_roles where rolname = 'readout'",
    );
    assert_eq!(may, "f");
    let owned = "select n.nspname from pg_namespace n join pg_roles r on r.oid = n.nspowner where r.rolname = 'readout'";
    assert_eq!(asked(superuser, owned), "public");
    let over_network = "select rolpassword is null from pg_authid where rolname = current_user";
    assert_eq!(
        asked(superuser, over_network),
        "t",
        "nobody is superuser over the network"
    );

    // It migrates, signs somebody in and keeps what they save.
    let data = folder.path().join("data");
    let own = superuser.replace("//postgres@", &format!("//readout:{IN_AN_ADDRESS}@"));
    told(
        &readout(&data)
            .arg("migrate")
            .env("DATABASE_URL", &own)
            .output()
            .expect("it runs"),
    );
    let server = start(readout(&data).env("DATABASE_URL", &own));
    let asha = Client::signed_in(&server.address, "asha@example.org").expect("a session");
    let names = json!({ "firstName": "Asha", "lastName": null });
    assert!(
        asha.json("PUT", "/api/user/profile", &names)
            .expect("an answer")
            .is_success()
    );
    drop(server);

    // And may do nothing that is no business of Readout's.
    for (statement, refusal) in [
        ("create database another", "permission denied"),
        ("create role another", "permission denied"),
        ("create schema another", "permission denied"),
        ("select * from pg_authid", "permission denied"),
        ("select pg_read_file('postgresql.conf')", "permission denied"),
        ("copy users to program 'cat'", "must be superuser"),
        ("alter role readout superuser", "must be superuser"),
    ] {
        let output = psql(&own, &["--command", statement]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{statement}");
        assert!(
            complaint.contains(refusal) || complaint.contains("permission denied"),
            "{statement}: {complaint}"
        );
    }

    // What it backs up is restored into a database of its own, as docs/OPERATIONS.md has it.
    let dump = folder.path().join("readout.dump");
    let dumped = Command::new("pg_dump")
        .args(["--format=custom", "--file"])
        .arg(&dump)
        .arg(&own)
        .output();
    told(&dumped.expect("pg_dump is there"));
    asked(superuser, "create database readout_restored owner readout");
    let restored = superuser.replace("/readout_1?", "/readout_restored?");
    let filled = Command::new("pg_restore")
        .args([
            "--no-owner",
            "--role=readout",
            "--exit-on-error",
            "--dbname",
            &restored,
        ])
        .arg(&dump)
        .output();
    told(&filled.expect("pg_restore is there"));
    let own_again = own.replace("/readout_1?", "/readout_restored?");
    assert_eq!(asked(&own_again, "select first_name from users"), "Asha");
}

#[test]
fn doctor_tells_a_wrong_password_from_a_damaged_database_and_warns_of_a_superuser() {
    if postgres::is_left_out() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let database = as_composed(folder.path());
    let doctor = |address: &str| {
        let output = readout(&folder.path().join("data"))
            .arg("doctor")
            .env("DATABASE_URL", address)
            .output()
            .expect("it runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    const WARNED: &str = "warning  database role: it is asked as a superuser";
    let own = format!("//readout:{IN_AN_ADDRESS}@");
    assert!(!doctor(&database.address.replace("//postgres@", &own)).contains(WARNED));
    let superuser = doctor(&database.address);
    assert!(superuser.contains(WARNED), "{superuser}");
    let wrong = database.address.replace("//postgres@", "//readout:hush-hush@");
    let found = doctor(&wrong);
    assert!(
        found.contains("problem  database: it does not let this user in: the name or the password is wrong"),
        "{found}"
    );
    assert!(
        !found.contains("hush-hush") && !found.contains("is damaged"),
        "{found}"
    );
    let elsewhere = database.address.replace("/readout_1?", "/another?");
    assert!(doctor(&elsewhere).contains("no database of this name"));
}

/// What compose.yaml makes of the file: the image runs it on an empty volume, and Readout does not work as the superuser.
#[test]
fn the_compose_file_runs_the_script_of_the_role() {
    let compose = std::fs::read_to_string(format!("{DEPLOY}/compose.yaml")).expect("the file");
    assert!(compose.contains("- ./database-role.sql:/docker-entrypoint-initdb.d/database-role.sql:ro"));
    assert!(compose.contains("DATABASE_PASSWORD_FILE: /run/secrets/database-password"));
    assert!(compose.contains("POSTGRES_USER: postgres"));
    let secrets = std::fs::read_to_string(format!("{DEPLOY}/secrets.toml.example")).expect("the file");
    assert!(secrets.contains("postgres://readout:PASSWORD@database/readout"));
}
