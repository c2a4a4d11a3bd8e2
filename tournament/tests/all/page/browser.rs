//! A reader of pages: a browser without a window, which keeps what pages ask for and complain about.

use std::cell::RefCell;
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::Folder;

/// The most polls for a condition, and the time between two.
const LOOKS: usize = 1200;
const PAUSE: Duration = Duration::from_millis(50);

/// A page in a browser.
pub(crate) struct Reader(RefCell<Devtools>);

impl Reader {
    /// A browser that shows `url`; `None` if there is none on this machine.
    pub(crate) fn of(url: &str) -> Option<Self> {
        let reader = Self(RefCell::new(Devtools::of(&program()?)));
        for domain in ["Page", "Runtime", "Log", "Network"] {
            reader.call(&format!("{domain}.enable"), &json!({}));
        }
        reader.open(url);
        Some(reader)
    }

    fn call(&self, method: &str, parameters: &Value) -> Value {
        self.0.borrow_mut().call(method, parameters)
    }

    /// Opens an address and waits until the page is ready.
    pub(crate) fn open(&self, url: &str) {
        self.call("Page.navigate", &json!({ "url": url }));
        self.wait_until("document.body?.dataset.ready === 'yes'");
    }

    /// Leaves the page, so that the next one begins anew even if only the end of its address differs.
    pub(crate) fn leave(&self) {
        self.call("Page.navigate", &json!({ "url": "about:blank" }));
    }

    /// The value of an expression, or of what it promises.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let shown = format!("(async () => JSON.stringify({expression}))()");
        let parameters = json!({ "expression": shown, "awaitPromise": true });
        let found = self.call("Runtime.evaluate", &parameters);
        assert_eq!(found.get("exceptionDetails"), None, "{expression}");
        let text = found["result"]["value"].as_str().unwrap_or("null");
        serde_json::from_str(text).unwrap()
    }

    /// The text of the first element.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({selector:?}).textContent"));
        text.as_str().unwrap().to_owned()
    }

    /// Presses a key, as a user does.
    pub(crate) fn press(&self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "code": key }));
        }
    }

    /// Types into the focused element.
    pub(crate) fn type_text(&self, text: &str) {
        self.call("Input.insertText", &json!({ "text": text }));
    }

    /// Submits a form, as Enter in one of its fields does.
    pub(crate) fn submit(&self, form: &str) {
        self.value(&format!("document.querySelector({form:?}).requestSubmit()"));
    }

    /// Presses the mouse at one place and releases it at another, by way of the middle.
    pub(crate) fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        let steps = [("mousePressed", from), ("mouseMoved", middle), ("mouseMoved", to), ("mouseReleased", to)];
        for (kind, (x, y)) in steps {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Clicks on the first element, as a user does.
    pub(crate) fn click(&self, selector: &str) {
        let middle = self.value(&format!(
            "((e) => {{ e.scrollIntoView({{ block: 'center' }}); const box = e.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})(document.querySelector({selector:?}))"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let (x, y) = (&middle[0], &middle[1]);
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Types into the first element.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        self.click(selector);
        self.type_text(text);
    }

    /// Chooses what has this value.
    pub(crate) fn choose(&self, id: &str, value: &str) {
        self.value(&format!(
            "(byId({id:?}).value = {value:?}, byId({id:?}).dispatchEvent(new Event('input', {{ bubbles: true }})))"
        ));
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_until(&self, expression: &str) {
        // While the page is loaded anew, its functions are not there yet.
        let expression = format!("(async () => {expression})().catch(() => false)");
        for _ in 0..LOOKS {
            if self.value(&format!("await {expression}")) == true {
                return;
            }
            sleep(PAUSE);
        }
        panic!("{expression} did not become true");
    }

    /// Shows the page on a screen of this width in pixels.
    pub(crate) fn widen(&self, width: u32) {
        let screen = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": true });
        self.call("Emulation.setDeviceMetricsOverride", &screen);
    }

    /// Has the reader prefer a dark or a light page.
    pub(crate) fn prefer(&self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.call("Emulation.setEmulatedMedia", &json!({ "features": [feature] }));
    }

    /// No request went anywhere but to what begins with `own`, and the console has no errors.
    pub(crate) fn was_quiet(&self, own: &str) {
        let devtools = self.0.borrow();
        let mut asked = false;
        for event in &devtools.events {
            let parameters = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Network.requestWillBeSent" => {
                    let url = parameters["request"]["url"].as_str().unwrap();
                    asked = true;
                    assert!(url.starts_with(own) || url.starts_with("data:"), "{url}");
                }
                "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded" => {
                    panic!("{parameters}");
                }
                _ => {}
            }
        }
        assert!(asked, "no events: not even the page was requested");
    }
}

/// A reader of the page of `run` in this folder, if there is a browser.
pub(crate) fn read(folder: &Path) -> Option<Reader> {
    Reader::of(&file_url(&folder.join("run/report.html")))
}

/// The address of a file.
pub(crate) fn file_url(path: &Path) -> String {
    format!("file://{}", path.canonicalize().unwrap().display())
}

/// The browser.
pub(crate) fn program() -> Option<PathBuf> {
    let named = env::var_os("EVALARENA_BROWSER").map(|name| vec![name]);
    let must_be = named.is_some();
    let usual = || ["chromium", "chromium-browser", "google-chrome"].map(Into::into).into();
    let names = named.unwrap_or_else(usual);
    let path = env::var_os("PATH").unwrap_or_default();
    let found = names.iter().find_map(|name| {
        let mut places = env::split_paths(&path).map(|folder| folder.join(name));
        places.find(|place| place.is_file())
    });
    assert!(found.is_some() || !must_be, "EVALARENA_BROWSER is not in PATH");
    found
}

/// A client of Chromium's DevTools protocol with a page of a browser, which ends with this: commands and their answers, and
/// the events between them.
struct Devtools {
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
    fn of(program: &Path) -> Self {
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
        let page = devtools.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let to = json!({ "targetId": page["targetId"], "flatten": true });
        let attached = devtools.call("Target.attachToTarget", &to);
        attached["sessionId"].as_str().unwrap().clone_into(&mut devtools.session);
        devtools
    }

    /// The answer to a command; events that come before it are kept.
    fn call(&mut self, method: &str, parameters: &Value) -> Value {
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
}

impl Drop for Devtools {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
