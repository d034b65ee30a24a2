//! A report while it is made: what keeps a processor busy runs on the work pool, waiting for a language model does not.

use std::sync::Arc;
use std::time::Instant;

use accounts::user::Activity;
use report::private::PatientText;
use structuring::model::{ModelError, ReportQuestion};
use structuring::{Begun, Dictation, Report, SectionDraft};

use super::response::StructureReportResponse;
use crate::current_user::CurrentUser;
use crate::http::error::ApiError;
use crate::metrics::{Outcome, Writing};
use crate::state::AppState;

/// A report that is being made for a user. Dropping it ends everything that was begun, the language model's request too.
pub struct Making {
    app: AppState,
    user: CurrentUser,
    dictation: Arc<Dictation>,
    begun: Begun,
    since: Instant,
}

impl Making {
    /// Does all that needs no language model. `identity` is kept out of what a model is sent.
    pub async fn begin(
        app: AppState,
        user: CurrentUser,
        dictation: Dictation,
        identity: Vec<PatientText>,
    ) -> Result<Self, ApiError> {
        let since = Instant::now();
        let dictation = Arc::new(dictation);
        let (engine, given) = (app.structuring.clone(), Arc::clone(&dictation));
        let begin = move || {
            engine.begin(&given).map(|begun| match begun {
                Begun::Question(question) => Begun::Question(Box::new(question.withholding(&identity))),
                made => made,
            })
        };
        let begun = app.work.run(user.id, begin).await??;
        Ok(Self {
            app,
            user,
            dictation,
            begun,
            since,
        })
    }

    /// Finishes the report; `progress` is told of each section that stands before the report does. A report that was made is counted.
    pub async fn finish(
        self,
        progress: impl FnMut(SectionDraft),
    ) -> Result<StructureReportResponse, ApiError> {
        let (app, since) = (Arc::clone(&self.app), self.since);
        let made = self.finish_uncounted(progress).await;
        let outcome = match &made {
            Ok((_, None)) => Outcome::Written,
            Ok((_, Some(_))) => Outcome::Fallback,
            Err(_) => Outcome::Failed,
        };
        app.metrics
            .written(Writing::Report, &app.structuring, outcome, since);
        made.map(|(response, _)| response)
    }

    async fn finish_uncounted(
        self,
        progress: impl FnMut(SectionDraft),
    ) -> Result<(StructureReportResponse, Option<ModelError>), ApiError> {
        let Self {
            app,
            user,
            dictation,
            begun,
            ..
        } = self;
        let respond = move |report: &Report| StructureReportResponse::new(report, dictation.text.expose());
        let (response, fallback) = match begun {
            Begun::Report(report) => app.work.run(user.id, move || (respond(&report), None)).await?,
            Begun::Question(question) => {
                let answer = ReportQuestion::ask(*question, progress).await;
                let made = app.work.run(user.id, move || {
                    let report = answer.report()?;
                    Ok::<_, ApiError>((respond(&report), report.fallback))
                });
                made.await??
            }
        };
        app.count(&user, Activity::Report).await;
        if let Some(reason) = fallback {
            tracing::warn!(
                model.failure = reason.code(),
                "the rules engine wrote for the language model"
            );
        }
        tracing::info!(report.statements = response.statements.len(), "structured");
        Ok((response, fallback))
    }
}
