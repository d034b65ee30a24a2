//! A model so small that a test can write it: a whole Moonshine Streaming network in 200 kB, which the real library loads
//! and runs. Its weights are such that it "hears" one fixed sentence in whatever it is given: the decoder's blocks add
//! nothing, and its last layer leads from each word to the one after it.

use std::path::Path;

/// Width of every layer; more than there are words.
const WIDTH: usize = 32;
const HEADS: u32 = 2;
const FEED_FORWARD: usize = 32;
/// Frames of 80 samples, four of which make a step of the encoder.
const FRAME: usize = 80;
const POSITIONS: usize = 1024;
/// The sign for the beginning of a text; behind it the words begin.
const BEGIN: u32 = 1;
const ARCHITECTURE: &str = "moonshine_streaming";
const SQUARE: [usize; 2] = [WIDTH, WIDTH];

/// Writes a model that says these words, in this order, each once.
pub fn write(path: &Path, words: &[&str]) {
    write_beginning_with(path, words, BEGIN);
}

/// The same, with another sign for the beginning. With one that the model does not have, everything about the file is in
/// order until it runs; then the library looks a row up that is not there and ends the process.
pub fn write_beginning_with(path: &Path, words: &[&str], begin: u32) {
    std::fs::write(path, file(words, begin)).expect("a place for the model");
}

fn file(words: &[&str], begin: u32) -> Vec<u8> {
    let mut vocabulary = vec!["<unk>".to_owned(), "<s>".to_owned(), "</s>".to_owned()];
    vocabulary.extend(words.iter().map(|word| format!("\u{2581}{word}")));
    assert!(
        vocabulary.len() < WIDTH,
        "the model is too narrow for so many words"
    );
    let mut file = Gguf::default();
    keys(&mut file, &vocabulary, begin);
    tensors(&mut file, vocabulary.len());
    file.finish()
}

fn keys(file: &mut Gguf, vocabulary: &[String], begin: u32) {
    file.text("general.architecture", ARCHITECTURE);
    file.text("general.name", "Toy");
    file.text("tokenizer.ggml.model", "bpe");
    file.texts("tokenizer.ggml.tokens", vocabulary);
    file.numbers("tokenizer.ggml.token_type", &[2, 3, 3], vocabulary.len());
    for (key, value) in [("unknown", 0), ("bos", 1), ("eos", 2)] {
        file.number(&format!("tokenizer.ggml.{key}_token_id"), value);
    }
    for part in ["encoder", "decoder"] {
        let mut number = |key: &str, value| file.number(&format!("stt.{ARCHITECTURE}.{part}.{key}"), value);
        number("n_layers", 1);
        number("d_model", WIDTH as u32);
        number("n_heads", HEADS);
        number("head_dim", WIDTH as u32 / HEADS);
        number("ffn_dim", FEED_FORWARD as u32);
    }
    let key = |key: &str| format!("stt.{ARCHITECTURE}.{key}");
    file.text(&key("encoder.activation"), "gelu");
    file.float(&key("encoder.frame_ms"), 5.0);
    file.number(&key("encoder.frame_len"), FRAME as u32);
    file.numbers(&key("encoder.sliding_windows"), &[4, 2], 2);
    file.text(&key("decoder.activation"), "silu");
    file.number(&key("decoder.vocab_size"), vocabulary.len() as u32);
    file.number(&key("decoder.max_position_embeddings"), POSITIONS as u32);
    for (name, value) in [("bos", 1), ("eos", 2), ("pad", 0), ("decoder_start", begin)] {
        file.number(&key(&format!("{name}_token_id")), value);
    }
    file.text("stt.frontend.type", "raw");
    file.number("stt.frontend.sample_rate", 16_000);
}

/// Tensors with one value everywhere. The encoder hears next to nothing, and the decoder's block adds nothing.
const CONSTANT: &[(&str, &[usize], f32)] = &[
    ("enc.embedder.comp.log_k", &[1], 0.0),
    ("enc.embedder.linear.weight", &[FRAME, WIDTH], 0.01),
    ("enc.embedder.conv1.weight", &[5, WIDTH, 2 * WIDTH], 0.01),
    ("enc.embedder.conv1.bias", &[2 * WIDTH], 0.0),
    ("enc.embedder.conv2.weight", &[5, 2 * WIDTH, WIDTH], 0.01),
    ("enc.embedder.conv2.bias", &[WIDTH], 0.0),
    ("enc.final_norm.weight", &[WIDTH], 1.0),
    ("enc.blocks.0.norm_attn.weight", &[WIDTH], 1.0),
    ("enc.blocks.0.attn.q.weight", &SQUARE, 0.01),
    ("enc.blocks.0.attn.k.weight", &SQUARE, 0.01),
    ("enc.blocks.0.attn.v.weight", &SQUARE, 0.01),
    ("enc.blocks.0.attn.out.weight", &SQUARE, 0.01),
    ("enc.blocks.0.norm_ffn.weight", &[WIDTH], 1.0),
    ("enc.blocks.0.ffn.fc1.weight", &[WIDTH, FEED_FORWARD], 0.01),
    ("enc.blocks.0.ffn.fc1.bias", &[FEED_FORWARD], 0.0),
    ("enc.blocks.0.ffn.fc2.weight", &[FEED_FORWARD, WIDTH], 0.01),
    ("enc.blocks.0.ffn.fc2.bias", &[WIDTH], 0.0),
    ("adapter.pos_emb.weight", &[WIDTH, POSITIONS], 0.0),
    ("dec.final_norm.weight", &[WIDTH], 1.0),
    ("dec.blocks.0.norm_self.weight", &[WIDTH], 1.0),
    ("dec.blocks.0.norm_cross.weight", &[WIDTH], 1.0),
    ("dec.blocks.0.norm_ffn.weight", &[WIDTH], 1.0),
    ("dec.blocks.0.self_attn.q.weight", &SQUARE, 0.0),
    ("dec.blocks.0.self_attn.k.weight", &SQUARE, 0.0),
    ("dec.blocks.0.self_attn.v.weight", &SQUARE, 0.0),
    ("dec.blocks.0.self_attn.out.weight", &SQUARE, 0.0),
    ("dec.blocks.0.cross_attn.q.weight", &SQUARE, 0.0),
    ("dec.blocks.0.cross_attn.k.weight", &SQUARE, 0.0),
    ("dec.blocks.0.cross_attn.v.weight", &SQUARE, 0.0),
    ("dec.blocks.0.cross_attn.out.weight", &SQUARE, 0.0),
    ("dec.blocks.0.ffn.fc1.weight", &[WIDTH, 2 * FEED_FORWARD], 0.0),
    ("dec.blocks.0.ffn.fc1.bias", &[2 * FEED_FORWARD], 0.0),
    ("dec.blocks.0.ffn.fc2.weight", &[FEED_FORWARD, WIDTH], 0.0),
    ("dec.blocks.0.ffn.fc2.bias", &[WIDTH], 0.0),
];

fn tensors(file: &mut Gguf, words: usize) {
    for &(name, shape, value) in CONSTANT {
        let count = shape.iter().product();
        file.tensor(name, shape, &vec![value; count]);
    }

    // A word is a direction of its own, and the row of a word points where the word before it does.
    let mut embedding = vec![0.0; words * WIDTH];
    let mut head = vec![0.0; words * WIDTH];
    let order: Vec<usize> = std::iter::once(1).chain(3..words).chain([2]).collect();
    for word in 0..words {
        embedding[word * WIDTH + word] = 1.0;
    }
    for pair in order.windows(2) {
        head[pair[1] * WIDTH + pair[0]] = 1.0;
    }
    file.tensor("dec.token_embd.weight", &[WIDTH, words], &embedding);
    file.tensor("dec.lm_head.weight", &[WIDTH, words], &head);
}

/// A GGUF file in the making.
#[derive(Default)]
struct Gguf {
    keys: Vec<u8>,
    key_count: u64,
    infos: Vec<u8>,
    tensor_count: u64,
    data: Vec<u8>,
}

impl Gguf {
    fn text(&mut self, key: &str, value: &str) {
        self.key(key, 8);
        put(&mut self.keys, value);
    }

    fn number(&mut self, key: &str, value: u32) {
        self.key(key, 4);
        self.keys.extend(value.to_le_bytes());
    }

    fn float(&mut self, key: &str, value: f32) {
        self.key(key, 6);
        self.keys.extend(value.to_le_bytes());
    }

    fn texts(&mut self, key: &str, values: &[String]) {
        self.array(key, 8, values.len());
        for value in values {
            put(&mut self.keys, value);
        }
    }

    /// As many as `count`; behind the given ones each is 1.
    fn numbers(&mut self, key: &str, values: &[i32], count: usize) {
        self.array(key, 5, count);
        for place in 0..count {
            self.keys.extend(values.get(place).unwrap_or(&1).to_le_bytes());
        }
    }

    fn array(&mut self, key: &str, kind: u32, count: usize) {
        self.key(key, 9);
        self.keys.extend(kind.to_le_bytes());
        self.keys.extend((count as u64).to_le_bytes());
    }

    fn key(&mut self, key: &str, kind: u32) {
        self.key_count += 1;
        put(&mut self.keys, key);
        self.keys.extend(kind.to_le_bytes());
    }

    fn tensor(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        assert_eq!(shape.iter().product::<usize>(), values.len());
        self.tensor_count += 1;
        put(&mut self.infos, name);
        self.infos.extend((shape.len() as u32).to_le_bytes());
        for size in shape {
            self.infos.extend((*size as u64).to_le_bytes());
        }
        self.infos.extend(0_u32.to_le_bytes());
        self.infos.extend((self.data.len() as u64).to_le_bytes());
        self.data
            .extend(values.iter().flat_map(|value| value.to_le_bytes()));
        self.data.resize(self.data.len().next_multiple_of(32), 0);
    }

    fn finish(self) -> Vec<u8> {
        let mut file = b"GGUF\x03\0\0\0".to_vec();
        file.extend(self.tensor_count.to_le_bytes());
        file.extend(self.key_count.to_le_bytes());
        file.extend(self.keys);
        file.extend(self.infos);
        file.resize(file.len().next_multiple_of(32), 0);
        file.extend(self.data);
        file
    }
}

fn put(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text.as_bytes());
}
