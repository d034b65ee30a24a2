//! Finds the system's PocketSphinx when the embedded engine is asked for.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "embedded")]
    link_pocketsphinx();
}

#[cfg(feature = "embedded")]
fn link_pocketsphinx() {
    if let Err(problem) = pkg_config::Config::new()
        .exactly_version("5prealpha")
        .probe("pocketsphinx")
    {
        println!(
            "cargo::error=The feature `embedded` needs PocketSphinx 5prealpha (Debian: libpocketsphinx-dev and pkg-config): {problem}"
        );
    }
}
