//! The network that a request comes from, also behind a proxy.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Deserializer, de};
use sha2::{Digest, Sha256};

/// The headers that proxies add. A request without any of them is taken to be direct.
const FORWARDING_HEADERS: [HeaderName; 4] = [
    HeaderName::from_static("x-forwarded-for"),
    header::FORWARDED,
    HeaderName::from_static("x-real-ip"),
    header::VIA,
];

/// The header in which the proxy in front of the server names the client's address.
///
/// Only one header is trusted: a proxy passes on the others as the client sent them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, to which each proxy appends an address.
    XForwardedFor,
    /// `Forwarded` of RFC 7239, to which each proxy appends an element with `for=`.
    Forwarded,
    /// `X-Real-IP`, which the proxy sets to one address.
    XRealIp,
}

/// A value that is not the name of such a header.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a header that a proxy sets; use x-forwarded-for, forwarded or x-real-ip, or leave it out if there is no proxy"
)]
pub struct UnknownProxyHeader(String);

impl FromStr for ProxyHeader {
    type Err = UnknownProxyHeader;

    fn from_str(text: &str) -> Result<Self, UnknownProxyHeader> {
        match text.to_ascii_lowercase().as_str() {
            // Older configurations have `true`.
            "x-forwarded-for" | "true" => Ok(Self::XForwardedFor),
            "forwarded" => Ok(Self::Forwarded),
            "x-real-ip" => Ok(Self::XRealIp),
            _ => Err(UnknownProxyHeader(text.to_owned())),
        }
    }
}

/// The value in a configuration file: the name of a header, `true` for the usual one, or `false` for no proxy.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum ProxySetting {
    Flag(bool),
    Name(String),
}

/// Deserialises the setting of a configuration file.
pub(crate) fn read_setting<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ProxyHeader>, D::Error> {
    match ProxySetting::deserialize(deserializer)? {
        ProxySetting::Flag(false) => Ok(None),
        ProxySetting::Flag(true) => Ok(Some(ProxyHeader::XForwardedFor)),
        ProxySetting::Name(name) => name.parse().map(Some).map_err(de::Error::custom),
    }
}

/// The network that a request comes from, for limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one household.
    Network(IpAddr),
    /// Unknown: the proxy did not name an address that can be parsed. All of these share one limit, and none counts as
    /// local.
    Hidden,
}

impl Origin {
    /// The network of an address.
    pub fn of(address: IpAddr) -> Self {
        Self::Network(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            // The loopback address must stay recognisable.
            IpAddr::V6(Ipv6Addr::LOCALHOST) => Ipv6Addr::LOCALHOST.into(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
        })
    }

    /// The origin of a request with these headers that arrived from `peer`, through this proxy or directly.
    pub fn of_request(peer: IpAddr, proxy: Option<ProxyHeader>, headers: &HeaderMap) -> Self {
        if !is_forwarded(headers) {
            return Self::of(peer);
        }
        let Some(proxy) = proxy else { return Self::of(peer) };
        address_in(proxy, headers).map_or(Self::Hidden, Self::of)
    }

    /// Whether it is this machine.
    pub const fn is_loopback(self) -> bool {
        matches!(self, Self::Network(address) if address.is_loopback())
    }
}

/// A pseudonym of a network, for storage. The network can be found out only with the secret in the database.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct OriginTag(Box<str>);

/// Makes tags with the secret of a database: the same network always gets the same tag.
pub struct OriginTags([u8; 32]);

impl OriginTags {
    /// Makes tags with this secret.
    pub const fn new(secret: [u8; 32]) -> Self {
        Self(secret)
    }

    /// The tag of an origin.
    pub fn tag(&self, origin: Origin) -> OriginTag {
        let mut hash = Sha256::new();
        hash.update(b"facedown origin tag");
        hash.update(self.0);
        match origin {
            Origin::Network(IpAddr::V4(address)) => hash.update(address.octets()),
            Origin::Network(IpAddr::V6(address)) => hash.update(address.octets()),
            Origin::Hidden => hash.update(b"hidden"),
        }
        let digest: [u8; 32] = hash.finalize().into();
        OriginTag(URL_SAFE_NO_PAD.encode(&digest[..9]).into())
    }
}

/// Whether a proxy says that it has passed this request on.
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    FORWARDING_HEADERS.iter().any(|name| headers.contains_key(name))
}

/// The address that the proxy itself has added: the last element of the last header. Clients can forge those before it.
fn address_in(proxy: ProxyHeader, headers: &HeaderMap) -> Option<IpAddr> {
    let name = match proxy {
        ProxyHeader::XForwardedFor => &FORWARDING_HEADERS[0],
        ProxyHeader::Forwarded => &FORWARDING_HEADERS[1],
        ProxyHeader::XRealIp => &FORWARDING_HEADERS[2],
    };
    let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    let last = value.rsplit(',').next()?.trim();
    match proxy {
        ProxyHeader::XForwardedFor | ProxyHeader::XRealIp => address(last),
        ProxyHeader::Forwarded => last.split(';').find_map(|pair| {
            let (key, value) = pair.split_once('=')?;
            key.trim().eq_ignore_ascii_case("for").then(|| address(value.trim()))?
        }),
    }
}

/// An address with or without a port, quotes and brackets: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `"[2001:db8::1]:80"`.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(proxy: Option<ProxyHeader>, headers: &[(&str, &str)]) -> Origin {
        let headers = headers.iter().map(|(name, value)| {
            (HeaderName::from_bytes(name.as_bytes()).unwrap(), value.parse().unwrap())
        });
        let peer = IpAddr::from([127, 0, 0, 1]);
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, value);
        }
        Origin::of_request(peer, proxy, &map)
    }

    fn network(text: &str) -> Origin {
        Origin::of(text.parse().unwrap())
    }

    #[test]
    fn an_address_is_read_however_the_proxy_writes_it() {
        let proxy = Some(ProxyHeader::XForwardedFor);
        for (value, meant) in [
            ("203.0.113.7", "203.0.113.7"),
            ("127.0.0.1, 203.0.113.7", "203.0.113.7"),
            ("127.0.0.1, 203.0.113.7:51234", "203.0.113.7"),
            ("2001:db8::7", "2001:db8::"),
            ("[2001:db8::7]", "2001:db8::"),
            ("[2001:db8::7]:443", "2001:db8::"),
            ("\"[2001:db8::7]:443\"", "2001:db8::"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
        ] {
            assert_eq!(origin(proxy, &[("x-forwarded-for", value)]), network(meant), "{value}");
        }
        let twice = [("x-forwarded-for", "127.0.0.1"), ("x-forwarded-for", "203.0.113.7")];
        assert_eq!(origin(proxy, &twice), network("203.0.113.7"));
    }

    #[test]
    fn what_cannot_be_read_is_hidden_and_not_the_proxy_itself() {
        let proxy = Some(ProxyHeader::XForwardedFor);
        for headers in [
            [("x-forwarded-for", "unknown")],
            [("x-forwarded-for", "127.0.0.1, unknown")],
            [("x-forwarded-for", "127.0.0.1, ")],
            [("x-forwarded-for", "127.0.0.1:http")],
            [("x-forwarded-for", "")],
            [("x-forwarded-for", "_hidden")],
            [("forwarded", "for=127.0.0.1")],
            [("x-real-ip", "127.0.0.1")],
            [("via", "1.1 proxy")],
        ] {
            assert_eq!(origin(proxy, &headers), Origin::Hidden, "{headers:?}");
        }
        assert!(!Origin::Hidden.is_loopback());
        // One that has not come through the proxy.
        assert!(origin(proxy, &[]).is_loopback());
    }

    #[test]
    fn only_the_header_that_the_proxy_sets_is_believed() {
        let [forged, real] = ["198.51.100.1", "203.0.113.7"];
        let element = format!("for={forged}, for=\"{real}:99\";proto=https");
        let all = [("x-forwarded-for", forged), ("x-real-ip", real), ("forwarded", &element)];
        for (proxy, meant) in [
            (ProxyHeader::XForwardedFor, forged),
            (ProxyHeader::XRealIp, real),
            (ProxyHeader::Forwarded, real),
        ] {
            assert_eq!(origin(Some(proxy), &all), network(meant), "{proxy:?}");
        }
        assert!(origin(None, &all).is_loopback(), "nobody is believed without a proxy");
    }

    #[test]
    fn the_header_is_read_from_text() {
        assert_eq!("X-Real-IP".parse(), Ok(ProxyHeader::XRealIp));
        let refused = "x-client".parse::<ProxyHeader>().unwrap_err().to_string();
        assert!(refused.contains("use x-forwarded-for, forwarded or x-real-ip"), "{refused}");
    }
}
