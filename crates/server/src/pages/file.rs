//! One file of the web build: its bytes, its compressed copies, and how a browser may keep it.

use std::borrow::Cow;
use std::io::Write;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// A file ready to be sent.
#[derive(Debug)]
pub struct File {
    bytes: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
    content_type: HeaderValue,
    etag: HeaderValue,
    immutable: bool,
}

impl File {
    /// A file as the web build made it, with the compressed copies that came along.
    pub(super) fn untouched(
        name: &str,
        bytes: Cow<'static, [u8]>,
        brotli: Option<Cow<'static, [u8]>>,
        gzip: Option<Cow<'static, [u8]>>,
    ) -> Self {
        let bytes = into_bytes(bytes);
        Self {
            etag: etag(&bytes),
            content_type: content_type(name),
            immutable: name.starts_with("assets/"),
            brotli: brotli.map(into_bytes),
            gzip: gzip.map(into_bytes),
            bytes,
        }
    }

    /// A file whose tokens were filled: the copies that came along no longer fit, so it is compressed again.
    pub(crate) fn filled(name: &str, bytes: Vec<u8>) -> Self {
        let gzip = gzip(&bytes).map(Cow::Owned);
        Self::untouched(name, Cow::Owned(bytes), None, gzip)
    }

    /// The content, not compressed.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The answer to a request with these headers: compressed as the browser likes, or 304 when it has the file already.
    pub fn respond(&self, status: StatusCode, request: &HeaderMap) -> Response {
        let accepts = |coding: &str| accepts(request, coding);
        let (body, coding) = match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepts("br") => (brotli.clone(), Some("br")),
            (_, Some(gzip)) if accepts("gzip") => (gzip.clone(), Some("gzip")),
            _ => (self.bytes.clone(), None),
        };
        let known = status == StatusCode::OK
            && request
                .get(header::IF_NONE_MATCH)
                .is_some_and(|known| matches_etag(known, &self.etag));
        let mut response = match known {
            true => Response::new(Body::empty()),
            false => Response::new(Body::from(body)),
        };
        *response.status_mut() = if known { StatusCode::NOT_MODIFIED } else { status };
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.etag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(header::CACHE_CONTROL, self.cache_control());
        if !known {
            headers.insert(header::CONTENT_TYPE, self.content_type.clone());
            if let Some(coding) = coding {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
            }
        }
        response
    }

    /// Names in `assets/` change with their content; everything else is asked for again each time.
    fn cache_control(&self) -> HeaderValue {
        HeaderValue::from_static(if self.immutable {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        })
    }
}

/// Whether `If-None-Match` names this tag, weak or strong, alone or in a list.
pub(crate) fn matches_etag(known: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(known), Ok(etag)) = (known.to_str(), etag.to_str()) else {
        return false;
    };
    known
        .split(',')
        .any(|tag| tag.trim().trim_start_matches("W/") == etag)
}

/// A strong tag made of the content.
pub(crate) fn etag(bytes: &[u8]) -> HeaderValue {
    let digest = hex::encode(&Sha256::digest(bytes)[..12]);
    HeaderValue::from_str(&format!("\"{digest}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

fn into_bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Whether `Accept-Encoding` names the coding without refusing it (`;q=0`).
fn accepts(request: &HeaderMap, coding: &str) -> bool {
    let Some(accepted) = request
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
    else {
        return false;
    };
    accepted.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding))
            && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn content_type(name: &str) -> HeaderValue {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    HeaderValue::from_static(match ending {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        _ => "application/octet-stream",
    })
}
