//! A client of Chromium's DevTools protocol: commands and their answers, and the events between them.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client};

use crate::common::Folder;

/// A page of a browser, which ends with this.
pub(crate) struct Devtools {
    browser: Child,
    socket: WebSocket<TcpStream>,
    /// The session of the page in commands; empty before there is one.
    session: String,
    commands: u64,
    events: Vec<Value>,
    _profile: Folder,
}

impl Devtools {
    /// A new browser with an empty page.
    pub(crate) fn of(program: &Path) -> Self {
        let profile = Folder::new();
        let mut browser = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut printed = BufReader::new(browser.stderr.take().unwrap()).lines();
        let address = printed.find_map(|line| {
            let line = line.unwrap();
            line.strip_prefix("DevTools listening on ").map(str::to_owned)
        });
        // It must not block on the rest of its output.
        std::thread::spawn(move || printed.for_each(drop));
        let address = address.expect("Chromium prints its address");
        let host = address.trim_start_matches("ws://").split('/').next().unwrap();
        let stream = TcpStream::connect(host).unwrap();
        let (socket, _) = client(address.as_str(), stream).unwrap();
        let mut devtools = Self {
            browser,
            socket,
            session: String::new(),
            commands: 0,
            events: Vec::new(),
            _profile: profile,
        };
        devtools.attach();
        devtools
    }

    fn attach(&mut self) {
        let page = self.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let to = json!({ "targetId": page["targetId"], "flatten": true });
        let attached = self.call("Target.attachToTarget", &to);
        attached["sessionId"].as_str().unwrap().clone_into(&mut self.session);
    }

    /// The answer to a command; events that come before it are kept.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.commands += 1;
        let mut command = json!({ "id": self.commands, "method": method, "params": parameters });
        if !self.session.is_empty() {
            command["sessionId"] = self.session.as_str().into();
        }
        self.socket.send(Message::text(command.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else {
                continue;
            };
            let mut message: Value = serde_json::from_str(&text).unwrap();
            if message["id"] == self.commands {
                assert_eq!(message.get("error"), None, "{method}");
                return message["result"].take();
            }
            self.events.push(message);
        }
    }

    /// The events so far.
    pub(crate) fn events(&self) -> &[Value] {
        &self.events
    }
}

impl Drop for Devtools {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
