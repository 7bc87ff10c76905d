//! Requests over HTTP, and opening a WebSocket.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use facedown_protocol::{Code, TableId, Token};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::{ClientError, Connection};

/// A client of one server. Clones share its idle connections.
#[derive(Clone, Debug)]
pub struct Client {
    address: String,
    idle: Arc<Mutex<Vec<TcpStream>>>,
}

/// A table that was just created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// The id of the table.
    pub table: TableId,
    /// The code with which others may join a private table.
    pub code: Option<Code>,
}

impl Client {
    /// A client of the server at this address: `http://host:port`, or without the `http://`.
    pub fn at(url: &str) -> Result<Self, ClientError> {
        let address = url.strip_prefix("http://").unwrap_or(url).trim_end_matches('/');
        let (host, port) = address.rsplit_once(':').unwrap_or((address, "80"));
        let is_host = !host.is_empty() && !host.contains(['/', ' ', '@', '?', '#']);
        if !is_host || port.parse::<u16>().is_err() {
            return Err(ClientError::Address(url.into()));
        }
        Ok(Self { address: format!("{host}:{port}"), idle: Arc::default() })
    }

    /// The address of the server, as `host:port`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Sends a request, and returns the status and the body of the answer.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        token: Option<&Token>,
        body: Option<&Value>,
    ) -> Result<(u16, String), ClientError> {
        let body = body.map_or_else(String::new, Value::to_string);
        let who = token.map_or_else(String::new, |token| {
            format!("Authorization: Bearer {}\r\n", token.as_str())
        });
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{who}Content-Length: {length}\r\n\r\n",
            self.address
        );
        let request = (head + &body).into_bytes();
        let stream = match self.idle_connection() {
            Some(stream) => stream,
            None => TcpStream::connect(&self.address).await?,
        };
        stream.set_nodelay(true)?;
        self.exchange(stream, &request).await
    }

    /// Takes an idle connection that the server has not closed.
    fn idle_connection(&self) -> Option<TcpStream> {
        let mut idle = self.idle();
        while let Some(stream) = idle.pop() {
            let read = stream.try_read(&mut [0]);
            if read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock) {
                return Some(stream);
            }
        }
        None
    }

    fn idle(&self) -> MutexGuard<'_, Vec<TcpStream>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request and reads the answer. The connection is kept for the next request.
    async fn exchange(
        &self,
        mut stream: TcpStream,
        request: &[u8],
    ) -> Result<(u16, String), ClientError> {
        stream.write_all(request).await?;
        let mut answer = Vec::new();
        let head = loop {
            if stream.read_buf(&mut answer).await? == 0 {
                return Err(ClientError::HungUp);
            }
            if let Some(end) = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break end;
            }
        };
        let body = answer.split_off(head + 4);
        let head = String::from_utf8_lossy(&answer).to_ascii_lowercase();
        let malformed = || ClientError::Malformed(head.clone());
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(malformed)?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
        let length: usize = match length {
            Some(length) => length.trim().parse().map_err(|_| malformed())?,
            None if status == 204 => 0,
            None => return Err(malformed()),
        };
        let mut body = body;
        while body.len() < length {
            if stream.read_buf(&mut body).await? == 0 {
                return Err(ClientError::HungUp);
            }
        }
        if !head.contains("connection: close") {
            self.idle().push(stream);
        }
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }

    /// Sends a POST request that must succeed, and returns the body; `null` if there is none.
    pub async fn post(
        &self,
        path: &str,
        token: Option<&Token>,
        body: &Value,
    ) -> Result<Value, ClientError> {
        let (status, answer) = self.ask("POST", path, token, Some(body)).await?;
        if !(200..300).contains(&status) {
            return Err(ClientError::Refused { what: path.into(), status, answer });
        }
        Ok(serde_json::from_str(&answer).unwrap_or(Value::Null))
    }

    /// Registers a guest and returns the token.
    pub async fn guest(&self, name: &str) -> Result<Token, ClientError> {
        let guest = self.post("/api/v1/guests", None, &json!({ "name": name })).await?;
        serde_json::from_value(guest["token"].clone()).map_err(|_| malformed(&guest))
    }

    /// Creates a table. `new` is `NewTable` of the protocol as JSON.
    pub async fn create(&self, token: &Token, new: &Value) -> Result<NewTable, ClientError> {
        let made = self.post("/api/v1/tables", Some(token), new).await?;
        let table = serde_json::from_value(made["table"].clone()).map_err(|_| malformed(&made))?;
        let code = serde_json::from_value(made["code"].clone()).map_err(|_| malformed(&made))?;
        Ok(NewTable { table, code })
    }

    /// Takes any free seat.
    pub async fn sit(&self, token: &Token, new: &NewTable) -> Result<(), ClientError> {
        let code = new.code.as_ref().map_or(json!({}), |code| json!({ "code": code.as_str() }));
        let path = format!("/api/v1/tables/{}/sit", new.table.as_str());
        self.post(&path, Some(token), &code).await.map(drop)
    }

    /// Starts the game, as the table's host.
    pub async fn start(&self, token: &Token, table: &TableId) -> Result<(), ClientError> {
        let path = format!("/api/v1/tables/{}/start", table.as_str());
        self.post(&path, Some(token), &Value::Null).await.map(drop)
    }

    /// Creates a table for these players, the first as its host, and seats them all. The game starts at once.
    pub async fn seat_all(&self, tokens: &[Token], mut new: Value) -> Result<TableId, ClientError> {
        let nobody = || ClientError::Malformed("a table needs players".into());
        let (host, others) = tokens.split_first().ok_or_else(nobody)?;
        new["seats"] = json!(vec!["open"; tokens.len()]);
        new["sit"] = json!(0);
        new["autostart"] = json!(true);
        let made = self.create(host, &new).await?;
        for token in others {
            self.sit(token, &made).await?;
        }
        Ok(made.table)
    }

    /// Opens a WebSocket to a table and sends nothing yet.
    pub async fn connect(&self, table: &TableId) -> Result<Connection, ClientError> {
        let stream = TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        let url = format!("ws://{}/api/v1/tables/{}/ws", self.address, table.as_str());
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (socket, _) = client_async_with_config(url, stream, Some(config)).await?;
        Ok(Connection::new(socket))
    }

    /// Opens a WebSocket to a table, says hello and waits for the welcome. `since` is the number of the last update that
    /// the client has.
    pub async fn join(
        &self,
        table: &TableId,
        token: Option<&Token>,
        since: Option<u64>,
    ) -> Result<Connection, ClientError> {
        let mut client = self.connect(table).await?;
        client.hello(token, since).await?;
        client.welcomed().await?;
        Ok(client)
    }
}

fn malformed(answer: &Value) -> ClientError {
    ClientError::Malformed(answer.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_a_port() {
        let at = |url: &str| Client::at(url).map(|client| client.address).ok();
        assert_eq!(at("http://127.0.0.1:4242/").as_deref(), Some("127.0.0.1:4242"));
        assert_eq!(at("cards.example").as_deref(), Some("cards.example:80"));
        for bad in ["", "http://", "https://cards.example", "host:door", "host:1/path", ":80"] {
            assert!(Client::at(bad).is_err(), "{bad}");
        }
    }
}
