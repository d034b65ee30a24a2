//! A model's file as an operator gives it, and every reason why it cannot be used.

use std::fs::{self, File};
use std::io::{self, BufReader, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use super::gguf::{self, HeadError};

/// The architectures of the library that write down speech.
const ARCHITECTURES: [&str; 18] = [
    "canary",
    "canary_qwen",
    "cohere_asr",
    "funasr_nano",
    "gigaam",
    "granite_speech",
    "granite_speech5_ctc",
    "granite_speech_nar",
    "medasr",
    "moonshine",
    "moonshine_streaming",
    "moss",
    "parakeet",
    "qwen3_asr",
    "sensevoice",
    "voxtral",
    "voxtral_realtime",
    "whisper",
];
/// Those that tell something else about sound: who speaks, in which language, whether at all.
const WORDLESS: [&str; 3] = ["ecapa_tdnn", "silero_vad", "sortformer"];

/// Why a model's file cannot be used, as the end of a sentence that begins with "the speech model cannot be used:".
/// Names no path: the page shows it to everybody who is signed in, the log adds where the file is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFileError {
    /// Nothing is there.
    #[error("its file is not there")]
    Missing,
    /// A folder is there.
    #[error("there is a folder where its file should be")]
    Folder,
    /// The system does not let this process read it.
    #[error("its file cannot be read ({0})")]
    Unreadable(io::ErrorKind),
    /// Another kind of file; the text says which where that is plain.
    #[error("its file is not a GGUF file{0}")]
    NotGguf(&'static str),
    /// Another version of the format.
    #[error("its file is GGUF of version {0}, and versions 2 and 3 can be read")]
    Version(u32),
    /// It ends before its contents do; `needs` is known when its head is whole. In bytes.
    #[error("its file is cut short: {}", shortage(*.has, *.needs))]
    Truncated {
        /// What is there.
        has: u64,
        /// What the head announces.
        needs: Option<u64>,
    },
    /// It contradicts itself.
    #[error("its file is damaged: {0}")]
    Damaged(&'static str),
    /// It does not say what it holds.
    #[error("its file does not say which kind of model it holds")]
    NoArchitecture,
    /// A model of something else, or one that is newer than this program.
    #[error(
        "its file holds a model of the kind \"{0}\", which is no speech recogniser that this version knows"
    )]
    UnknownArchitecture(String),
    /// A model about sound that writes no words.
    #[error("its file holds a model of the kind \"{0}\", which writes down no words")]
    Wordless(String),
    /// It knows other languages only.
    #[error("it does not know English")]
    NoEnglish,
    /// The library says no.
    #[error("the speech library refuses it ({0})")]
    Refused(String),
    /// The trial process was ended by what the library did, such as by an assertion that failed.
    #[error("trying it in a process of its own ended that process ({0})")]
    Crashed(String),
    /// The trial process said why; its words.
    #[error("{0}")]
    Failed(String),
    /// The trial process did not come to an end.
    #[error("trying it took longer than {0} seconds")]
    TimedOut(u64),
    /// There was no trial process.
    #[error("it could not be tried in a process of its own ({0})")]
    NotTried(io::ErrorKind),
}

/// A file whose head says that it can be a speech model. Whether it is one shows in a [trial](super::trial).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
    /// The kind of model, such as `medasr`.
    pub architecture: String,
    /// The name that its maker gave it.
    pub name: Option<String>,
    /// How many tensors it holds.
    pub tensors: u64,
}

impl ModelFile {
    /// Reads the head of a file and holds its length against it; a few milliseconds also for a large file.
    pub fn open(path: &Path) -> Result<ModelFile, ModelFileError> {
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Err(ModelFileError::Folder);
        }
        let mut file = File::open(path).map_err(unreadable)?;
        let bytes = metadata.len();
        let head = match gguf::read(BufReader::new(&file), bytes) {
            Ok(head) => head,
            Err(HeadError::Magic) => return Err(ModelFileError::NotGguf(looks_like(&mut file))),
            Err(HeadError::Truncated) => {
                return Err(ModelFileError::Truncated {
                    has: bytes,
                    needs: None,
                });
            }
            Err(HeadError::Version(version)) => return Err(ModelFileError::Version(version)),
            Err(HeadError::Damaged(how)) => return Err(ModelFileError::Damaged(how)),
            Err(HeadError::Io(kind)) => return Err(ModelFileError::Unreadable(kind)),
        };
        let architecture = head
            .architecture
            .map(printable)
            .ok_or(ModelFileError::NoArchitecture)?;
        if WORDLESS.contains(&architecture.as_str()) {
            return Err(ModelFileError::Wordless(architecture));
        }
        if !ARCHITECTURES.contains(&architecture.as_str()) {
            return Err(ModelFileError::UnknownArchitecture(architecture));
        }
        if bytes < head.needs {
            return Err(ModelFileError::Truncated {
                has: bytes,
                needs: Some(head.needs),
            });
        }
        Ok(ModelFile {
            path: path.to_owned(),
            bytes,
            architecture,
            name: head.name.map(printable).filter(|name| !name.is_empty()),
            tensors: head.tensors,
        })
    }
}

fn unreadable(problem: io::Error) -> ModelFileError {
    match problem.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ModelFileError::Missing,
        kind => ModelFileError::Unreadable(kind),
    }
}

/// What people give by mistake.
fn looks_like(file: &mut File) -> &'static str {
    let mut first = Vec::new();
    let read = file
        .rewind()
        .and_then(|()| file.by_ref().take(512).read_to_end(&mut first));
    if read.is_err() {
        return "";
    }
    let text = String::from_utf8_lossy(&first).to_lowercase();
    match first.as_slice() {
        [b'l', b'm', b'g', b'g', ..] => {
            " but one of whisper.cpp's older ones (.bin); take the GGUF file of that model"
        }
        [b'P', b'K', 3, 4, ..] => " but a ZIP archive or PyTorch file",
        [_, _, _, _, _, _, _, _, b'{', b'"', ..] => " but a safetensors file",
        _ if text.starts_with("version https://git-lfs") => " but a pointer of Git LFS to it",
        _ if text.trim_start().starts_with("<!doctype") || text.trim_start().starts_with("<html") => {
            " but a web page, so the download went wrong"
        }
        _ => "",
    }
}

/// A text of the file as it can be shown: short, without control characters.
fn printable(text: String) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(80)
        .collect::<String>()
        .trim()
        .to_owned()
}

fn shortage(has: u64, needs: Option<u64>) -> String {
    match needs {
        Some(needs) => format!("it has {has} bytes of {needs}"),
        None => format!("it ends inside its head, after {has} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a file with these contents.
    fn said(contents: &[u8]) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("model.gguf");
        fs::write(&path, contents).expect("a file");
        match ModelFile::open(&path) {
            Ok(file) => format!("{} in {} bytes", file.architecture, file.bytes),
            Err(problem) => problem.to_string(),
        }
    }

    /// A file with one tensor of `floats` numbers, of which `there` are there.
    fn gguf(architecture: &str, floats: u64, there: usize) -> Vec<u8> {
        let mut bytes = b"GGUF\x03\0\0\0".to_vec();
        bytes.extend(1_u64.to_le_bytes());
        bytes.extend(1_u64.to_le_bytes());
        for text in ["general.architecture", architecture] {
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
            if text == "general.architecture" {
                bytes.extend(8_u32.to_le_bytes());
            }
        }
        bytes.extend(1_u64.to_le_bytes());
        bytes.extend(b"w\x01\0\0\0");
        bytes.extend(floats.to_le_bytes());
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend(0_u64.to_le_bytes());
        bytes.resize(bytes.len().next_multiple_of(32) + there * 4, 0);
        bytes
    }

    #[test]
    fn says_what_a_file_is_or_why_it_cannot_be_used() {
        let check = |contents: &[u8], expected: &str| assert_eq!(said(contents), expected);
        check(&gguf("medasr", 8, 8), "medasr in 160 bytes");
        check(
            &gguf("medasr", 8, 7),
            "its file is cut short: it has 156 bytes of 160",
        );
        check(
            &gguf("medasr", 8, 8)[..40],
            "its file is cut short: it ends inside its head, after 40 bytes",
        );
        check(
            &gguf("llama", 8, 8),
            "its file holds a model of the kind \"llama\", which is no speech recogniser that this version knows",
        );
        check(
            &gguf("sortformer", 8, 8),
            "its file holds a model of the kind \"sortformer\", which writes down no words",
        );
        check(
            b"",
            "its file is cut short: it ends inside its head, after 0 bytes",
        );
        check(b"hello there", "its file is not a GGUF file");
        check(
            b"<!DOCTYPE html><html>",
            "its file is not a GGUF file but a web page, so the download went wrong",
        );
        check(
            b"version https://git-lfs.github.com/spec/v1\n",
            "its file is not a GGUF file but a pointer of Git LFS to it",
        );
        check(
            b"GGUF\x01\0\0\0",
            "its file is GGUF of version 1, and versions 2 and 3 can be read",
        );
    }

    #[test]
    fn tells_a_file_that_is_not_there_from_a_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let missing = ModelFile::open(&folder.path().join("none.gguf"));
        assert_eq!(missing, Err(ModelFileError::Missing));
        assert_eq!(ModelFile::open(folder.path()), Err(ModelFileError::Folder));
    }

    #[test]
    fn the_library_has_every_architecture_of_the_list() {
        let folder = tempfile::tempdir().expect("a folder");
        let refusal = |architecture: &str| {
            let path = folder.path().join(architecture);
            fs::write(&path, gguf(architecture, 8, 8)).expect("a file");
            transcribe_cpp::Model::load(&path)
                .expect_err("no model")
                .to_string()
        };
        let unknown = "unsupported architecture";
        assert!(refusal("no_such_model").contains(unknown));
        for architecture in ARCHITECTURES.iter().chain(&WORDLESS) {
            let said = refusal(architecture);
            assert!(!said.contains(unknown), "{architecture}: {said}");
        }
    }
}
