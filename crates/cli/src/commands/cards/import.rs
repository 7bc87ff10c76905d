//! `facedown cards import`: makes a catalogue of files of others.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use facedown_cards::{Catalogue, Collection, ImportError};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{CATALOGUE, summary};
use crate::failure::{Failure, os_message};

/// Makes a catalogue of the cards in one or several files.
///
/// What kind of file it is follows from its contents: bulk data of Scryfall (oracle cards or default cards), AtomicCards or AllPrintings
/// of MTGJSON, cards.xml or tokens.xml of Cockatrice, Facedown's own JSON, or a catalogue that was made before. Files that are packed
/// with gzip are read as they are. Cards that several files have are merged, in any order.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown cards import default-cards.json
  facedown cards import AllPrintings.json.gz tokens.xml --out all.fdc
  facedown cards import cards.fdc my-cards.json

The words on the cards belong to those who wrote them. The catalogue is for you and those you play with: do not publish it. Facedown \
is not approved or endorsed by Wizards of the Coast or by Scryfall; docs/cards.md has the whole notice.")]
pub(super) struct Import {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the catalogue is written. It replaces a catalogue that is there.
    #[arg(long, short, default_value = CATALOGUE, value_name = "FILE")]
    out: PathBuf,
}

impl Import {
    pub(super) fn run(&self) -> Result<(), Failure> {
        self.check_out()?;
        let mut opened = Vec::new();
        for path in &self.files {
            let file = File::open(path).map_err(|error| Failure::unreadable(path, error))?;
            let size = file.metadata().map_err(|error| Failure::unreadable(path, error))?;
            if size.is_dir() {
                return Err(Failure::unreadable(path, io::ErrorKind::IsADirectory.into()));
            }
            opened.push((path, file, size.len()));
        }
        let bar = progress_bar(opened.iter().map(|(.., size)| size).sum());
        let mut collection = Collection::default();
        let mut out = anstream::stdout().lock();
        let mut before = 0;
        for (path, file, size) in opened {
            let mut progress = |bytes| bar.set_position(before + bytes);
            let imported = facedown_cards::import(file, &mut collection, &mut progress);
            let imported = imported.map_err(|error| {
                bar.finish_and_clear();
                failure(path, error)
            })?;
            before += size;
            let (read, format) = (HumanCount(imported.read), imported.format.name());
            let said = format!("{}: {read} entries of {format}", path.display());
            bar.suspend(|| writeln!(out, "{said}"))?;
        }
        bar.finish_and_clear();
        let catalogue = collection.into_catalogue();
        write_whole(&self.out, catalogue.bytes())?;
        Ok(writeln!(out, "Wrote {}: {}.", self.out.display(), summary(&catalogue))?)
    }

    /// Refuses to replace a file that is no catalogue, before anything is read.
    fn check_out(&self) -> Result<(), Failure> {
        let mut start = [0; 8];
        let taken = match File::open(&self.out) {
            Ok(mut file) => {
                let is_empty =
                    file.metadata().is_ok_and(|about| about.is_file() && about.len() == 0);
                let read = io::Read::read_exact(&mut file, &mut start);
                !is_empty && (read.is_err() || !Catalogue::is_beginning(&start))
            }
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        };
        if !taken {
            return Ok(());
        }
        let message = format!(
            "{} already exists and is not a catalogue; choose another name with --out",
            self.out.display()
        );
        Err(Failure::Usage(message))
    }
}

fn failure(path: &Path, error: ImportError) -> Failure {
    match error {
        ImportError::Unreadable(error) => Failure::unreadable(path, error),
        error => Failure::damaged(path.display(), error),
    }
}

/// Writes a file as a whole: whatever happens, there is either the old one or the new one.
fn write_whole(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let mut new = OsString::from(path);
    new.push(".new");
    let written = File::create(&new)
        .and_then(|mut file| file.write_all(contents).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&new, path));
    written.map_err(|error| {
        // What was written is of no use, and the error is what counts.
        let _ = fs::remove_file(&new);
        let (path, why) = (path.display(), os_message(&error));
        Failure::coded(
            74,
            format!("{path} cannot be written: {why}; choose another place with --out"),
        )
    })
}

fn progress_bar(bytes: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr());
    // The template is a constant, so the fallback is never used.
    let style = ProgressStyle::with_template("{bar:32.cyan/dim} {bytes}/{total_bytes}, {eta} left")
        .map_or_else(|_| ProgressStyle::default_bar(), |style| style.progress_chars("━╸─"));
    bar.with_style(style)
}
