//! The page: what has to be installed for it, how it is built and tested, and how it is played with.

use std::path::{Path, PathBuf};

use crate::step::{Failed, Step};

/// Where Chromium is, as the packages of the usual systems have it.
const BROWSERS: [&str; 5] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/snap/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Builds everything and opens the house.
pub(crate) fn play(root: &Path, serve: &[String]) -> Result<(), Failed> {
    build(root)?;
    let mut args = vec!["run", "--profile", "play", "--package", "facedown-cli", "--", "serve"];
    args.extend(serve.iter().map(String::as_str));
    Step::cargo(root, "the house", &args).run()
}

/// Checks, tests and builds the page.
pub(crate) fn test(root: &Path) -> Result<(), Failed> {
    check(root)?;
    npm(root, "the page", &["run", "build"]).run()
}

/// Checks and tests the page.
pub(crate) fn check(root: &Path) -> Result<(), Failed> {
    packages(root)?;
    npm(root, "the page's format", &["run", "format:check"]).run()?;
    npm(root, "the page's lints", &["run", "lint"]).run()?;
    npm(root, "the page's types", &["run", "check"]).run()?;
    npm(root, "the page's tests", &["test"]).run()
}

/// Plays in a real browser, against the house that has the page in it.
pub(crate) fn test_in_browser(root: &Path) -> Result<(), Failed> {
    let browser = browser(root)?;
    let house = root.join("target/debug/facedown");
    Step::cargo(root, "the house", &["build", "--package", "facedown-cli"]).run()?;
    npm(root, "the page in a browser", &["run", "e2e"])
        .env("CHROMIUM", &browser.to_string_lossy())
        .env("FACEDOWN_BIN", &house.to_string_lossy())
        .run()
}

fn build(root: &Path) -> Result<(), Failed> {
    packages(root)?;
    npm(root, "the page", &["run", "build"]).run()
}

/// Installs the packages of the page, unless those of the lockfile are there already.
fn packages(root: &Path) -> Result<(), Failed> {
    for program in ["node", "npm"] {
        if !Step::new(root, "set-up", program, &["--version"]).succeeds() {
            return Err(Failed::Missing {
                what: "Node.js with npm",
                how: "the page is built with it; install version 20.19 or newer from https://nodejs.org or with \
                      your package manager, and try again. Without it, `cargo run --release -- play` plays in \
                      the terminal",
            });
        }
    }
    let written =
        |path: &str| root.join("web").join(path).metadata().and_then(|data| data.modified()).ok();
    let installed = written("node_modules/.package-lock.json");
    if installed.is_some() && installed >= written("package-lock.json") {
        return Ok(());
    }
    // Not `npm ci`: that insists on the parts of the bundler for every other system as well, which a registry may not
    // have. The versions are those of the lockfile all the same, which stays as it is.
    npm(root, "the page's packages", &["install", "--no-save"]).run()
}

fn npm(root: &Path, name: &'static str, args: &[&str]) -> Step {
    let args = [&["--prefix", "web"], args].concat();
    Step::new(root, name, "npm", &args)
}

/// The browser to test with; it is installed if this system lets us.
fn browser(root: &Path) -> Result<PathBuf, Failed> {
    if let Some(chosen) = std::env::var_os("CHROMIUM") {
        return Ok(chosen.into());
    }
    if find_browser().is_none() {
        install_browser(root)?;
    }
    find_browser().ok_or(Failed::Missing {
        what: "Chromium",
        how: "the page is tested in it; install it with your package manager, or say where it is with CHROMIUM=/path/to/it",
    })
}

fn find_browser() -> Option<PathBuf> {
    BROWSERS.iter().map(PathBuf::from).find(|path| path.exists())
}

/// With apt, as root or with a sudo that asks for no password. Elsewhere the caller says what to do.
fn install_browser(root: &Path) -> Result<(), Failed> {
    let quietly = |program, args: &[&str]| Step::new(root, "set-up", program, args);
    let is_root = quietly("id", &["-u"]).output().is_ok_and(|id| id.trim() == "0");
    let has_sudo = !is_root && quietly("sudo", &["-n", "true"]).succeeds();
    if !quietly("apt-get", &["--version"]).succeeds() || !(is_root || has_sudo) {
        return Ok(());
    }
    let apt = |args: &[&str]| {
        let all = [&["apt-get"], args].concat();
        let all = if is_root { all } else { [&["sudo", "-n"], &all[..]].concat() };
        Step::new(root, "the browser", all[0], &all[1..])
            .env("DEBIAN_FRONTEND", "noninteractive")
            .run()
    };
    apt(&["update", "-q"])?;
    apt(&["install", "-y", "-q", "--no-install-recommends", "chromium"])
}
