//! What operations answer because of how they are asked, whichever they are: a body that is no JSON, a query that cannot be read, a
//! request of another site. Written into the document here, so that no operation has to.

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Components, ContentBuilder, OpenApi, PathItem, Ref, RefOr, Response, ResponseBuilder};

use crate::webhooks;

/// The name of the way to sign in, in the document.
const SESSION: &str = "session";
/// The cookie where the address is not one of `https`; there it has a prefix.
const COOKIE: &str = "readout";

/// The document with what all operations of a kind have in common.
pub fn added(mut document: OpenApi) -> OpenApi {
    for (path, item) in &mut document.paths.paths {
        let is_webhook = path.starts_with(webhooks::PATHS);
        let PathItem {
            get,
            put,
            post,
            delete,
            ..
        } = item;
        for (operation, changes) in [(get, false), (put, true), (post, true), (delete, true)] {
            let Some(operation) = operation else { continue };
            add(operation, changes && !is_webhook, is_webhook);
        }
    }
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(
        COOKIE,
        "The session's cookie; named __Host-readout over https.",
    )));
    let components = document.components.get_or_insert_with(Components::new);
    components.add_security_scheme(SESSION, cookie);
    document
}

fn add(operation: &mut Operation, changes: bool, is_webhook: bool) {
    if operation.request_body.is_some() && !is_webhook {
        answer(operation, "400", "The body is no JSON, or ended too early.");
        answer(operation, "413", "The body is larger than the operation takes.");
        answer(
            operation,
            "415",
            "The body is not said to be of a type that the operation takes.",
        );
        answer(operation, "422", "The body has not the fields of the operation.");
    }
    if operation
        .parameters
        .as_ref()
        .is_some_and(|parameters| !parameters.is_empty())
    {
        answer(operation, "400", "A parameter cannot be read.");
    }
    if changes {
        answer(operation, "403", "Another site sent the request.");
    }
    if !is_webhook {
        operation.security = Some(vec![SecurityRequirement::new::<_, [&str; 0], &str>(SESSION, [])]);
    }
}

/// Adds an answer, unless the operation tells of it itself.
fn answer(operation: &mut Operation, status: &str, description: &str) {
    let error = Ref::from_schema_name("ErrorBody");
    let response: Response = ResponseBuilder::new()
        .description(description)
        .content(
            "application/json",
            ContentBuilder::new().schema(Some(error)).build(),
        )
        .build();
    operation
        .responses
        .responses
        .entry(status.to_owned())
        .or_insert(RefOr::T(response));
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    fn document() -> Value {
        serde_json::to_value(crate::openapi()).expect("a document")
    }

    #[track_caller]
    fn check(method: &str, path: &str, status: &str, expected: bool) {
        let document = document();
        let operation = &document["paths"][path][method];
        assert!(operation.is_object(), "{method} {path}");
        let told = !operation["responses"][status].is_null();
        assert_eq!(told, expected, "{method} {path} {status}");
    }

    #[test]
    fn what_depends_on_how_one_asks_is_told_of_every_operation() {
        check("post", "/api/check-report", "400", true);
        check("post", "/api/check-report", "415", true);
        check("post", "/api/check-report", "403", true);
        check("get", "/api/custom-templates", "400", true);
        check("get", "/api/auth/user", "415", false);
        check("get", "/api/auth/user", "403", false);
        check("post", "/api/webhooks/razorpay", "403", false);
    }

    #[test]
    fn an_operation_keeps_what_it_says_itself_and_names_the_cookie() {
        let document = document();
        let export = &document["paths"]["/api/export-word"]["post"];
        assert!(export["responses"]["200"]["content"].is_object());
        assert_eq!(export["security"][0]["session"], serde_json::json!([]));
        let webhook = &document["paths"]["/api/webhooks/razorpay"]["post"];
        assert!(
            webhook["security"].is_null(),
            "who tells of payments has no session"
        );
        assert_eq!(
            document["components"]["securitySchemes"]["session"]["name"],
            "readout"
        );
    }
}
