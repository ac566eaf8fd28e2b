//! Who may use the server.
//!
//! Pages of strangers run in the same browser. They can send requests to any address of this machine, but not read the token, not
//! set `Origin` and `Host`, and their requests do not have the cookie. A name that a stranger lets lead to this machine (DNS
//! rebinding) shows in `Host`: only addresses in numbers and `localhost` are taken there.

use hyper::header::{COOKIE, HOST, HeaderMap, ORIGIN};
use std::hint::black_box;
use std::net::{IpAddr, SocketAddr};

/// The name of the cookie.
const COOKIE_NAME: &str = "kosumi";

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Rejection {
    /// The request was sent to a name that is not the server's.
    #[error("this server is called by its address alone")]
    Host,
    /// It comes from a page of somebody else.
    #[error("requests come from kosumi's own pages alone")]
    Origin,
    /// It does not have the token.
    #[error("open the address that kosumi has printed in its terminal, with the token in it")]
    Stranger,
}

/// What is known of the server and those who may use it.
pub(super) struct Guard {
    token: String,
    own: SocketAddr,
}

impl std::fmt::Debug for Guard {
    /// Without the token, which does not belong in messages.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard")
            .field("own", &self.own)
            .finish_non_exhaustive()
    }
}

impl Guard {
    /// The guard of a server that listens somewhere.
    pub(super) const fn new(token: String, own: SocketAddr) -> Guard {
        Guard { token, own }
    }

    /// Checks to whom a request was sent, and by whose page.
    pub(super) fn check_origin(&self, headers: &HeaderMap) -> Result<(), Rejection> {
        let host = only(headers, &HOST).filter(|host| self.is_own(host));
        let host = host.ok_or(Rejection::Host)?;
        if !headers.contains_key(ORIGIN) {
            return Ok(());
        }
        let origin = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        let is_same = origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host));
        if is_same {
            Ok(())
        } else {
            Err(Rejection::Origin)
        }
    }

    /// Returns true if a host is an address of this server: an address in numbers and the port. Other machines reach it only if
    /// it listens for them.
    fn is_own(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.own.port()) {
            return false;
        }
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let plain = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        let address: Option<IpAddr> = plain.unwrap_or(name).parse().ok();
        let is_for_others = !self.own.ip().is_loopback();
        address.is_some_and(|address| is_for_others || address.is_loopback())
    }

    /// The cookie for whoever has the token.
    pub(super) fn cookie(&self, token: &str) -> Option<String> {
        let attributes = "HttpOnly; SameSite=Strict; Path=/";
        is_same(token, &self.token).then(|| format!("{COOKIE_NAME}={}; {attributes}", self.token))
    }

    /// Returns true if a request has the cookie.
    pub(super) fn knows(&self, headers: &HeaderMap) -> bool {
        let lines = headers.get_all(COOKIE).iter();
        let cookies = lines.filter_map(|line| line.to_str().ok());
        let mut pairs = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(name, value)| name == COOKIE_NAME && is_same(value, &self.token))
    }
}

/// The value of a header that is there once.
fn only<'a>(headers: &'a HeaderMap, name: &hyper::header::HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Returns true if two texts are the same. How long that takes does not tell where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    let differences = pairs.fold(0, |found, (a, b)| black_box(found | (a ^ b)));
    one.len() == other.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    fn guard(own: &str) -> Guard {
        Guard::new("0123456789abcdef".to_owned(), own.parse().unwrap())
    }

    fn headers(lines: &[(hyper::header::HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn only_own_addresses_are_called() {
        let local = guard("127.0.0.1:1919");
        for host in [
            "127.0.0.1:1919",
            "localhost:1919",
            "LOCALHOST:1919",
            "[::1]:1919",
        ] {
            assert_eq!(
                local.check_origin(&headers(&[(HOST, host)])),
                Ok(()),
                "{host}"
            );
        }
        for host in [
            "evil.example:1919",
            "127.0.0.1",
            "127.0.0.1:80",
            "192.168.1.5:1919",
            "localhost.evil.example:1919",
            "127.0.0.1.evil.example:1919",
            "127.0.0.1:1919:1919",
            "user@127.0.0.1:1919",
            "",
            ":1919",
        ] {
            assert_eq!(
                local.check_origin(&headers(&[(HOST, host)])),
                Err(Rejection::Host),
                "{host}"
            );
        }
        let two = [(HOST, "localhost:1919"), (HOST, "localhost:1919")];
        assert!(
            local.check_origin(&headers(&two)).is_err()
                && local.check_origin(&headers(&[])).is_err()
        );
        let home = guard("0.0.0.0:80");
        assert_eq!(
            home.check_origin(&headers(&[(HOST, "192.168.1.5")])),
            Ok(())
        );
        assert!(
            home.check_origin(&headers(&[(HOST, "kosumi.example")]))
                .is_err()
        );
    }

    #[test]
    fn only_own_pages_may_ask() {
        let local = guard("127.0.0.1:1919");
        let with = |origin| headers(&[(HOST, "127.0.0.1:1919"), (ORIGIN, origin)]);
        assert_eq!(local.check_origin(&with("http://127.0.0.1:1919")), Ok(()));
        for origin in [
            "null",
            "http://evil.example",
            "http://127.0.0.1:1920",
            "https://127.0.0.1:1919",
            "http://localhost:1919",
            "",
        ] {
            assert_eq!(
                local.check_origin(&with(origin)),
                Err(Rejection::Origin),
                "{origin}"
            );
        }
    }

    #[test]
    fn the_token_is_needed_whole() {
        let guard = guard("127.0.0.1:1919");
        let cookie = guard.cookie("0123456789abcdef").unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
        for token in [
            "",
            "0123456789abcde",
            "0123456789abcdeF",
            "0123456789abcdef0",
        ] {
            assert_eq!(guard.cookie(token), None, "{token}");
            let line = format!("kosumi={token}");
            assert!(!guard.knows(&headers(&[(COOKIE, &line)])), "{token}");
        }
        let both = [
            (COOKIE, "a=b; kosumi=x"),
            (COOKIE, "kosumi=0123456789abcdef"),
        ];
        assert!(guard.knows(&headers(&both)) && !guard.knows(&headers(&[])));
        assert!(!format!("{guard:?}").contains("0123456789abcdef"));
    }
}
