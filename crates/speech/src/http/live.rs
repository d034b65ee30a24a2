//! A live dictation with a speech server that takes whole recordings: each stretch is sent when its speaker pauses, while the next is
//! being said, so that at the end only the last one is outstanding.

use std::time::Duration;

use futures::StreamExt as _;
use futures::stream;
use tokio::sync::mpsc;

use super::HttpEngine;
use crate::engine::SpeechError;
use crate::live::{LiveSession, Sound, Teller};
use crate::recording::File;
use crate::samples::{Samples, seconds};
use crate::transcript::{Context, Transcript};

/// The longest that one stretch may take: the page waits no longer for the last words of a take.
const STRETCH: Duration = Duration::from_secs(60);
/// Stretches that are asked about at once. They are answered in their order.
const AT_ONCE: usize = 2;
/// Stretches that may wait. A server that is further behind does not catch up with a speaker who goes on.
const MOST_WAITING: usize = 16;

enum Part {
    /// The sound of a stretch and where it begins, in samples.
    Stretch(usize, Vec<i16>),
    Pause,
    Finish,
}

enum Answered {
    Stretch(Transcript),
    Pause,
    Finish,
}

impl HttpEngine {
    /// Must be called within the runtime that asks the server.
    pub(crate) fn listen(&self, context: &Context) -> LiveSession {
        LiveSession::new(|teller| {
            let (parts, line) = mpsc::channel(MOST_WAITING);
            let (engine, context, told) = (self.clone(), context.clone(), teller.clone());
            tokio::spawn(async move {
                tokio::select! {
                    () = answer(&engine, &context, line, &told) => {}
                    // Nobody listens any more: requests under way are given up.
                    () = told.closed() => {}
                }
            });
            let mut stretch = (0, Vec::new());
            Box::new(move |sound| {
                let part = match sound {
                    Sound::Begin(at) => return stretch = (at, Vec::new()),
                    Sound::More(pcm) => return stretch.1.extend(pcm),
                    Sound::End => Part::Stretch(stretch.0, std::mem::take(&mut stretch.1)),
                    Sound::Pause => Part::Pause,
                    Sound::Finish => Part::Finish,
                };
                if let Err(mpsc::error::TrySendError::Full(_)) = parts.try_send(part) {
                    teller.failed(SpeechError::Busy);
                }
            })
        })
    }
}

/// Asks about each stretch, tells the answers in their order and ends with the first failure: a take with a gap in it is none.
async fn answer(engine: &HttpEngine, context: &Context, line: mpsc::Receiver<Part>, teller: &Teller) {
    let parts = stream::unfold(line, async |mut line| Some((line.recv().await?, line)));
    let answers = parts.map(async |part| match part {
        Part::Stretch(at, pcm) => engine.stretch(at, pcm, context).await.map(Answered::Stretch),
        Part::Pause => Ok(Answered::Pause),
        Part::Finish => Ok(Answered::Finish),
    });
    let mut answers = std::pin::pin!(answers.buffered(AT_ONCE));
    while let Some(answered) = answers.next().await {
        match answered {
            Ok(Answered::Stretch(Transcript { words, heard, .. })) => teller.stretch(words, heard),
            Ok(Answered::Pause) => teller.paused(),
            Ok(Answered::Finish) => return teller.finished(),
            Err(problem) => return teller.failed(problem),
        }
    }
}

impl HttpEngine {
    /// The words of a stretch, with times of the take.
    async fn stretch(&self, at: usize, pcm: Vec<i16>, context: &Context) -> Result<Transcript, SpeechError> {
        let sound = Samples::from_pcm(pcm);
        let file = File::wav(&sound);
        let limit = self.settings.total.min(STRETCH);
        let mut transcript = self.ask_within(limit, &file, sound.seconds(), context).await?;
        for word in &mut transcript.words {
            word.start += seconds(at);
            word.end += seconds(at);
        }
        Ok(transcript)
    }
}
