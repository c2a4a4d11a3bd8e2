//! The part of HTTP that a page needs: one request per connection, with a short head and a body of known length, and one
//! answer.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;

/// The longest head of a request, in bytes and in lines.
const MAX_HEAD: usize = 16 << 10;
const MAX_LINES: usize = 64;
/// The longest wait for a part of a request, and for a browser that reads: a page of a large run is some ten megabytes.
const READ_TIME: Duration = Duration::from_secs(5);
const WRITE_TIME: Duration = Duration::from_secs(30);
/// The rest of a request that is read and discarded, so that the answer is not lost with it.
const MAX_REST: u64 = 5 << 20;
const REST_TIME: Duration = Duration::from_millis(500);

/// The head of a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct Head {
    /// The method; GET for HEAD, whose answer ends before the body.
    pub method: String,
    pub wants_no_body: bool,
    /// A path and perhaps a query.
    pub target: String,
    /// The host; empty if there is none, or two.
    pub host: String,
    /// The site of the page that sent it, if the browser names one.
    pub origin: Option<String>,
    /// The relation of that site to this one, as the browser sees it (Sec-Fetch-Site).
    pub fetch_site: Option<String>,
    /// True if a browser opens it as a page (Sec-Fetch-Mode).
    pub navigates: bool,
    pub cookie: String,
    /// The length of the body; `None` if it is not given, or not a number.
    pub body: Option<usize>,
    /// The length of the head itself.
    pub length: usize,
}

/// Reasons that there is no head to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoHead {
    /// It is not HTTP.
    Malformed,
    /// It is longer than a browser's heads are.
    TooLong,
    /// It did not come in time, or the connection ended.
    Gone,
}

impl Head {
    /// Reads the head at the beginning of `bytes`; `None` if it does not end there yet. Fails if it cannot be completed
    /// to a head.
    pub fn parse(bytes: &[u8]) -> Result<Option<Self>, NoHead> {
        let Some(length) = head_length(bytes)? else {
            return Ok(None);
        };
        let text = String::from_utf8_lossy(&bytes[..length]);
        let mut lines = text.trim_end().split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some("HTTP/1.0" | "HTTP/1.1"), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(NoHead::Malformed);
        };
        let mut headers = Vec::new();
        for line in lines {
            let (name, value) = line.split_once(':').ok_or(NoHead::Malformed)?;
            if name.is_empty() || name.contains([' ', '\t']) {
                return Err(NoHead::Malformed);
            }
            headers.push((name, value.trim()));
        }
        // A header that is there twice is none.
        let value = |name: &str| {
            let named = |(other, _): &&(&str, &str)| other.eq_ignore_ascii_case(name);
            let mut values = headers.iter().filter(named);
            match (values.next(), values.next()) {
                (Some((_, value)), None) => Some((*value).to_owned()),
                _ => None,
            }
        };
        Ok(Some(Self {
            method: if method == "HEAD" { "GET" } else { method }.to_owned(),
            wants_no_body: method == "HEAD",
            target: target.to_owned(),
            host: value("host").unwrap_or_default(),
            origin: value("origin"),
            fetch_site: value("sec-fetch-site"),
            navigates: value("sec-fetch-mode").as_deref() == Some("navigate"),
            cookie: value("cookie").unwrap_or_default(),
            body: value("content-length").and_then(|length| length.parse().ok()),
            length,
        }))
    }

    /// Reads the head of the request on a connection, and what has come of the body.
    pub(crate) fn read(mut from: &TcpStream) -> Result<(Self, Vec<u8>), NoHead> {
        from.set_read_timeout(Some(READ_TIME)).map_err(|_| NoHead::Gone)?;
        let (mut bytes, mut part) = (Vec::new(), [0; 1024]);
        loop {
            match from.read(&mut part) {
                Ok(0) | Err(_) => return Err(NoHead::Gone),
                Ok(read) => bytes.extend_from_slice(&part[..read]),
            }
            if let Some(head) = Self::parse(&bytes)? {
                let begun = bytes.split_off(head.length);
                return Ok((head, begun));
            }
        }
    }
}

/// The length of the head at the beginning of `bytes`, with the empty line at its end; `None` if that has not come.
fn head_length(bytes: &[u8]) -> Result<Option<usize>, NoHead> {
    let (mut lines, mut line) = (0, 0);
    for (at, &byte) in bytes.iter().take(MAX_HEAD).enumerate() {
        let after_return = at > 0 && bytes[at - 1] == b'\r';
        match byte {
            b'\n' if after_return && line == at - 1 => return Ok(Some(at + 1)),
            b'\n' if after_return && lines == MAX_LINES => return Err(NoHead::TooLong),
            b'\n' if after_return => (lines, line) = (lines + 1, at + 1),
            b'\t' | b'\r' | b' '..=b'~' | 0x80.. if !after_return => {}
            _ => return Err(NoHead::Malformed),
        }
    }
    if bytes.len() < MAX_HEAD { Ok(None) } else { Err(NoHead::TooLong) }
}

/// The body of this length that has `begun` on a connection.
pub(crate) fn read_body(from: &TcpStream, begun: &[u8], length: usize) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    begun.chain(from).take(length as u64).read_to_end(&mut body)?;
    if body.len() < length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(body)
}

/// Headers of every answer: no other page may show it in a frame or read it, and none learns its address.
const GUARDS: &str = "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
     Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\
     Content-Security-Policy: frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n";

/// An answer.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) kind: &'static str,
    /// Headers beside the usual ones, each with its end.
    pub(crate) headers: String,
    pub(crate) body: Arc<str>,
}

/// Answers, and ends the connection.
pub(crate) fn write_answer(mut to: &TcpStream, answer: &Response, with_body: bool) -> io::Result<()> {
    let Response { status, kind, headers, body } = answer;
    to.set_write_timeout(Some(WRITE_TIME))?;
    let (reason, length) = (reason(*status), body.len());
    let head = format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         {GUARDS}{headers}Connection: close\r\n\r\n"
    );
    to.write_all(head.as_bytes())?;
    if with_body {
        to.write_all(body.as_bytes())?;
    }
    to.shutdown(Shutdown::Write)?;
    to.set_read_timeout(Some(REST_TIME))?;
    io::copy(&mut to.take(MAX_REST), &mut io::sink()).map(drop)
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        303 => "See Other",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_when_it_ends() {
        let head = b"GET /state HTTP/1.1\r\nhost: localhost:7373\r\n\r\n";
        for length in 0..head.len() {
            assert_eq!(Head::parse(&head[..length]), Ok(None), "{length}");
        }
        let read = Head::parse(head).unwrap().unwrap();
        assert_eq!((&*read.method, &*read.target, &*read.host), ("GET", "/state", "localhost:7373"));
        // Bytes behind it are another request, which is not read.
        assert_eq!(Head::parse(&[head, &head[..]].concat()), Ok(Some(read)));
        let twice = b"GET / HTTP/1.1\r\nHost: localhost:1\r\nHost: evil.example\r\n\r\n";
        assert_eq!(Head::parse(twice).unwrap().unwrap().host, "");
    }

    #[test]
    fn what_is_not_a_head_or_has_no_end_is_refused() {
        for malformed in [
            "\x16\x03\x01\x02\0",
            "GET / HTTP/1.1\n",
            "GET /\rx",
            "\r\n\r\n",
            "GET /\r\n\r\n",
            "GET / a HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\r\n\r\n",
        ] {
            assert_eq!(Head::parse(malformed.as_bytes()), Err(NoHead::Malformed), "{malformed:?}");
        }
        let endless = [b"GET / HTTP/1.1\r\nX: ".as_slice(), &[b'x'; MAX_HEAD]].concat();
        assert_eq!(Head::parse(&endless), Err(NoHead::TooLong));
        let many = format!("GET / HTTP/1.1\r\n{}", "X: y\r\n".repeat(MAX_LINES + 1));
        assert_eq!(Head::parse(many.as_bytes()), Err(NoHead::TooLong));
    }
}
