#!/usr/bin/env python3
"""Makes data/pronunciations.dict: how the words of the language model sound that the acoustic model's dictionary lacks.

    cargo run --release -p speech --features embedded --example transcribe -- --cache DIR --lines LINES
    crates/speech/tools/pronunciations.py DIR/*.arpa > crates/speech/data/pronunciations.dict

Each word gets up to two pronunciations, from flite's letter-to-sound rules and from espeak-ng's: they err on different
words, and recognition with both was better than with either. Needs Debian's flite, espeak-ng and pocketsphinx-en-us.
"""

import pathlib
import re
import subprocess
import sys

MODEL = pathlib.Path("/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")
CURATED = pathlib.Path(__file__).resolve().parent.parent / "data" / "curated.dict"
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


def words_of_model(arpa: pathlib.Path) -> set[str]:
    words, inside = set(), False
    with arpa.open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("\\"):
                inside = line.startswith("\\1-grams")
            elif inside and line.strip():
                words.add(line.split("\t")[1])
    return {word for word in words if re.fullmatch(r"[a-z][a-z']*", word)}


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


def main() -> None:
    wanted = set().union(*(words_of_model(pathlib.Path(path)) for path in sys.argv[1:]))
    missing = sorted(wanted - words_of(MODEL) - words_of(CURATED))
    print("# Made by tools/pronunciations.py from the words of the language model; correct a word in curated.dict.")
    for word in missing:
        sounds = dict.fromkeys(sound for sound in (flite(word), espeak(word)) if sound)
        for sound in sounds:
            assert set(sound.split()) <= PHONES, (word, sound)
            print(word, sound)
    print(f"{len(wanted)} words, {len(missing)} of them not in the model's dictionary", file=sys.stderr)


if __name__ == "__main__":
    main()
