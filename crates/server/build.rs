//! Embeds the built page into the program, if it exists: a list of its files, each with its compressed forms.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let built = here.join("../../web/dist");
    // Cargo would run this script every time if it watched a folder that does not exist.
    let watched = if built.is_dir() { built.clone() } else { here.join("build.rs") };
    println!("cargo::rerun-if-changed={}", watched.display());

    let mut files = Vec::new();
    let page = built.join("page");
    if page.join("index.html").is_file() {
        collect(&page, &mut files)?;
    }
    files.sort();
    let list = listing(&page, &files);
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page.rs");
    fs::write(out, list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The files as a Rust constant. The `.br` and `.gz` files are compressed forms of others and not listed themselves.
fn listing(page: &Path, files: &[PathBuf]) -> String {
    let mut list = String::from("&[\n");
    for path in files {
        if path.extension().is_some_and(|end| end == "br" || end == "gz") {
            continue;
        }
        let name = path.strip_prefix(page).unwrap_or(path).to_string_lossy().replace('\\', "/");
        // The debug form of a string is a Rust literal.
        let path = path.display().to_string();
        let bytes = |path: &str| format!("include_bytes!({path:?})");
        let other = |end: &str| {
            let other = format!("{path}.{end}");
            let is_there = Path::new(&other).is_file();
            if is_there { format!("Some({})", bytes(&other)) } else { "None".to_owned() }
        };
        let (plain, brotli, gzip) = (bytes(&path), other("br"), other("gz"));
        let _ = writeln!(
            list,
            "    File {{ name: {name:?}, plain: {plain}, brotli: {brotli}, gzip: {gzip} }},"
        );
    }
    list.push(']');
    list
}
