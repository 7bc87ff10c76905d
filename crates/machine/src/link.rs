//! Links to tables: what friends send each other.

use std::fmt;
use std::str::FromStr;

use facedown_protocol::{Code, TableId};

/// The path of a table at a relay, before its id.
const TABLE_PATH: &str = "/peers/";

/// Where a relay is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelayUrl {
    is_encrypted: bool,
    host: String,
    port: u16,
}

/// A link to a table: the relay, the table, and the code if the table has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLink {
    /// Where the table is.
    pub relay: RelayUrl,
    /// The table.
    pub table: TableId,
    /// Opens the table if it is private. It is behind a `#`, which browsers tell nobody.
    pub code: Option<Code>,
}

/// Why a text is no link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// It does not begin like an address.
    #[error("{0:?} is no address of a relay; write http://HOST:PORT")]
    NoAddress(String),
    /// There is more in the address than a host.
    #[error("{0:?} has more than a host; a relay is at http://HOST:PORT")]
    NotOnlyHost(String),
    /// It names no table.
    #[error(
        "{0:?} is no link to a table; a link looks like http://HOST/peers/TABLE or http://HOST/peers/TABLE#CODE: copy all of it"
    )]
    NoTable(String),
}

impl RelayUrl {
    /// Whether the connection is encrypted: `https` rather than `http`.
    pub const fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The host, without the brackets of an IPv6 address.
    pub fn host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// The port.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Host and port, as they are in the `Host` header.
    pub fn authority(&self) -> String {
        if self.port == self.usual_port() {
            self.host.clone()
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    const fn usual_port(&self) -> u16 {
        if self.is_encrypted { 443 } else { 80 }
    }

    /// Reads an address, and what comes after it.
    fn read(text: &str) -> Result<(Self, &str), LinkError> {
        let bad = || LinkError::NoAddress(text.chars().take(80).collect());
        let (scheme, rest) = text.split_once("://").ok_or_else(bad)?;
        let is_encrypted = match scheme.to_ascii_lowercase().as_str() {
            "http" | "ws" => false,
            "https" | "wss" => true,
            _ => return Err(bad()),
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let after_host = match authority.strip_prefix('[') {
            Some(inside) => inside.find(']').ok_or_else(bad)? + 2,
            None => authority.find(':').unwrap_or(authority.len()),
        };
        let (host, port) = authority.split_at_checked(after_host).ok_or_else(bad)?;
        let is_host = |c: char| c.is_ascii_alphanumeric() || "-._[]:".contains(c);
        if host.is_empty() || !host.chars().all(is_host) {
            return Err(bad());
        }
        let host = host.to_ascii_lowercase();
        let usual = Self { is_encrypted, host, port: 0 };
        let port = match port.strip_prefix(':') {
            Some(port) => port.parse().ok().filter(|port| *port != 0).ok_or_else(bad)?,
            None if port.is_empty() => usual.usual_port(),
            None => return Err(bad()),
        };
        Ok((Self { port, ..usual }, rest))
    }
}

impl FromStr for RelayUrl {
    type Err = LinkError;

    fn from_str(text: &str) -> Result<Self, LinkError> {
        let text = text.trim();
        match Self::read(text)? {
            (relay, "" | "/") => Ok(relay),
            _ => Err(LinkError::NotOnlyHost(text.chars().take(80).collect())),
        }
    }
}

impl fmt::Display for RelayUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority())
    }
}

impl FromStr for TableLink {
    type Err = LinkError;

    fn from_str(text: &str) -> Result<Self, LinkError> {
        let text = text.trim();
        let bad = || LinkError::NoTable(text.chars().take(120).collect());
        let (relay, rest) = RelayUrl::read(text)?;
        let (path, code) = match rest.split_once('#') {
            Some((path, code)) => (path, Some(code)),
            None => (rest, None),
        };
        let table = path.strip_prefix(TABLE_PATH).ok_or_else(bad)?;
        let table = TableId::new(table.trim_end_matches('/')).map_err(|_| bad())?;
        let code = code.filter(|code| !code.is_empty());
        let code = code.map(Code::new).transpose().map_err(|_| bad())?;
        Ok(Self { relay, table, code })
    }
}

impl fmt::Display for TableLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{TABLE_PATH}{}", self.relay, self.table)?;
        match &self.code {
            Some(code) => write!(f, "#{}", code.as_str()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_back() {
        for link in [
            "http://127.0.0.1:4242/peers/k3Jx9",
            "https://cards.example/peers/k3Jx9#q-_7",
            "http://[::1]:80/peers/a",
            "http://localhost:8080/peers/a",
        ] {
            let read: TableLink = link.parse().unwrap();
            let again: TableLink = read.to_string().parse().unwrap();
            assert_eq!(read, again);
        }
        let link: TableLink = " WSS://Cards.Example:443/peers/k3Jx9/#q ".parse().unwrap();
        assert_eq!(link.to_string(), "https://cards.example/peers/k3Jx9#q");
        assert_eq!("http://[::1]:80/peers/a".parse::<TableLink>().unwrap().relay.host(), "::1");
    }

    #[test]
    fn what_is_no_link_is_refused_and_says_what_one_looks_like() {
        let no_table = [
            "http://a/",
            "http://a/peers/",
            "http://a/t/x",
            "http://a/peers/x/y",
            "http://a/peers/x#a b",
            "http://a/peers/ö",
        ];
        for text in no_table {
            assert!(matches!(text.parse::<TableLink>(), Err(LinkError::NoTable(_))), "{text}");
        }
        for text in [
            "",
            "k3Jx9",
            "cards.example/peers/a",
            "ftp://a/peers/a",
            "http:///peers/a",
            "http://a:0/peers/a",
            "http://a:b/peers/a",
            "http://[::1/peers/a",
            "http://[",
            "http://ü/peers/a",
            "http://user@a/peers/a",
        ] {
            assert!(matches!(text.parse::<TableLink>(), Err(LinkError::NoAddress(_))), "{text}");
        }
        assert!(matches!("http://a/peers/b".parse::<RelayUrl>(), Err(LinkError::NotOnlyHost(_))));
        assert_eq!("http://a:81/".parse::<RelayUrl>().unwrap().to_string(), "http://a:81");
    }
}
