"""Recognise wishes to preview in the five languages of our mails: `preview please`, `nur Vorschau`, `tylko podgląd`.

Whoever asks for a preview must not have played, and a preview that nobody wanted costs no more than another mail. So
what looks like a wish is one. A sentence that only mentions a preview (`Thanks for the preview, now for real:`) is not.
"""

from __future__ import annotations

import re

from pbem.engine.submission.lines import fold, unmark
from pbem.mail.typed.spelling import one_letter_off

_STEMS = ("preview", "vorschau", "voransicht", "apercu", "previsualis", "elonezet", "podglad")
"""Words that mean a preview, whatever their ending; one wrong letter does not matter."""
_PHRASES = (
    r"\b(?:dry ?runs?|test ?run|trial run|probelauf|testlauf|trockenlauf|probeweise|zur probe|auf probe"
    r"|essai a blanc|a blanc|simulations?|simule[rz]?|simulate|simuliere\w*|probafutta\w*|probakepp?\w*|szimula\w*"
    r"|na probe|probnie|na sucho|probny przebieg|przebieg probny|symulacj\w*|symuluj)\b"
)
_TRIALS = frozenset(["test", "testing", "try", "trial", "versuch", "probe", "probieren", "testen", "essai", "essayer",
                     "tester", "teszt", "proba", "kiprobalni"])  # fmt: skip
"""Words that mean a preview only in a line that says nothing else, such as `just a test`."""
_LISTS = {
    "only": "just only nur bloss seulement juste uniquement csak csupan tylko jedynie wylacznie",
    "cues": (
        "please pls plz first before want need could can would may ask wish show give send let bitte erst zuerst "
        "zunachst mochte will wurde konnte konntest kann kannst zeig zeige zeigen schick gern svp stp plait abord "
        "veux voudrais peux pouvez pourrais pourriez montre montrez envoie kerem kerek kerlek kernek elobb "
        "eloszor szeretnek szeretnem mutasd kuldj kerhetek prosze poprosze najpierw chce chcialbym chcialabym "
        "moge mozna pokaz pokazcie wyslij"
    ),
    "fillers": (
        "a an the this that my of for me i d ll it its is be us we you to do make get run mode turn move now "
        "thanks thank thx hi hello hey eine einen ein einer die das der den dem diese dieser dieses mein meine "
        "meinen meines zug zuges zugs fur von mir ich es ist danke hallo un une le la les de du des mon ma mes ce "
        "cet cette coup tour moi je j l pour merci bonjour s il te vous egy az ezt ez lepes lepest lepesem "
        "lepesemet lepesrol nekem koszonom koszi szia ten to tego ta moj moja mojego ruch ruchu mi o na do dzieki "
        "dziekuje czesc po prostu"
    ),
    "no": "no not t dont without kein keine keinen nicht ohne pas sans nem nelkul nie bez after nach apres po utan",
    "past": (
        "saw seen looked checked was were showed said yesterday gesehen gezeigt war gestern vu etait hier lattam "
        "mutatta volt tegnap widzialem widzialam pokazal byl byla wczoraj"
    ),
    "thanks": "thanks thank thx danke merci koszonom koszi dzieki dziekuje like",
    "play": (
        "play count apply spielen spiele werten jouer joue jatszd lejatszani jatszani graj grac zagraj but sondern mais"
    ),
}
_SETS = {name: frozenset(words.split()) for name, words in _LISTS.items()}
_NOT_NEEDED = (
    r"(?:not|nicht|pas|nem|nie)\s+(?:\w+\s+)?(?:need\w*|necessary|required|notig|kell|szukseges|necessaire|utile"
    r"|potrzeb\w*)|niepotrzebn|unnotig|inutile|unnecessary"
)
_CLAUSE = r"[,.;:!()\u2013\u2014]+\s*|(?<=\?)\s*|\s-\s"
_HINTS = ("dry", "run", "lauf", "prob", "blanc", "simul", "szimul", "symul", "sucho", "test", "try", "trial", "versuch",
          "essa", "teszt")  # fmt: skip
"""A text without any of these holds neither a phrase nor a word for a trial: most lines are done with after this."""
_OF_LENGTH = {n: tuple(stem for stem in _STEMS if abs(len(stem) - n) <= 1) for n in range(max(map(len, _STEMS)) + 2)}
"""Stems that a word of so many letters may be one letter from."""
_MOST_LETTERS = 400
_LONGEST = 25
_SHORT = 6


def wants_preview(line: str) -> bool:
    """Tell whether a line asks that the move of its mail be tried and not played."""
    text = fold(unmark(line)).replace("'", " ")
    if len(text) > _MOST_LETTERS:
        return False
    if not any(hint in text for hint in _HINTS) and not any(map(names_preview, re.findall("[a-z0-9]+", text))):
        return False
    if re.search(_NOT_NEEDED, text):
        return False
    polite = any(word in _SETS["cues"] for word in text.split())
    return any(_is_wish(clause, polite) for clause in re.split(_CLAUSE, text))


def names_preview(word: str) -> bool:
    """Tell whether a word is `preview` or its like in another language; one letter may be wrong."""
    bare = fold(word).strip(".,:!?*_-")
    if bare.startswith(_STEMS):
        return True
    return bare != "review" and any(one_letter_off(bare, stem) for stem in _OF_LENGTH.get(len(bare), ()))


def _is_wish(clause: str, polite: bool) -> bool:
    words = re.findall(r"[a-z0-9]+", clause)
    if not 0 < len(words) <= _LONGEST:
        return False
    at = next((at for at, word in enumerate(words) if names_preview(word)), None)
    others = [word for word in words if not names_preview(word)]
    phrase = re.search(_PHRASES, " ".join(words))
    if phrase is not None:
        at = min(len(words) if at is None else at, len(" ".join(words)[: phrase.start()].split()))
        others = [word for word in others if word not in phrase[0].split()]
    if at is None:
        return _is_trial(words)
    if _SETS["past"].intersection(others) or _SETS["thanks"].intersection(words[:at]) - _would_like(words):
        return False
    if _is_denied(words, at):
        return False
    known = _SETS["fillers"] | _SETS["only"] | _SETS["cues"]
    asks = (_SETS["cues"] | _SETS["only"]).intersection(others) or _would_like(words) or clause.rstrip().endswith("?")
    return bool(asks) or all(word in known for word in others) or (polite and len(words) <= _SHORT)


def _would_like(words: list[str]) -> set[str]:
    """Return `like` in `I would like`, which is a wish; nothing in `I like`, which is none."""
    return {"like"} if "like" in words and {"would", "d"} & set(words) else set()


def _is_denied(words: list[str], at: int) -> bool:
    """Tell whether no preview is wanted: `no preview`, `after the preview`. But `do not play only preview` asks for
    one."""
    before = words[max(at - 3, 0) : at]
    behind = words[at + 1 : at + 2]
    if "utan" in behind or "nelkul" in behind:
        return True
    for place, word in enumerate(before):
        if word in _SETS["no"] and before[place : place + 2] != ["po", "prostu"]:
            return not (_SETS["play"] | _SETS["only"]).intersection(before[place + 1 :])
    return False


def _is_trial(words: list[str]) -> bool:
    """Tell whether the words say no more than `just a test`, `nur ein Versuch`."""
    said = set(words)
    return bool(said & _TRIALS and said & _SETS["only"]) and said <= _TRIALS | _SETS["only"] | _SETS["fillers"]
