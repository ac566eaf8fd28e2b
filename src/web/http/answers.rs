//! What the server sends, always with the headers that keep a browser from doing what no page of kosumi needs.

use super::guard::Rejection;
use crate::web::pages::PageFile;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, LOCATION,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Response, StatusCode};
use serde_json::json;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc;

/// Scripts and styles come from files of kosumi's alone, and nothing is sent elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      media-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
                      worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const ALWAYS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The body of an answer.
#[derive(Debug)]
pub(super) enum ServerBody {
    /// All of it, until it is sent.
    Whole(Option<Bytes>),
    /// Events as they come.
    Events(mpsc::Receiver<Bytes>),
}

impl Body for ServerBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            ServerBody::Whole(bytes) => {
                let bytes = bytes.take().filter(|bytes| !bytes.is_empty());
                Poll::Ready(bytes.map(|bytes| Ok(Frame::data(bytes))))
            }
            ServerBody::Events(receiver) => {
                let event = receiver.poll_recv(context);
                event.map(|event| event.map(|event| Ok(Frame::data(event))))
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            ServerBody::Whole(bytes) => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
            ServerBody::Events(_) => SizeHint::default(),
        }
    }
}

/// An answer before it has the headers of all.
#[derive(Debug)]
pub(super) struct Answer {
    status: StatusCode,
    headers: Vec<(HeaderName, String)>,
    body: ServerBody,
}

impl Answer {
    fn new(status: StatusCode, kind: &str, text: impl Into<Bytes>) -> Answer {
        Answer {
            status,
            headers: vec![
                (CONTENT_TYPE, kind.to_owned()),
                (CACHE_CONTROL, "no-store".to_owned()),
            ],
            body: ServerBody::Whole(Some(text.into())),
        }
    }

    /// An answer to a message.
    pub(super) fn json(text: String) -> Answer {
        Answer::new(StatusCode::OK, "application/json", text)
    }

    /// Says why there is no other answer.
    pub(super) fn error(status: StatusCode, reason: &str) -> Answer {
        let text = json!({ "error": reason }).to_string();
        Answer::new(status, "application/json", text)
    }

    /// A page for whoever may not come in.
    pub(super) fn refusal(refusal: Rejection) -> Answer {
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>kosumi</title>\
             <h1>kosumi</h1><p>Not allowed: {refusal}.</p></html>\n"
        );
        Answer::new(StatusCode::FORBIDDEN, "text/html; charset=utf-8", page)
    }

    /// Lets whoever has the token in, and takes it out of the address.
    pub(super) fn welcome(cookie: &str) -> Answer {
        let mut answer = Answer::new(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", "");
        answer.headers.push((SET_COOKIE, cookie.to_owned()));
        answer.headers.push((LOCATION, "/".to_owned()));
        answer
    }

    /// A file of the page, without its content if that is known.
    pub(super) fn file(file: &PageFile, is_known: bool) -> Answer {
        let (status, content) = if is_known {
            (StatusCode::NOT_MODIFIED, &[][..])
        } else {
            (StatusCode::OK, file.content)
        };
        let headers = [(ETAG, file.tag()), (CACHE_CONTROL, "no-cache".to_owned())];
        Answer {
            status,
            headers: [(CONTENT_TYPE, file.kind.to_owned())]
                .into_iter()
                .chain(headers)
                .collect(),
            body: ServerBody::Whole(Some(Bytes::from_static(content))),
        }
    }

    /// A stream of events.
    pub(super) fn events(receiver: mpsc::Receiver<Bytes>) -> Answer {
        let mut answer = Answer::new(StatusCode::OK, "text/event-stream", "");
        answer.body = ServerBody::Events(receiver);
        answer
    }

    /// The answer with the headers of all.
    pub(super) fn finish(self) -> Response<ServerBody> {
        let mut response = Response::new(self.body);
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        for (name, value) in ALWAYS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        for (name, value) in self.headers {
            match HeaderValue::from_str(&value) {
                Ok(value) => drop(headers.insert(name, value)),
                Err(error) => log::error!("{name} cannot be sent: {error}"),
            }
        }
        response
    }
}
