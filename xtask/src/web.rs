//! The page: what has to be installed for it, how it is built and tested, and how it is played with.

use std::path::{Path, PathBuf};

use crate::step::{Failed, Step};

/// A browser that the page is tested in.
struct Browser {
    title: &'static str,
    /// The package that has it, for apt.
    package: &'static str,
    /// The variable that says where it is, to us and to the tests.
    variable: &'static str,
    /// Where it is, as the packages of the usual systems have it.
    places: &'static [&'static str],
}

const CHROMIUM: Browser = Browser {
    title: "Chromium",
    package: "chromium",
    variable: "CHROMIUM",
    places: &[
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
        "/snap/bin/chromium",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
};

const FIREFOX: Browser = Browser {
    title: "Firefox",
    package: "firefox-esr",
    variable: "FIREFOX",
    places: &[
        "/usr/bin/firefox-esr",
        "/usr/bin/firefox",
        "/snap/bin/firefox",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
    ],
};

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

/// Plays in real browsers, against the server that has the page in it.
pub(crate) fn test_in_browser(root: &Path) -> Result<(), Failed> {
    let step = in_browser(root, "the page in a browser", &["run", "e2e"])?;
    let firefox = FIREFOX.find_or_install(root)?;
    if firefox.is_none() {
        println!(
            "== Firefox: NOT CHECKED, for it is not installed; FIREFOX=/path/to/it says where it is\n"
        );
    }
    step.env(FIREFOX.variable, &firefox.unwrap_or_default().to_string_lossy()).run()
}

/// Takes pictures of every screen, or those of the README.
pub(crate) fn shots(root: &Path, readme: bool) -> Result<(), Failed> {
    build(root)?;
    let which = if readme { "boards" } else { "screens" };
    in_browser(root, "pictures", &["run", "shots", "--", which])?.run()
}

/// A script of the page that drives Chromium and starts servers, for which both are made ready.
fn in_browser(root: &Path, name: &'static str, script: &[&str]) -> Result<Step, Failed> {
    let chromium = CHROMIUM.find_or_install(root)?.ok_or(Failed::Missing {
        what: "Chromium",
        how: "the page is tested in it; install it with your package manager, or say where it is with CHROMIUM=/path/to/it",
    })?;
    let server = root.join("target/debug/facedown");
    Step::cargo(root, "the server", &["build", "--package", "facedown-cli"]).run()?;
    Ok(npm(root, name, script)
        .env(CHROMIUM.variable, &chromium.to_string_lossy())
        .env("FACEDOWN_BIN", &server.to_string_lossy()))
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

impl Browser {
    /// Where this browser is. It is installed if it is missing and this system lets us.
    fn find_or_install(&self, root: &Path) -> Result<Option<PathBuf>, Failed> {
        if let Some(chosen) = std::env::var_os(self.variable) {
            return Ok(Some(chosen.into()));
        }
        if self.find().is_none() {
            self.install(root)?;
        }
        Ok(self.find())
    }

    fn find(&self) -> Option<PathBuf> {
        self.places.iter().map(PathBuf::from).find(|path| path.exists())
    }

    /// With apt, as root or with a sudo that asks for no password. Elsewhere the caller says what to do.
    fn install(&self, root: &Path) -> Result<(), Failed> {
        let quietly = |program, args: &[&str]| Step::new(root, "set-up", program, args);
        let is_root = quietly("id", &["-u"]).output().is_ok_and(|id| id.trim() == "0");
        let has_sudo = !is_root && quietly("sudo", &["-n", "true"]).succeeds();
        if !quietly("apt-get", &["--version"]).succeeds() || !(is_root || has_sudo) {
            return Ok(());
        }
        let apt = |args: &[&str]| {
            let all = [&["apt-get"], args].concat();
            let all = if is_root { all } else { [&["sudo", "-n"], &all[..]].concat() };
            Step::new(root, self.title, all[0], &all[1..])
                .env("DEBIAN_FRONTEND", "noninteractive")
                .run()
        };
        apt(&["update", "-q"])?;
        apt(&["install", "-y", "-q", "--no-install-recommends", self.package])
    }
}
