//! Lists the template files, so that the library embeds every one of them without naming any.

use std::path::Path;
use std::{env, fmt::Write as _, fs};

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../templates");
    let mut table = String::from("&[\n");
    for folder in ["ct", "mri"] {
        let directory = root.join(folder);
        println!("cargo::rerun-if-changed={}", directory.display());
        let mut stems: Vec<String> = fs::read_dir(&directory)
            .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
            .map(|entry| entry.expect("a readable folder").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
            .map(|path| {
                path.file_stem()
                    .expect("a file has a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        stems.sort_unstable();
        for stem in stems {
            writeln!(
                table,
                "    ({folder:?}, {stem:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../../templates/{folder}/{stem}.toml\"))),"
            )
            .expect("writing to a string");
        }
    }
    table.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("files.rs");
    fs::write(out, table).expect("the build folder is writable");
}
