//! A browser without a window, which keeps what pages ask for and complain about.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use headless_chrome::protocol::cdp::Emulation::{
    MediaFeature, SetDeviceMetricsOverride, SetEmulatedMedia,
};
use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Log, Network, Runtime};
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::Value;

/// How long a page may take before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in a browser.
pub(crate) struct Reader {
    tab: Arc<Tab>,
    /// Addresses that were asked for.
    asked: Arc<Mutex<Vec<String>>>,
    /// Errors of the page and what it wrote to the console.
    complaints: Arc<Mutex<Vec<String>>>,
    /// It ends with the test.
    _browser: Browser,
}

impl Reader {
    /// A browser that shows `url`; `None`, with a word, if there is none on this machine.
    pub(crate) fn of(url: &str) -> Option<Self> {
        let Some(program) = program() else {
            eprintln!("no Chromium on this machine: the page is not tested");
            return None;
        };
        let options = LaunchOptions::default_builder()
            .path(Some(program))
            .sandbox(false)
            .idle_browser_timeout(PATIENCE)
            .args(vec![OsStr::new("--disable-dev-shm-usage")])
            .build()
            .unwrap();
        let browser = Browser::new(options).unwrap();
        let tab = browser.new_tab().unwrap();
        tab.set_default_timeout(PATIENCE);
        let reader = Self {
            asked: Arc::default(),
            complaints: Arc::default(),
            tab,
            _browser: browser,
        };
        reader.listen();
        reader.open(url);
        Some(reader)
    }

    fn listen(&self) {
        let (asked, complaints) = (Arc::clone(&self.asked), Arc::clone(&self.complaints));
        let hear = move |event: &Event| match event {
            Event::NetworkRequestWillBeSent(event) => {
                asked.lock().unwrap().push(event.params.request.url.clone());
            }
            Event::RuntimeExceptionThrown(event) => {
                let thrown = format!("{:?}", event.params.exception_details);
                complaints.lock().unwrap().push(thrown);
            }
            Event::LogEntryAdded(event) => {
                complaints
                    .lock()
                    .unwrap()
                    .push(event.params.entry.text.clone());
            }
            Event::RuntimeConsoleAPICalled(event) => {
                complaints
                    .lock()
                    .unwrap()
                    .push(format!("{:?}", event.params.args));
            }
            _ => {}
        };
        self.tab.add_event_listener(Arc::new(hear)).unwrap();
        self.tab.call_method(Runtime::Enable(None)).unwrap();
        self.tab.call_method(Log::Enable(None)).unwrap();
        let network = Network::Enable {
            max_total_buffer_size: None,
            max_resource_buffer_size: None,
            max_post_data_size: None,
            report_direct_socket_traffic: None,
            enable_durable_messages: None,
        };
        self.tab.call_method(network).unwrap();
    }

    /// Opens an address and waits until the page is ready.
    pub(crate) fn open(&self, url: &str) {
        self.tab.navigate_to(url).unwrap();
        self.tab.wait_for_element("body[data-ready=yes]").unwrap();
    }

    /// The value of an expression, or of what it promises.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let found = self.tab.evaluate(
            &format!("(async () => JSON.stringify({expression}))()"),
            true,
        );
        let text = found.unwrap().value.unwrap_or_default();
        let text = text.as_str().unwrap_or("null").to_owned();
        serde_json::from_str(&text).unwrap()
    }

    /// The text of the first element.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({selector:?}).textContent"));
        text.as_str().unwrap().to_owned()
    }

    /// Presses a key, as a user does.
    pub(crate) fn press(&self, key: &str) {
        self.tab.press_key(key).unwrap();
    }

    /// Clicks on the first element.
    pub(crate) fn click(&self, selector: &str) {
        self.tab.find_element(selector).unwrap().click().unwrap();
    }

    /// Types into the first element.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        self.tab
            .find_element(selector)
            .unwrap()
            .type_into(text)
            .unwrap();
    }

    /// Chooses what has this value.
    pub(crate) fn choose(&self, id: &str, value: &str) {
        let _ = self.value(&format!(
            "(byId({id:?}).value = {value:?}, byId({id:?}).dispatchEvent(new Event('input', {{ bubbles: true }})))"
        ));
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_until(&self, expression: &str) {
        let done = self.value(&format!(
            "await new Promise((done) => {{ let left = 600; const look = () => {{ \
               if ({expression}) done(true); else if (left-- === 0) done(false); else setTimeout(look, 50); }}; look(); }})"
        ));
        assert_eq!(done, true, "{expression}");
    }

    /// Shows the page on a screen so many pixels wide.
    pub(crate) fn widen(&self, width: u32) {
        let metrics = SetDeviceMetricsOverride {
            width,
            height: 900,
            device_scale_factor: 1.0,
            mobile: true,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            viewport: None,
            display_feature: None,
            device_posture: None,
        };
        self.tab.call_method(metrics).unwrap();
    }

    /// Has the reader prefer a dark or a light page.
    pub(crate) fn prefer(&self, scheme: &str) {
        let feature = MediaFeature {
            name: "prefers-color-scheme".to_owned(),
            value: scheme.to_owned(),
        };
        let media = SetEmulatedMedia {
            media: None,
            features: Some(vec![feature]),
        };
        self.tab.call_method(media).unwrap();
    }

    /// Nothing was asked of anybody but what begins with `own`, and nothing was complained of.
    pub(crate) fn was_quiet(&self, own: &str) {
        let asked = self.asked.lock().unwrap();
        let of_others = asked
            .iter()
            .find(|url| !url.starts_with(own) && !url.starts_with("data:"));
        assert_eq!(of_others, None);
        assert!(
            !asked.is_empty(),
            "even the page was not asked for: nothing was heard"
        );
        assert_eq!(*self.complaints.lock().unwrap(), Vec::<String>::new());
    }
}

/// The address of a file.
pub(crate) fn file_url(path: &Path) -> String {
    format!("file://{}", path.canonicalize().unwrap().display())
}

fn program() -> Option<PathBuf> {
    let named = env::var_os("TOURNAMENT_BROWSER").map(|name| vec![name]);
    let must_be = named.is_some();
    let usual = || {
        ["chromium", "chromium-browser", "google-chrome"]
            .map(Into::into)
            .into()
    };
    let names = named.unwrap_or_else(usual);
    let path = env::var_os("PATH").unwrap_or_default();
    let found = names.iter().find_map(|name| {
        let mut places = env::split_paths(&path).map(|folder| folder.join(name));
        places.find(|place| place.is_file())
    });
    assert!(
        found.is_some() || !must_be,
        "TOURNAMENT_BROWSER is not in PATH"
    );
    found
}
