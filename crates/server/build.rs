//! Makes cargo compile the crate again when the web build, which is embedded in it, has changed.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../../web/dist");
}
