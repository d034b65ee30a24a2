#!/usr/bin/env python3
"""Makes data/pronunciations.dict: how the words of the language model sound that the acoustic model's dictionary lacks.

    make language-model

It reads the dictionary that `readout language-model --to DIR` has built from the product's own text, DIR/radiology-*.dict, and writes
the file only when it has found words in it. Each word gets up to two pronunciations, from flite's letter-to-sound rules and
from espeak-ng's: they err on different words, and recognition with both was better than with either. So do the words of
curated.dict, beside what stands there: not everybody says them as they should be said, and without them `make eval-speech` hears a third
more words wrong. Needs Debian's flite, espeak-ng and pocketsphinx-en-us.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MODEL = pathlib.Path("/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")
DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
COMMITTED = DATA / "pronunciations.dict"
HEAD = "# Made by tools/pronunciations.py from the words of the language model; correct a word in curated.dict.\n"
PHONES = set(
    "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split()
)
FLITE = {"AX": "AH", "AXR": "ER", "IX": "IH", "EN": "AH N", "EL": "AH L", "EM": "AH M", "DX": "T"}
# International symbols as espeak-ng writes American English, longest first within each first letter.
IPA = [pair.split("=") for pair in """
tʃ=CH dʒ=JH aɪɚ=AY_ER aɪə=AY_AH aʊɚ=AW_ER aɪ=AY aʊ=AW eɪ=EY oʊ=OW ɔɪ=OY oːɹ=AO_R ɔːɹ=AO_R ɑːɹ=AA_R ɪɹ=IH_R ɛɹ=EH_R
ʊɹ=UH_R ɜː=ER ɚ=ER iə=IY_AH iː=IY uː=UW ɑː=AA ɔː=AO oː=AO əl=AH_L n̩=AH_N ᵻ=IH ɐ=AH ə=AH ʌ=AH ɪ=IH i=IY ʊ=UH ɛ=EH
æ=AE ɔ=AO ɒ=AA a=AA e=EH o=OW u=UW ŋ=NG θ=TH ð=DH ʃ=SH ʒ=ZH ɹ=R r=R ɾ=T ʔ=T j=Y h=HH b=B d=D f=F ɡ=G g=G k=K l=L
m=M n=N p=P s=S t=T v=V w=W z=Z x=K ɬ=L
""".split()]


def words_of(dictionary: pathlib.Path) -> set[str]:
    lines = dictionary.read_text(encoding="utf-8", errors="replace").splitlines()
    return {re.sub(r"\(\d+\)$", "", line.split()[0]) for line in lines if line.strip() and not line.startswith("#")}


def flite(word: str) -> str:
    command = ["flite", "-t", word, "-ps", "-o", "none"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    phones = []
    for phone in said:
        phone = re.sub(r"\d", "", phone.upper())
        if phone not in ("PAU", "SSIL", "BRTH"):
            phones += FLITE.get(phone, phone).split()
    return " ".join(phones)


def espeak(word: str) -> str:
    command = ["espeak-ng", "-q", "--ipa", "-v", "en-us", word]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    said = re.sub(r"[ˈˌ\u200d\s.]", "", said)
    phones, at = [], 0
    while at < len(said):
        for symbol, phone in IPA:
            if said.startswith(symbol, at):
                phones += phone.split("_")
                at += len(symbol)
                break
        else:
            at += 1
    return " ".join(phones)


def sounds(word: str) -> list[str]:
    found = list(dict.fromkeys(sound for sound in (flite(word), espeak(word)) if sound))
    for sound in found:
        assert set(sound.split()) <= PHONES, (word, sound)
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description="Makes pronunciations.dict from the words of a built language model.")
    arguments.add_argument("folder", type=pathlib.Path, help="where `readout language-model --to` has built it")
    arguments.add_argument("--out", type=pathlib.Path, default=COMMITTED, help="the file to write")
    given = arguments.parse_args()
    wanted = set().union(*(words_of(built) for built in given.folder.glob("radiology-*.dict")))
    wanted = {word for word in wanted if re.fullmatch(r"[a-z][a-z']*", word)}
    if not wanted:
        sys.exit(f"{given.folder} holds no built language model: nothing is written")
    missing = sorted(wanted - words_of(MODEL))
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        entries = [f"{word} {sound}\n" for word, found in zip(missing, threads.map(sounds, missing)) for sound in found]
    unfinished = given.out.with_suffix(".part")
    unfinished.write_text(HEAD + "".join(entries), encoding="utf-8")
    unfinished.replace(given.out)
    print(f"{len(wanted)} words, {len(missing)} of them not in the model's dictionary", file=sys.stderr)


if __name__ == "__main__":
    main()
