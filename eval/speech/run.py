#!/usr/bin/env python3
"""Speaks the sentences of a file with several voices, lets the program transcribe them, and prints how much was wrong.

    eval/speech/run.py [--sets everyday open] [--limit N] [--voices V,V] [--conditions clean,noise,opus] [--show N] PROGRAM...

PROGRAM is what transcribes files and prints a JSON line each, as `target/release/readout transcribe --jsonl` does. With --limit N sentences
of each set, evenly spread. Exits with 1 when a bar of bars.toml is missed; with --limit bars are compared and only printed. Needs flite, espeak-ng
and ffmpeg. Recordings are made once and kept in --out.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import say
import score
import voices

HERE = Path(__file__).resolve().parent
DOUBTFUL = HERE.parents[1] / "crates" / "speech" / "src" / "transcript.rs"


def doubtful_below():
    """The program's own bound, so that the share of marked words is that of the page."""
    for line in DOUBTFUL.read_text(encoding="utf-8").splitlines():
        if "DOUBTFUL_BELOW: f32 =" in line:
            return float(line.split("=")[1].strip(" ;"))
    return 0.5


def transcribed(program, files, environment):
    """{path: object} of the program's JSON lines; many files a process."""
    answers = {}
    for start in range(0, len(files), 400):
        command = [*program, *map(str, files[start:start + 400])]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
        for line in done.stdout.splitlines():
            if line.startswith("{"):
                answer = json.loads(line)
                answers[answer["file"]] = answer
    return answers


def vocabulary_of(folder):
    """The words that the engine knows, of the dictionary that it built."""
    words = set()
    for path in folder.glob("**/*.dict"):
        words |= {line.split()[0].split("(")[0] for line in path.read_text(encoding="utf-8").splitlines() if line}
    return words or None


def measure(sentences, recordings, answers, conditions, spelling, vocabulary):
    """{name: Tally} for all, each condition, each voice (clean), and the mistakes."""
    tallies, mistakes = {}, []
    for index, voice, paths in recordings:
        said = score.plain(say.words(sentences[index]), spelling)
        for condition in conditions:
            answer = answers.get(str(paths[condition]), {"words": []})
            heard = [(word, one.get("confidence")) for one in answer["words"] for word in one["word"].lower().split()]
            names = [condition, f"{condition}, {voice}"]
            for name in names:
                tally = tallies.setdefault(name, score.Tally())
                found = tally.add(said, score.plain([word for word, _ in heard], spelling), [sure for _, sure in heard], vocabulary)
            mistakes += [(condition, voice, index, *mistake) for mistake in found]
    return tallies, mistakes


def print_table(tallies, bound):
    columns = [("word_error", "word error"), ("dangerous_error", "dangerous"), ("made_dangerous", "made dang."), ("confidence_auc", "conf. AUC"), ("marked", "marked"),
               ("marked_of_wrong", "of wrong"), ("unknown_words", "unknown"), ("exact", "exact"), ("words", "words")]
    print(f"  {'':<22}" + "".join(f"{title:>12}" for _, title in columns))
    for name in sorted(tallies, key=lambda name: ("," in name, voices.CONDITIONS.index(name.split(",")[0]), name)):
        figures = tallies[name].figures(bound)
        cells = ["n/a" if figures[key] is None else str(figures[key]) if key == "words" else
                 f"{figures[key]:.3f}" if key == "confidence_auc" else f"{figures[key]:.1%}" for key, _ in columns]
        print(f"  {name:<22}" + "".join(f"{cell:>12}" for cell in cells))


def missed(bars, tallies, bound):
    for bar in bars:
        figure = tallies[bar["condition"]].figures(bound)[bar["figure"]] if bar["condition"] in tallies else None
        if figure is None:
            continue
        kept = figure <= bar["at_most"] if "at_most" in bar else figure >= bar["at_least"]
        wanted = f"at most {bar['at_most']}" if "at_most" in bar else f"at least {bar['at_least']}"
        if not kept:
            yield f"{bar['figure']} ({bar['condition']}) is {figure:.3f}, wanted {wanted}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs=argparse.REMAINDER)
    parser.add_argument("--sets", nargs="*", default=None)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--voices", default=",".join(voices.VOICES))
    parser.add_argument("--conditions", default=",".join(voices.CONDITIONS))
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("target/eval-speech"))
    options = parser.parse_args()
    program = shlex.split(" ".join(options.program).removeprefix("--"))
    if not program:
        parser.error("which program transcribes?")
    conditions, data = options.conditions.split(","), options.out / "data"
    data.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "READOUT_DATA_DIR": str(data)}
    bound, spelling = doubtful_below(), score.spellings()
    bars = tomllib.loads((HERE / "bars.toml").read_text(encoding="utf-8"))
    short = []
    for name in options.sets or list(bars):
        path = Path(name) if name.endswith(".txt") else HERE / f"{name}.txt"
        sentences = say.sentences_of(path, options.limit)
        recordings = voices.record_all(sentences, options.voices.split(","), options.out / "audio", os.cpu_count() or 1)
        answers = transcribed(program, [paths[kind] for _, _, paths in recordings for kind in conditions], environment)
        tallies, mistakes = measure(sentences, recordings, answers, conditions, spelling, vocabulary_of(data))
        print(f"{path.stem}: {len(sentences)} sentences, {len(options.voices.split(','))} voices")
        print_table(tallies, bound)
        for (said, heard), times in Counter(mistake[3:] for mistake in mistakes).most_common(options.show):
            print(f"  {times:>4}x  {said or '-'}  ->  {heard or '-'}")
        short += [f"{path.stem}: {line}" for line in missed(bars.get(path.stem, {}).get("bars", []), tallies, bound)]
    print("\n".join(["", "Missed:", *short]) if short else "\nEvery bar is kept.")
    sys.exit(1 if short and not options.limit else 0)


if __name__ == "__main__":
    main()
