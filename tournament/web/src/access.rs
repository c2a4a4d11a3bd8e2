//! The clients that a server answers.
//!
//! A page elsewhere could have a name that resolves to this machine (DNS rebinding), or send requests from a browser
//! on it. So no request may come from another site's page. Where only this machine can connect, the request must name
//! it; elsewhere it must have the token of the link that the server printed, once in the link and then as a cookie,
//! which a browser sends to the name alone that it was set for.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::http::Head;

/// The parameter of a link that has the token.
const TOKEN: &str = "token=";

/// The rules of a server.
#[derive(Debug)]
pub(crate) struct Access {
    address: SocketAddr,
    token: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Granted,
    /// The token was in the link: the browser gets this cookie and is sent to the same place without it.
    Enter {
        cookie: String,
        to: String,
    },
    Refused(&'static str),
}

impl Access {
    /// A server at `address`, with a token unless only this machine can reach it.
    pub(crate) fn new(address: SocketAddr) -> Result<Self, getrandom::Error> {
        let token = (!address.ip().is_loopback()).then(random_token).transpose()?;
        Ok(Self { address, token })
    }

    pub(crate) fn link(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address.ip() {
                IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
                IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
            });
        }
        let query = self.token.as_ref();
        let query = query.map_or(String::new(), |token| format!("?{TOKEN}{token}"));
        format!("http://{address}/{query}")
    }

    pub(crate) fn verdict(&self, head: &Head) -> Verdict {
        if !is_own_page(head) {
            return Verdict::Refused("this server answers to its own pages alone");
        }
        let Some(token) = &self.token else {
            return if is_this_machine(&head.host) {
                Verdict::Granted
            } else {
                Verdict::Refused("this server answers to its own address alone")
            };
        };
        let cookie = format!("evalarena-{}={token}", self.address.port());
        if head.cookie.split(';').any(|one| is_same(one.trim(), &cookie)) {
            return Verdict::Granted;
        }
        let (path, query) = head.target.split_once('?').unwrap_or((&head.target, ""));
        let given = |part: &&str| part.strip_prefix(TOKEN).is_some_and(|own| is_same(own, token));
        if head.method != "GET" || !query.split('&').any(|part| given(&part)) {
            return Verdict::Refused("the token is missing: open the link that `evalarena serve` printed");
        }
        let rest = query.split('&').filter(|part| !given(part));
        let rest = rest.collect::<Vec<_>>().join("&");
        let page = if path == "/explore" { "explore" } else { "./" };
        Verdict::Enter {
            cookie: format!("{cookie}; Path=/; HttpOnly; SameSite=Lax"),
            to: if rest.is_empty() { page.to_owned() } else { format!("{page}?{rest}") },
        }
    }
}

/// True if a `Host` names this machine, with any port: it may be forwarded. A number cannot be rebound, and a browser
/// resolves `localhost` to the machine that it runs on.
fn is_this_machine(host: &str) -> bool {
    let end = if host.starts_with('[') {
        host.find(']').map_or(0, |end| end + 1)
    } else {
        host.find(':').unwrap_or(host.len())
    };
    let (name, port) = host.split_at(end);
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let is_valid = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let number: Option<IpAddr> = name.parse().ok();
    is_valid
        && (name.trim_end_matches('.').eq_ignore_ascii_case("localhost") || number.is_some_and(|ip| ip.is_loopback()))
}

/// True if a page of the server sent it, or no page. A link from elsewhere may open a page.
fn is_own_page(head: &Head) -> bool {
    let opens = head.method == "GET" && head.navigates;
    let site = head.fetch_site.as_deref().unwrap_or("none");
    if !opens && !matches!(site, "none" | "same-origin") {
        return false;
    }
    let origin = head.origin.as_deref();
    origin.is_none_or(|origin| origin.split_once("://").is_some_and(|(_, host)| host == head.host))
}

/// True if both are the same, in a time that does not depend on where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differences == 0
}

/// 128 random bits in hexadecimal.
fn random_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(address: &str) -> Access {
        Access::new(address.parse().unwrap()).unwrap()
    }

    fn head(host: &str) -> Head {
        Head { method: "GET".into(), target: "/".into(), host: host.into(), ..Head::default() }
    }

    #[test]
    fn loopback_answers_to_its_names_at_any_port_and_to_no_other() {
        let access = access("127.0.0.1:7373");
        assert_eq!(access.link(), "http://127.0.0.1:7373/");
        let own = "127.0.0.1:7373 localhost:8080 LOCALHOST [::1]:90 127.0.0.1 localhost.:1";
        for own in own.split(' ') {
            assert_eq!(access.verdict(&head(own)), Verdict::Granted, "{own}");
        }
        let tokens = [0, 1].map(|_| self::access("0.0.0.0:1").token.unwrap());
        assert!(tokens[0].len() == 32 && tokens[0] != tokens[1], "{tokens:?}");
        let others = " evil.example 127.0.0.1.evil.example localhost.evil.example 10.0.0.1:7373 0.0.0.0 \
                      localhost:x localhost:1:2 [::1 [::1]x";
        for other in others.split(' ') {
            assert!(matches!(access.verdict(&head(other)), Verdict::Refused(_)), "{other:?}");
        }
    }

    #[test]
    fn pages_of_other_sites_get_nothing_and_links_open_pages() {
        let access = access("127.0.0.1:1");
        let with = |origin: Option<&str>, site: Option<&str>, navigates: bool, method: &str| {
            let head = Head {
                method: method.to_owned(),
                origin: origin.map(str::to_owned),
                fetch_site: site.map(str::to_owned),
                navigates,
                ..head("localhost:1")
            };
            access.verdict(&head) == Verdict::Granted
        };
        assert!(with(Some("http://localhost:1"), Some("same-origin"), false, "POST"));
        assert!(with(None, Some("cross-site"), true, "GET"));
        for origin in ["http://evil.example", "http://localhost:2", "null", "localhost:1"] {
            assert!(!with(Some(origin), None, false, "POST"), "{origin}");
        }
        for site in ["cross-site", "same-site"] {
            assert!(!with(None, Some(site), false, "GET"), "{site}");
            assert!(!with(None, Some(site), true, "POST"), "{site}");
        }
    }
}
