//! A client of Chromium's DevTools protocol: commands and their answers, and the events between them.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::common::Folder;

/// A page of a browser, which ends with this.
pub(crate) struct Devtools {
    browser: Child,
    commands: ChildStdin,
    messages: BufReader<ChildStdout>,
    /// The session of the page in commands; empty before there is one.
    session: String,
    last_id: u64,
    events: Vec<Value>,
    _profile: Folder,
}

impl Devtools {
    /// A new browser with an empty page.
    pub(crate) fn of(program: &Path) -> Self {
        let profile = Folder::new();
        // The browser reads commands from descriptor 3 and writes to 4, which a shell opens for it.
        let mut browser = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1"])
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut devtools = Self {
            commands: browser.stdin.take().unwrap(),
            messages: BufReader::new(browser.stdout.take().unwrap()),
            browser,
            session: String::new(),
            last_id: 0,
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
        self.last_id += 1;
        let mut command = json!({ "id": self.last_id, "method": method, "params": parameters });
        if !self.session.is_empty() {
            command["sessionId"] = self.session.as_str().into();
        }
        write!(self.commands, "{command}\0").unwrap();
        loop {
            let mut text = Vec::new();
            self.messages.read_until(0, &mut text).unwrap();
            let text = text.strip_suffix(&[0]).expect("the browser runs");
            let mut message: Value = serde_json::from_slice(text).unwrap();
            if message["id"] == self.last_id {
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
