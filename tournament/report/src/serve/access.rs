//! The clients that a server answers: which names of it, from which pages, and with which token.
//!
//! A page elsewhere could have a name that resolves to this machine (DNS rebinding), or send requests from a browser
//! on it. So a request must name the server as its users do, and must not come from another site's page. Where other
//! machines can connect, it must also have the token of the link that the server printed, once in the link and then as
//! a cookie.

use std::net::{IpAddr, SocketAddr};

use super::http::Head;

/// The parameter of a link that has the token.
const TOKEN: &str = "token=";

/// The rules of a server.
#[derive(Debug)]
pub(super) struct Access {
    address: SocketAddr,
    names: Vec<String>,
    token: Option<String>,
}

/// The judgement of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is answered.
    Granted,
    /// It had the token in its link: the browser gets this cookie and is sent to the same place without it.
    Enter { cookie: String, to: String },
    /// It is refused, for this reason.
    Refused(&'static str),
}

impl Access {
    /// A server at `address` that also answers to `names`; with a token unless only this machine can reach it.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(super) fn new(address: SocketAddr, names: &[String]) -> Result<Self, getrandom::Error> {
        let is_private = address.ip().is_loopback() && names.is_empty();
        let token = (!is_private).then(random_token).transpose()?;
        let names = names.iter().map(|name| plain(name).to_lowercase());
        Ok(Self { address, names: names.collect(), token })
    }

    /// The link to the server for this machine, and one for each of its names.
    pub(super) fn links(&self) -> Vec<String> {
        let query = self.token.as_ref();
        let query = query.map_or(String::new(), |token| format!("?{TOKEN}{token}"));
        let (ip, port) = (self.address.ip(), self.address.port());
        let own = match ip {
            IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from(([127, 0, 0, 1], port)),
            IpAddr::V6(ip) if ip.is_unspecified() => {
                SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, 1], port))
            }
            _ => self.address,
        };
        let names = self.names.iter().map(|name| format!("{name}:{port}"));
        let places = [own.to_string()].into_iter().chain(names);
        places.map(|at| format!("http://{at}/{query}")).collect()
    }

    pub(super) fn verdict(&self, head: &Head) -> Verdict {
        if !self.is_own_name(&head.host) {
            return Verdict::Refused("this server answers to its own address alone");
        }
        if !is_own_page(head) {
            return Verdict::Refused("this server answers to its own pages alone");
        }
        let Some(token) = &self.token else {
            return Verdict::Granted;
        };
        let cookie = format!("evalarena-{}={token}", self.address.port());
        if head.cookie.split(';').any(|one| is_same(one.trim(), &cookie)) {
            return Verdict::Granted;
        }
        let (path, query) = head.target.split_once('?').unwrap_or((&head.target, ""));
        let given = |part: &&str| part.strip_prefix(TOKEN).is_some_and(|own| is_same(own, token));
        if head.method != "GET" || !query.split('&').any(|part| given(&part)) {
            return Verdict::Refused(
                "the token is missing: open the link that `evalarena serve` printed",
            );
        }
        let rest = query.split('&').filter(|part| !given(part));
        let rest = rest.collect::<Vec<_>>().join("&");
        let page = if path == "/explore" { "explore" } else { "./" };
        Verdict::Enter {
            cookie: format!("{cookie}; Path=/; HttpOnly; SameSite=Lax"),
            to: if rest.is_empty() { page.to_owned() } else { format!("{page}?{rest}") },
        }
    }

    /// True for a name of the server. The port may be another one, forwarded to its own. A number cannot be rebound,
    /// and a browser resolves `localhost` to the machine that it runs on.
    fn is_own_name(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else {
            return false;
        };
        let name = plain(name).to_lowercase();
        if name == "localhost" || self.names.contains(&name) {
            return true;
        }
        let number = name.trim_start_matches('[').trim_end_matches(']');
        let number: Option<IpAddr> = number.parse().ok();
        number.is_some_and(|ip| ip.is_loopback() || !self.address.ip().is_loopback())
    }
}

/// A name without the dot that may end it.
fn plain(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

/// The name in a `Host`; `None` if it is malformed.
fn without_port(host: &str) -> Option<&str> {
    let end = if host.starts_with('[') {
        host.find(']')? + 1
    } else {
        host.find(':').unwrap_or(host.len())
    };
    let (name, port) = host.split_at(end);
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let is_valid = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    (is_valid && !name.is_empty()).then_some(name)
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

    fn access(address: &str, names: &[&str]) -> Access {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Access::new(address.parse().unwrap(), &names).unwrap()
    }

    fn head(host: &str) -> Head {
        Head {
            method: "GET".to_owned(),
            target: "/".to_owned(),
            host: host.to_owned(),
            ..Head::default()
        }
    }

    #[test]
    fn loopback_answers_to_its_names_at_any_port_and_to_no_other() {
        let access = access("127.0.0.1:7373", &[]);
        assert_eq!(access.links(), ["http://127.0.0.1:7373/"]);
        for own in [
            "127.0.0.1:7373",
            "localhost:8080",
            "LOCALHOST",
            "[::1]:90",
            "127.0.0.1",
            "localhost.:1",
        ] {
            assert_eq!(access.verdict(&head(own)), Verdict::Granted, "{own}");
        }
        for other in [
            "",
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "10.0.0.1:7373",
            "0.0.0.0",
            "localhost:x",
            "localhost:",
            "127.0.0.1:80:90",
            "[::1",
            "a@localhost",
            "::1",
        ] {
            assert!(matches!(access.verdict(&head(other)), Verdict::Refused(_)), "{other}");
        }
    }

    #[test]
    fn other_sites_are_refused_unless_a_link_opens_a_page() {
        let access = access("127.0.0.1:7373", &[]);
        let own = head("localhost:1");
        let with = |origin: Option<&str>, site: Option<&str>, navigates, method: &str| {
            let head = Head {
                origin: origin.map(str::to_owned),
                fetch_site: site.map(str::to_owned),
                navigates,
                method: method.to_owned(),
                ..own.clone()
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

    #[test]
    fn where_others_can_connect_a_token_is_needed_once() {
        let access = access("0.0.0.0:7373", &["Arena.example."]);
        let token = access.token.clone().unwrap();
        assert_eq!(token.len(), 32);
        assert_eq!(
            access.links(),
            [
                format!("http://127.0.0.1:7373/?token={token}"),
                format!("http://arena.example:7373/?token={token}")
            ]
        );
        for host in ["10.0.0.1:7373", "arena.example", "localhost:1"] {
            let mut head = head(host);
            assert!(
                matches!(access.verdict(&head), Verdict::Refused(words) if words.contains("token"))
            );
            head.target = format!("/?token={}", "0".repeat(32));
            assert!(matches!(access.verdict(&head), Verdict::Refused(_)));
            head.target = format!("//evil.example/?a=b&token={token}");
            let Verdict::Enter { cookie, to } = access.verdict(&head) else { panic!("{host}") };
            assert_eq!(to, "./?a=b");
            assert!(cookie.ends_with("HttpOnly; SameSite=Lax"), "{cookie}");
            head.target = "/state".to_owned();
            head.cookie = format!("a=b; {}", cookie.split(';').next().unwrap());
            assert_eq!(access.verdict(&head), Verdict::Granted);
        }
        assert!(
            matches!(access.verdict(&head("evil.example")), Verdict::Refused(words) if words.contains("address"))
        );
        // One that a proxy on this machine passes on comes from elsewhere, too.
        assert!(super::tests::access("127.0.0.1:1", &["arena.example"]).token.is_some());
        assert_ne!(super::tests::access("0.0.0.0:1", &[]).token, Some(token));
    }
}
