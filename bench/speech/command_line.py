#!/usr/bin/env python3
"""The embedded engine beside the command-line tool of the same recogniser, with the same model, dictionary and recordings.

    bench/speech/command_line.py PROGRAM [--rounds 3] [--sentences 15]

`pocketsphinx_batch` (Debian: pocketsphinx) gets the language model and the dictionary that `readout language-model` builds, and otherwise its
own settings. Both transcribe the sentences of dictation.txt by four voices, in turn. Prints processor seconds for each second of sound,
the loading of the model included, and the share of words that are wrong. Needs flite, espeak-ng and sox.
"""

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "eval" / "speech"))
from score import plain, spellings  # noqa: E402

WORK = ROOT / "target" / "bench-command-line"
ACOUSTIC = "/usr/share/pocketsphinx/model/en-us/en-us"
VOICES = ["flite-slt", "flite-rms", "flite-awb", "espeak-en-us"]
HEADER = 44  # bytes of a WAV file before its samples


def record(sentences: list[str]) -> list[Path]:
    """A file a sentence and voice, 16 kHz mono, with a little silence around what is said."""
    files = []
    for voice in VOICES:
        for number, sentence in enumerate(sentences):
            target = WORK / f"{voice}-{number:02}.wav"
            files.append(target)
            if target.exists():
                continue
            said = WORK / "said.wav"
            if voice.startswith("flite-"):
                command = ["flite", "-voice", voice.removeprefix("flite-"), "-t", sentence, "-o", said]
            else:
                command = ["espeak-ng", "-v", voice.removeprefix("espeak-"), "-s", "150", "-w", said, sentence]
            subprocess.run(command, check=True)
            subprocess.run(["sox", said, "-r", "16000", "-c", "1", "-b", "16", target, "pad", "0.4", "0.6"], check=True)
    return files


def processor_seconds(command: list, **options) -> tuple[float, str]:
    """What a command takes of the processors, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, run.stdout


def readout(program: Path, files: list[Path], environment: dict[str, str]) -> tuple[float, list[str]]:
    took, out = processor_seconds([program, "transcribe", "--jsonl", *files], env=environment)
    return took, [json.loads(line)["heard"] for line in out.splitlines() if line.startswith('{"file"')]


def pocketsphinx(model: Path, files: list[Path]) -> tuple[float, list[str]]:
    names, heard = WORK / "names", WORK / "heard"
    names.write_text("".join(f"{file.stem}\n" for file in files), encoding="utf-8")
    command = ["pocketsphinx_batch", "-hmm", ACOUSTIC, "-lm", model.with_suffix(".lm"), "-dict", model.with_suffix(".dict")]
    command += ["-adcin", "yes", "-adchdr", str(HEADER), "-cepdir", WORK, "-cepext", ".wav", "-ctl", names, "-hyp", heard]
    took, _ = processor_seconds(command)
    return took, [re.sub(r" ?\([^()]*\)$", "", line) for line in heard.read_text(encoding="utf-8").splitlines()]


def errors(said: list[str], heard: list[str]) -> int:
    """Words that were put in, left out or changed."""
    row = list(range(len(heard) + 1))
    for at, word in enumerate(said, 1):
        above, row[0] = row[0], at
        for other, candidate in enumerate(heard, 1):
            above, row[other] = row[other], min(row[other] + 1, row[other - 1] + 1, above + (word != candidate))
    return row[-1]


def share_wrong(sentences: list[str], heard: list[str]) -> float:
    spelling = spellings()
    pairs = [(plain(said.split(), spelling), plain(text.split(), spelling)) for said, text in zip(sentences * len(VOICES), heard, strict=True)]
    return sum(errors(*pair) for pair in pairs) / sum(len(said) for said, _ in pairs)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program", type=Path)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--sentences", type=int, default=15)
    arguments = options.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    lines = (ROOT / "bench/speech/dictation.txt").read_text(encoding="utf-8").splitlines()
    sentences = [line for line in lines if line and not line.startswith("#")][: arguments.sentences]
    files = record(sentences)
    sound = sum(file.stat().st_size - HEADER for file in files) / 32_000
    environment = os.environ | {"READOUT_DATA_DIR": str(WORK / "data"), "READOUT_LOG": "off", "READOUT_SPEECH_ENGINE": "embedded"}
    program = arguments.program.resolve()
    built = subprocess.run([program, "language-model"], env=environment, check=True, capture_output=True, text=True).stdout
    model = next(Path(line) for line in built.splitlines() if line.endswith(".lm"))
    ours, theirs = [], []
    for _ in range(arguments.rounds):
        took, heard = readout(program, files, environment)
        ours.append(took)
        took, heard_by_them = pocketsphinx(model, files)
        theirs.append(took)
    own, other = statistics.median(ours) / sound, statistics.median(theirs) / sound
    wrong, wrong_of_them = share_wrong(sentences, heard), share_wrong(sentences, heard_by_them)
    print(f"{len(files)} recordings, {sound:.0f} s of sound, {arguments.rounds} times each in turn: processor seconds for a second of sound, words wrong")
    print(f"  Readout {own:.2f}, {wrong:.1%}; pocketsphinx_batch {other:.2f}, {wrong_of_them:.1%}; ratio {own / other:.2f}")


if __name__ == "__main__":
    main()
