//! One player: `facedown peer join --page` in a process of its own, and a client that stands for the browser.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use facedown_protocol::{TableId, VERSION};
use serde_json::json;

use super::NetworkError;
use crate::client::{Client, ClientError, Connection};

/// A player's machine. It ends when this is dropped.
pub(super) struct PlayerProcess {
    child: Child,
}

impl PlayerProcess {
    /// Starts a machine that takes a seat. Its secrets are in `folder`.
    pub(super) fn start(
        program: &Path,
        link: &str,
        name: &str,
        folder: &Path,
    ) -> Result<Self, NetworkError> {
        let mut command = Command::new(program);
        command.args(["peer", "join", link, "--name", name, "--page", "--data"]).arg(folder);
        command.arg("--out").arg(folder.join("game.chain"));
        command.env("NO_COLOR", "1").env("COLUMNS", "200");
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let child = command.spawn().map_err(|error| NetworkError::NotStarted(error.to_string()))?;
        Ok(Self { child })
    }

    /// Waits until the machine serves its page, and opens it as a browser does.
    pub(super) async fn open_page(&mut self) -> Result<Connection, NetworkError> {
        let stdout = self.child.stdout.take();
        let address = tokio::task::spawn_blocking(move || stdout.and_then(page_address)).await;
        let none = || NetworkError::NotStarted("a player's machine shows no page".into());
        let (server, code) = address.ok().flatten().ok_or_else(none)?;
        Ok(connect(&server, &code).await?)
    }
}

async fn connect(server: &str, code: &str) -> Result<Connection, ClientError> {
    let client = Client::at(server)?;
    let joined = client.post("/api/v1/join", None, &json!({ "code": code })).await?;
    let malformed = |error: facedown_protocol::TextError| ClientError::Malformed(error.to_string());
    let table = TableId::new(joined["table"].as_str().unwrap_or_default()).map_err(malformed)?;
    let mut page = client.connect(&table).await?;
    let hello = json!({ "type": "hello", "version": VERSION, "code": code });
    page.send(hello.to_string()).await?;
    page.welcomed().await?;
    page.skip_views();
    Ok(page)
}

/// The address of the page, and its code. What the machine writes afterwards is read and dropped, so that it can write on.
fn page_address(stdout: ChildStdout) -> Option<(String, String)> {
    let mut lines = BufReader::new(stdout).lines();
    let found = lines.by_ref().find_map(|line| {
        let line = line.ok()?;
        let (server, code) = line.trim().split_once("/join#")?;
        Some((server.to_owned(), code.to_owned()))
    });
    std::thread::spawn(move || lines.for_each(drop));
    found
}

impl Drop for PlayerProcess {
    fn drop(&mut self) {
        // It keeps its page open for the replay until it is stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
