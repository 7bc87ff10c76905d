//! Why a file cannot be loaded as a catalogue.

/// Why a file cannot be loaded as a catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// There is nothing in it.
    #[error("the file is empty; make a catalogue with `facedown cards import`")]
    Empty,
    /// It is something else.
    #[error("this is not a catalogue of cards; make one with `facedown cards import`")]
    Foreign,
    /// It was made by a newer program.
    #[error(
        "this catalogue has version {version}, and this program reads versions up to {known}; update facedown, or import \
         the cards again"
    )]
    Newer {
        /// The version of the file.
        version: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// The end is missing.
    #[error("this catalogue is cut: it has {length} of {expected} bytes; copy or import it again")]
    Cut {
        /// How long it is.
        length: u64,
        /// How long it should be.
        expected: u64,
    },
    /// Its bytes are not those that were written.
    #[error("this catalogue is damaged; copy or import it again")]
    Corrupt,
}
