//! Whose log lines may be kept. This program logs no word of a patient or a user; some libraries do, at their most talkative.

/// Libraries that log what passes through them: the WebSocket every frame, so every word of a live dictation; the readers of sound
/// the tags of a recording, in which stands whatever somebody wrote there.
const TALKATIVE: [&str; 3] = ["tungstenite", "tokio_tungstenite", "symphonia"];

/// Whether what is logged under this target is free of patients' and users' words at every level.
pub fn is_discreet(target: &str) -> bool {
    !TALKATIVE.iter().any(|name| target.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_that_repeat_what_they_carry_are_not_heard() {
        for target in [
            "tungstenite::protocol::frame",
            "tokio_tungstenite",
            "symphonia_format_mkv::demuxer",
        ] {
            assert!(!is_discreet(target), "{target}");
        }
        assert!(is_discreet("server::live::conversation") && is_discreet("hyper"));
    }
}
