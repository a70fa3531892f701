//! A browser at an arena.

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A process that is killed at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser, and where the arena is.
pub struct Visit {
    pub client: Client,
    pub home: String,
}

/// One browser at a time: they take much memory.
static ONE: Mutex<()> = Mutex::new(());

/// Nothing that is waited for takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Opens an arena and a browser with a window of this size, and does something with them.
pub fn visit<F: Future<Output = ()>>(size: (u32, u32), act: impl FnOnce(Visit) -> F) {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let is_there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !is_there("chromedriver") || !is_there("chromium") {
        eprintln!(
            "skipped: there is no chromium with its chromedriver (Debian: apt-get install chromium chromium-driver)"
        );
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (_arena, home) = arena();
    let (_driver, driver) = driver();
    let profile = tempfile::tempdir().unwrap();
    runtime.block_on(async {
        let client = connect(&driver, size, &profile.path().display().to_string()).await;
        act(Visit { client: client.clone(), home }).await;
        client.close().await.unwrap();
    });
}

/// Starts an arena on a free port.
fn arena() -> (Running, String) {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(arena.stdout.take().unwrap()).lines().map_while(Result::ok);
    let address = |line: String| {
        line.split("http://").nth(1).map(|rest| rest.trim_end_matches('/').to_owned())
    };
    let address = { lines }.find_map(address).expect("the arena says where it is");
    (Running(arena), format!("http://{address}"))
}

fn driver() -> (Running, String) {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let driver = Command::new("chromedriver")
        .arg(format!("--port={port}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    (Running(driver), format!("http://127.0.0.1:{port}"))
}

async fn connect(driver: &str, (width, height): (u32, u32), profile: &str) -> Client {
    let arguments = json!([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-sync",
        "--disable-quic",
        "--disable-component-update",
        "--no-first-run",
        "--disable-dev-shm-usage",
        format!("--user-data-dir={profile}"),
        format!("--window-size={width},{height}"),
    ]);
    let wishes = json!({ "goog:chromeOptions": { "args": arguments } });
    let Value::Object(wishes) = wishes else { unreachable!("it was just made") };
    for _ in 0..100 {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        if let Ok(client) = builder.capabilities(wishes.clone()).connect(driver).await {
            return client;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("no browser came up");
}

impl Visit {
    pub async fn go(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.home)).await.unwrap();
    }

    /// Waits for an element and returns it.
    pub async fn find(&self, selector: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(selector)).await;
        found.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// Clicks an element; again, if the page has put another in its place meanwhile.
    pub async fn click(&self, selector: &str) {
        for _ in 0..10 {
            if self.find(selector).await.click().await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("{selector} cannot be clicked");
    }

    pub async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.unwrap().len()
    }

    pub async fn text(&self, selector: &str) -> String {
        self.find(selector).await.text().await.unwrap()
    }

    /// Runs a script in the page and returns its value.
    pub async fn ask(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Waits until the text of an element has these words.
    pub async fn until(&self, selector: &str, words: &str) {
        let begun = std::time::Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Ok(element) = self.client.find(Locator::Css(selector)).await
                && element.text().await.is_ok_and(|text| text.contains(words))
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{selector} never had the words `{words}`, but `{}`", self.text(selector).await);
    }

    /// Begins a match on a game's page, with these players.
    pub async fn begin(&self, game: &str, players: &[&str], seconds: &str) {
        self.go(&format!("/games/{game}")).await;
        self.find("#begin").await;
        for (number, player) in players.iter().enumerate() {
            let choose = format!(
                "document.querySelectorAll('#begin select')[{number}].value = '{player}'; \
                 document.querySelector('#begin [name=seconds]').value = '{seconds}'; \
                 document.querySelector('#begin [name=start]').value = '{seconds}';"
            );
            self.ask(&choose).await;
        }
        self.click("#begin button[type=submit]").await;
        self.find("#match").await;
    }

    /// Clicks a cell of the board when it can be chosen.
    pub async fn cell(&self, cell: &str) {
        self.click(&format!("#board .choice[data-cell=\"{cell}\"]")).await;
    }
}
