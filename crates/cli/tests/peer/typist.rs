//! Somebody who plays in a terminal of their own, by typing.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};

use crate::players::facedown;

/// Somebody who types, in a process of their own.
pub(crate) struct Typist {
    child: Child,
    typing: ChildStdin,
    output: ChildStdout,
    said: Vec<u8>,
}

impl Typist {
    /// Starts `facedown peer` with these arguments, and keeps the seat in a folder.
    pub(crate) fn start(args: &[&str], data: &Path) -> Self {
        let mut command = facedown();
        command.arg("peer").args(args).arg("--data").arg(data);
        command.arg("--out").arg(data.with_extension("chain"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let typing = child.stdin.take().unwrap();
        let output = child.stdout.take().unwrap();
        Self { child, typing, output, said: Vec::new() }
    }

    /// Waits until the player is asked something. Returns false if the program has ended.
    pub(crate) fn is_asked(&mut self) -> bool {
        let mut byte = [0];
        while self.output.read(&mut byte).unwrap() > 0 {
            self.said.push(byte[0]);
            if self.said.ends_with("› ".as_bytes()) {
                return true;
            }
        }
        false
    }

    /// Types a line.
    pub(crate) fn types(&mut self, line: &str) {
        self.typing.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Always takes the first offer, until the program ends.
    pub(crate) fn plays_to_the_end(&mut self) -> (ExitStatus, String) {
        while self.is_asked() {
            // It may have ended since it asked.
            let _ = self.typing.write_all(b"1\n");
        }
        self.ends()
    }

    /// Waits until the program ends, without typing anything. Returns everything that it has said.
    pub(crate) fn ends(&mut self) -> (ExitStatus, String) {
        while self.is_asked() {}
        (self.child.wait().unwrap(), String::from_utf8(self.said.clone()).unwrap())
    }
}

impl Drop for Typist {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
