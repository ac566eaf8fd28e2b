//! The server of `kosumi web`: HTTP/1.1 for the pages, the messages and the events of a [`Desk`].
//!
//! It is made of `hyper` alone, with `tokio` below it. The candidates were built for this choice on two cores, each as a program
//! that answers one request; the crates are those that a program is linked from, and the size is what they add to it:
//!
//! | crates | first build | crates | size | why, or why not |
//! |---|---|---|---|---|
//! | `hyper` 1.12, `tokio` 1.54 | 11 s | 18 | 0.5 MB | limits for heads, times and buffers; kept by many |
//! | `axum` 0.8 on them | 32 s | 44 | 0.7 MB | routes and extractors for four routes; `axum::serve` hides these limits |
//! | `tiny_http` 0.12 | 6 s | 6 | 0.3 MB | no release since 2022; a silent connection keeps a thread for ever |
//! | `rouille` 3 | 77 s | 85 | 0.4 MB | on top of `tiny_http`; streams are buffered |
//!
//! One thread serves all connections. What a message asks for is done in other threads, since it may take a second.

mod answers;
mod guard;

use super::desk::Desk;
use super::error::WebError;
use super::listeners::EventText;
use super::pages::{FIRST, PageFile};
use answers::{Answer, ServerBody};
use guard::{Guard, Rejection};
use http_body_util::{BodyExt, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderMap, IF_NONE_MATCH};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Semaphore, mpsc};
use web_time::Instant;

/// The port if none is named: 19 by 19.
pub(super) const USUAL_PORT: u16 = 1919;

/// How many ports behind the usual one are tried.
const MORE_PORTS: u16 = 30;

/// The most connections at once; each page has one for its events and up to five others.
const MOST_CONNECTIONS: usize = 256;

/// How long the head of a request may take, and a connection be silent between two.
const HEAD: Duration = Duration::from_secs(20);

/// How long the body of a request may take.
const BODY: Duration = Duration::from_mins(1);

/// The most bytes of the body of a request.
const LARGEST_BODY: usize = 16 << 20;

/// The most bytes of the head of a request, and the most lines of it.
const LARGEST_HEAD: usize = 32 << 10;
const MOST_HEADERS: usize = 64;

/// Requests that are worked on at once.
const MOST_THREADS: usize = 64;

/// Events that may wait for a slow reader. Reports are left out then, and who misses other events is to come anew.
const MOST_EVENTS: usize = 128;

/// How long the program stays for the last events.
const FAREWELL: Duration = Duration::from_millis(150);

/// How often something is sent to a listener, so that connections are not taken for dead.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// Where a server listens, and who may use it.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The address of this machine that is listened on.
    pub address: IpAddr,
    /// The port; a free one from the usual one on if none is named.
    pub port: Option<u16>,
    /// What whoever uses it has to know.
    pub token: String,
}

/// A server that listens.
#[derive(Debug)]
pub struct WebServer {
    listener: TcpListener,
    shared: Arc<ServerState>,
}

/// What all connections share.
#[derive(Debug)]
struct ServerState {
    desk: Arc<Desk>,
    guard: Guard,
}

impl WebServer {
    /// Begins to listen.
    ///
    /// # Errors
    /// The address or the port cannot be had.
    pub fn bind(desk: Arc<Desk>, settings: &ServerSettings) -> io::Result<WebServer> {
        let bind = |port| TcpListener::bind((settings.address, port));
        let listener = if let Some(port) = settings.port {
            bind(port)?
        } else {
            let mut ports = USUAL_PORT..USUAL_PORT + MORE_PORTS;
            let found = ports.find_map(|port| bind(port).ok());
            found.map_or_else(|| bind(0), Ok)?
        };
        let own = listener.local_addr()?;
        let guard = Guard::new(settings.token.clone(), own);
        let shared = Arc::new(ServerState { desk, guard });
        Ok(WebServer { listener, shared })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the program is interrupted or terminated. Everything is saved then.
    ///
    /// # Errors
    /// The system refuses what a server needs.
    pub fn run(self) -> io::Result<()> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(MOST_THREADS)
            .build()?;
        let WebServer { listener, shared } = self;
        let desk = Arc::clone(&shared.desk);
        let served = runtime.block_on(async {
            listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(accept(listener, shared));
            let ended = end_of_program().await;
            let saved = tokio::task::spawn_blocking(move || desk.end()).await;
            // The last events go out meanwhile.
            tokio::time::sleep(FAREWELL).await;
            ended.and(saved.map_err(io::Error::other))
        });
        runtime.shutdown_background();
        served
    }
}

/// Waits until the program is interrupted or terminated.
#[cfg(unix)]
async fn end_of_program() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut end = signal(SignalKind::terminate())?;
    poll_fn(|context| {
        let interrupted = interrupt.poll_recv(context);
        if interrupted.is_ready() {
            interrupted
        } else {
            end.poll_recv(context)
        }
    })
    .await;
    Ok(())
}

/// Waits until the program is interrupted.
#[cfg(not(unix))]
async fn end_of_program() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

/// Takes connections.
async fn accept(listener: tokio::net::TcpListener, shared: Arc<ServerState>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                log::warn!("a connection failed: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            log::warn!("too many connections");
            continue;
        };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let _place = place;
            serve(stream, shared).await;
        });
    }
}

/// Answers the requests of a connection.
async fn serve(stream: TcpStream, shared: Arc<ServerState>) {
    // Small answers go out at once.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let shared = Arc::clone(&shared);
        async move { Ok::<_, Infallible>(shared.answer(request).await) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LARGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .await;
    if let Err(error) = served {
        log::debug!("a connection ended: {error}");
    }
}

impl ServerState {
    async fn answer(&self, request: Request<Incoming>) -> Response<ServerBody> {
        let (head, body) = request.into_parts();
        // Whole addresses are for proxies.
        let is_direct = head.uri.authority().is_none();
        let checked = self.guard.check_origin(&head.headers);
        if let Err(refusal) = checked.and(is_direct.then_some(()).ok_or(Rejection::Host)) {
            return Answer::refusal(refusal).finish();
        }
        if let Some(token) = first_visit(&head.method, &head.uri) {
            return match self.guard.cookie(token) {
                Some(cookie) => Answer::welcome(&cookie).finish(),
                None => Answer::refusal(Rejection::Stranger).finish(),
            };
        }
        if !self.guard.knows(&head.headers) {
            return Answer::refusal(Rejection::Stranger).finish();
        }
        let is_read = [Method::GET, Method::HEAD].contains(&head.method);
        let answer = match (head.uri.path(), is_read) {
            ("/", true) => page(FIRST, &head.headers),
            ("/api", false) if head.method == Method::POST => self.ask(&head.headers, body).await,
            ("/api/events", true) => self.listen(&head.uri).await,
            ("/" | "/api" | "/api/events", _) => Answer::error(
                StatusCode::METHOD_NOT_ALLOWED,
                "this is asked in another way",
            ),
            (path, true) => match path.strip_prefix("/web/") {
                Some(name) => page(name, &head.headers),
                None => nothing(),
            },
            _ => nothing(),
        };
        answer.finish()
    }

    /// Answers a message.
    async fn ask(&self, headers: &HeaderMap, body: Incoming) -> Answer {
        let kind = headers
            .get(CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| {
            let kind = kind.split(';').next().unwrap_or_default().trim();
            kind.eq_ignore_ascii_case("application/json")
        });
        if !is_json {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Answer::error(status, "a message is application/json");
        }
        let whole = Limited::new(body, LARGEST_BODY).collect();
        let bytes = match tokio::time::timeout(BODY, whole).await {
            Ok(Ok(collected)) => collected.to_bytes(),
            Ok(Err(_)) => {
                let reason = format!("a message has {} MiB at most", LARGEST_BODY >> 20);
                return Answer::error(StatusCode::PAYLOAD_TOO_LARGE, &reason);
            }
            Err(_) => {
                return Answer::error(StatusCode::REQUEST_TIMEOUT, "the message took too long");
            }
        };
        let desk = Arc::clone(&self.desk);
        let work = move || {
            let text = str::from_utf8(&bytes)
                .map_err(|_| WebError::Refused("the message is not in UTF-8".to_owned()))?;
            desk.ask(text)
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(Ok(json)) => Answer::json(json),
            Ok(Err(error)) => Answer::error(status_of(&error), &error.to_string()),
            Err(_) => Answer::error(StatusCode::INTERNAL_SERVER_ERROR, "internal error"),
        }
    }

    /// Begins a stream of events.
    async fn listen(&self, uri: &Uri) -> Answer {
        let table = query(uri, "table").unwrap_or_default().to_owned();
        let (sender, receiver) = mpsc::channel(MOST_EVENTS);
        let desk = Arc::clone(&self.desk);
        let begun = tokio::task::spawn_blocking(move || {
            let mut sent = Instant::now();
            desk.listen(
                &table,
                Box::new(move |event| send(&sender, event, &mut sent)),
            )
        });
        match begun.await {
            Ok(Ok(())) => Answer::events(receiver),
            Ok(Err(error)) => Answer::error(status_of(&error), &error.to_string()),
            Err(_) => Answer::error(StatusCode::INTERNAL_SERVER_ERROR, "internal error"),
        }
    }
}

/// Passes an event on. Returns false if the connection is closed, or has missed an event that must not be lost.
fn send(sender: &mpsc::Sender<Bytes>, event: &EventText, sent: &mut Instant) -> bool {
    if sender.is_closed() {
        return false;
    }
    let text = match event.text.as_str() {
        "" if sent.elapsed() < SIGN_OF_LIFE => return true,
        "" => ":\n\n".to_owned(),
        text => format!("data: {text}\n\n"),
    };
    *sent = Instant::now();
    match sender.try_send(text.into()) {
        Ok(()) => true,
        Err(TrySendError::Full(_)) => event.is_passing,
        Err(TrySendError::Closed(_)) => false,
    }
}

/// The token of the address that the program has printed.
fn first_visit<'a>(method: &Method, uri: &'a Uri) -> Option<&'a str> {
    let token = query(uri, "token")?;
    (*method == Method::GET && uri.path() == "/").then_some(token)
}

/// A value behind the question mark of an address. Nothing there needs to be written in another way.
fn query<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let pairs = uri.query()?.split('&');
    let mut pairs = pairs.filter_map(|pair| pair.split_once('='));
    pairs
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}

/// A file of the page, unless the browser has it.
fn page(name: &str, headers: &HeaderMap) -> Answer {
    let Some(file) = PageFile::find(name) else {
        return nothing();
    };
    let known = headers
        .get(IF_NONE_MATCH)
        .and_then(|known| known.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|one| one.trim() == file.tag()));
    Answer::file(&file, is_known)
}

fn nothing() -> Answer {
    Answer::error(StatusCode::NOT_FOUND, "there is nothing here")
}

fn status_of(error: &WebError) -> StatusCode {
    match error {
        WebError::Refused(_) => StatusCode::BAD_REQUEST,
        WebError::Unknown(_) => StatusCode::NOT_FOUND,
        WebError::Limit(_) => StatusCode::PAYLOAD_TOO_LARGE,
        WebError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
