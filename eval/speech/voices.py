"""Speaks sentences with the synthetic voices of Debian: each clean, with noise, and as a browser's recorder would send it."""
import array
import hashlib
import math
import subprocess
import wave
from concurrent.futures import ThreadPoolExecutor

from say import spoken

# Two speakers of American English, a Scottish one, three machines; one of these speaks British English.
VOICES = ("flite-slt", "flite-rms", "flite-awb", "flite-kal16", "espeak-en-us", "espeak-en-gb")
CONDITIONS = ("clean", "noise", "opus")
# How fast: a speed each, as flite's stretch of durations and espeak's words a minute. Sentences take turns.
SPEEDS = {"slow": (1.15, 135), "even": (1.0, 155), "fast": (0.88, 175)}
# Pink noise this far below the voice: a reading room with its machines.
SIGNAL_TO_NOISE = 20.0
# The root mean square of ffmpeg's pink noise at amplitude 1.
PINK = 0.19
VERSION = "1"


def recipe(text):
    """The text for a synthesiser: what is said, with its pauses. A spelled letter A must not become the article."""
    parts = []
    words = spoken(text)
    for at, (word, pause) in enumerate(words):
        beside = [near for near, _ in words[max(0, at - 1):at + 2] if near != "a"]
        spelled = word == "a" and any(len(near) == 1 for near in beside)
        parts.append(("ay" if spelled else word) + ("," if pause else ""))
    return " ".join(parts)


def speed_of(text, voice):
    digest = hashlib.sha256(f"{voice} {text}".encode()).digest()
    return sorted(SPEEDS)[digest[0] % len(SPEEDS)]


def synthesise(text, voice, speed, target):
    engine, _, name = voice.partition("-")
    stretch, pace = SPEEDS[speed]
    if engine == "flite":
        command = ["flite", "-voice", name, "--setf", f"duration_stretch={stretch}", "-t", text, "-o", str(target)]
    else:
        command = ["espeak-ng", "-v", name, "-s", str(pace), "-w", str(target), text.replace(" ay ", " [[eI]] ")]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def loudness(path):
    with wave.open(str(path)) as sound:
        samples = array.array("h", sound.readframes(sound.getnframes()))
    return math.sqrt(sum(map(lambda value: value * value, samples)) / max(len(samples), 1)) / 32768


def record(text, voice, folder):
    """The recordings of one sentence by one voice, by condition; made once."""
    speed = speed_of(text, voice)
    name = hashlib.sha256(f"{VERSION} {voice} {speed} {text}".encode()).hexdigest()[:20]
    targets = {kind: folder / f"{name}-{kind}.{'webm' if kind == 'opus' else 'wav'}" for kind in CONDITIONS}
    if not all(path.exists() for path in targets.values()):
        raw = folder / f"{name}.raw.wav"
        synthesise(recipe(text), voice, speed, raw)
        level = loudness(raw) * 10 ** (-SIGNAL_TO_NOISE / 20)
        seed = int(name[:6], 16)
        chain = (f"[0]aresample=16000,adelay=300,apad=pad_dur=0.4,asplit=3[clean][voice][opus];"
                 f"anoisesrc=color=pink:seed={seed}:sample_rate=16000:amplitude={min(1.0, level / PINK):.5f}[noise];"
                 f"[voice][noise]amix=inputs=2:duration=first:normalize=0[noisy];[opus]aresample=48000[sent]")
        parts = {kind: path.with_suffix(".part" + path.suffix) for kind, path in targets.items()}
        subprocess.run(["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-i", str(raw), "-filter_complex", chain,
                        "-map", "[clean]", str(parts["clean"]), "-map", "[noisy]", str(parts["noise"]),
                        "-map", "[sent]", "-c:a", "libopus", "-b:a", "24k", "-f", "webm", str(parts["opus"])], check=True)
        for kind, path in targets.items():
            parts[kind].rename(path)
        raw.unlink()
    return targets



def record_all(sentences, voices, folder, jobs):
    """[(index of the sentence, voice, {condition: path})], spoken by several processes at once."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [(index, voice) for index in range(len(sentences)) for voice in voices]
    with ThreadPoolExecutor(jobs) as pool:
        made = pool.map(lambda pair: record(sentences[pair[0]], pair[1], folder), wanted)
        return [(index, voice, paths) for (index, voice), paths in zip(wanted, made)]
