"""The frame texts of our mails by language. The title's own words are English; the frame around them speaks the
reader's language, and whatever a language lacks is said in English.

The first word of every answer (COUNTED, NOT COUNTED, INFORMATION) is the same in all languages, because programs and
people rely on it; the reader's language follows it.
"""

from __future__ import annotations

from typing import Final

COUNTED: Final = "COUNTED"
NOT_COUNTED: Final = "NOT COUNTED"
INFORMATION: Final = "INFORMATION"

LANGUAGES: Final = ("en", "pl", "hu", "de", "fr")

WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        # headings
        "asked": "WHAT IS ASKED",
        "since": "SINCE YOUR LAST MOVE",
        "news": "WHAT HAPPENED",
        "board": "THE BOARD",
        "own": "YOUR OWN THINGS",
        "answers": "ANSWERS YOU CAN GIVE",
        "follow": "What may follow, as things stand:",
        "reply": "HOW TO REPLY",
        "read": "WHAT WE READ",
        "not-read": "NOT READ",
        "orders": "YOUR ORDERS ON FILE",
        "result": "THE RESULT",
        "message": "MESSAGE",
        # subjects
        "subject-start": "the game begins",
        "subject-turn": "your turn",
        "subject-question": "a question for you",
        "subject-news": "news",
        "subject-reminder": "reminder",
        "subject-adjudication": "the moderator decided",
        "subject-announce": "announcement",
        "subject-handover": "a seat changes hands",
        "subject-over": "the game is over",
        "subject-digest": "news of the day",
        "subject-receipt": "a move was made for you",
        "subject-message": "message from {who}",
        "subject-counted": "counted",
        "subject-not-counted": "not counted",
        "subject-information": "information",
        "subject-moderator": "for the moderator",
        # head
        "record": "record {head}",
        "head": "{title}, game {game}, question #{entry}, {seat}: {name}",
        "head-open": "{title}, game {game}, entry #{entry}, {seat}: {name}",
        # sentences
        "until": "Answer until {when}.",
        "no-deadline": "There is no deadline.",
        "together": "Others are asked at the same time; nobody sees your answer before all are in.",
        "nothing-asked": "Nothing is asked of you now.",
        "waiting": "Awaited: {who}.",
        "nobody": "Nobody is awaited.",
        "quiet": "Nothing.",
        "more": "({n} more lines; write `history` to get them all)",
        "cut": "({n} more; write `options {name}` to get them all)",
        "amount": "any number from {low} to {high}",
        "several": "choose {low} to {high}, several in one line: {example}",
        "choose": "choose {n}, in one line: {example}",
        "window": "may be left out: {default}",
        "commitment": "Chance comes from a sealed seed; its SHA-256 is {digest}",
        "given": "The seed of this game was chosen by a person, not drawn.",
        "drawn": "The seed is opened when the game is over; `pbem verify` then checks every draw.",
        "recorded": "The draws of this game come from an imported record and cannot be verified.",
        "by-clock": "played by the clock",
        "by-orders": "played by standing orders",
        "by-moderator": "entered by the moderator",
        "undone": "taken back",
        "how": (
            "Reply to this mail and write your answers above the line, one on each line, "
            "just as they are listed. Leave the subject as it is. `preview` in front of your "
            "answers only shows what they would do."
        ),
        "also": "Also understood: options, status, show, history, say to NAME: ..., orders, away, help.",
        "again": "Please send the whole move again.",
        "reminder": "This is a reminder: the question below is still open.",
        "late": "The deadline has passed: the question below is still open.",
        "over": "The game is over.",
        "archive": "The whole record can be checked with `pbem verify`; the moderator sends the archive on request.",
        "seed": "The seed is open now: {seed}",
        "reason": "Reason: {reason}",
        "rulings": "Rules cited: {rules}",
        "handover": "{old} hands the seat {seat} to {new}.",
        "stopped": "The clock stands still.",
        "house": "(house value)",
    },
    "pl": {
        "asked": "PYTANIE DO CIEBIE",
        "since": "OD TWOJEGO OSTATNIEGO RUCHU",
        "news": "CO SIĘ WYDARZYŁO",
        "board": "PLANSZA",
        "own": "TWOJE RZECZY",
        "answers": "MOŻLIWE ODPOWIEDZI",
        "follow": "Co może nastąpić w obecnej sytuacji:",
        "reply": "JAK ODPOWIEDZIEĆ",
        "read": "CO ODCZYTALIŚMY",
        "not-read": "NIEODCZYTANE",
        "orders": "TWOJE STAŁE ROZKAZY",
        "result": "WYNIK",
        "message": "WIADOMOŚĆ",
        "subject-start": "początek gry",
        "subject-turn": "twoja tura",
        "subject-question": "pytanie do ciebie",
        "subject-news": "wiadomości z gry",
        "subject-reminder": "przypomnienie",
        "subject-adjudication": "decyzja moderatora",
        "subject-announce": "ogłoszenie",
        "subject-handover": "zmiana gracza",
        "subject-over": "koniec gry",
        "subject-digest": "wiadomości dnia",
        "subject-receipt": "ruch wykonany za ciebie",
        "subject-message": "wiadomość od: {who}",
        "subject-counted": "zaliczone",
        "subject-not-counted": "niezaliczone",
        "subject-information": "informacja",
        "record": "zapis {head}",
        "head": "{title}, gra {game}, pytanie #{entry}, {seat}: {name}",
        "head-open": "{title}, gra {game}, wpis #{entry}, {seat}: {name}",
        "until": "Odpowiedz do: {when}.",
        "no-deadline": "Nie ma terminu.",
        "together": "Inni odpowiadają równocześnie; nikt nie zobaczy twojej odpowiedzi, zanim nie będzie wszystkich.",
        "nothing-asked": "Nie ma teraz pytania do ciebie.",
        "waiting": "Czekamy na: {who}.",
        "nobody": "Na nikogo nie czekamy.",
        "quiet": "Nic.",
        "more": "(jeszcze {n} wierszy; napisz `history`, aby dostać wszystkie)",
        "cut": "(jeszcze {n}; napisz `options {name}`, aby dostać wszystkie)",
        "amount": "dowolna liczba od {low} do {high}",
        "several": "wybierz od {low} do {high}, kilka w jednym wierszu: {example}",
        "choose": "wybierz {n}, w jednym wierszu: {example}",
        "window": "można pominąć: {default}",
        "commitment": "Losowość pochodzi z zapieczętowanego ziarna; jego SHA-256 to {digest}",
        "given": "Ziarno tej gry zostało wybrane przez człowieka, nie wylosowane.",
        "drawn": "Ziarno zostanie ujawnione po grze; `pbem verify` sprawdzi wtedy każde losowanie.",
        "recorded": "Losowania tej gry pochodzą z zaimportowanego zapisu i nie można ich sprawdzić.",
        "by-clock": "zagrane przez zegar",
        "by-orders": "zagrane według stałych rozkazów",
        "by-moderator": "wpisane przez moderatora",
        "undone": "cofnięte",
        "how": (
            "Odpowiedz na ten list i napisz swoje odpowiedzi nad linią, każdą w osobnym wierszu, "
            "tak jak są podane na liście. Nie zmieniaj tematu. Słowo `preview` przed odpowiedziami "
            "tylko pokazuje, co by zrobiły."
        ),
        "also": "Rozumiemy też: options, status, show, history, say to NAME: ..., orders, away, help.",
        "again": "Wyślij, proszę, cały ruch jeszcze raz.",
        "reminder": "Przypomnienie: poniższe pytanie czeka na odpowiedź.",
        "late": "Termin minął: poniższe pytanie nadal czeka na odpowiedź.",
        "over": "Gra jest skończona.",
        "archive": "Cały zapis można sprawdzić poleceniem `pbem verify`; archiwum wysyła moderator.",
        "seed": "Ziarno jest teraz jawne: {seed}",
        "reason": "Powód: {reason}",
        "rulings": "Przywołane zasady: {rules}",
        "handover": "{old} oddaje miejsce {seat}; gra dalej {new}.",
        "stopped": "Zegar stoi.",
        "house": "(wartość domowa)",
    },
    "hu": {
        "asked": "A KÉRDÉS",
        "since": "AZ UTOLSÓ LÉPÉSED ÓTA",
        "news": "MI TÖRTÉNT",
        "board": "A TÁBLA",
        "own": "A SAJÁT DOLGAID",
        "answers": "LEHETSÉGES VÁLASZOK",
        "follow": "Ami ezután jöhet, a jelenlegi állás szerint:",
        "reply": "HOGYAN VÁLASZOLJ",
        "read": "AMIT OLVASTUNK",
        "not-read": "NEM OLVASTUK",
        "orders": "ÁLLANDÓ UTASÍTÁSAID",
        "result": "AZ EREDMÉNY",
        "message": "ÜZENET",
        "subject-start": "kezdődik a játék",
        "subject-turn": "te jössz",
        "subject-question": "kérdés hozzád",
        "subject-news": "hírek",
        "subject-reminder": "emlékeztető",
        "subject-adjudication": "a moderátor döntött",
        "subject-announce": "hirdetmény",
        "subject-handover": "játékoscsere",
        "subject-over": "vége a játéknak",
        "subject-digest": "a nap hírei",
        "subject-receipt": "lépés történt helyetted",
        "subject-message": "üzenet tőle: {who}",
        "subject-counted": "elfogadva",
        "subject-not-counted": "nincs elfogadva",
        "subject-information": "tájékoztatás",
        "record": "jegyzék {head}",
        "head": "{title}, játék: {game}, kérdés: #{entry}, {seat}: {name}",
        "head-open": "{title}, játék: {game}, bejegyzés: #{entry}, {seat}: {name}",
        "until": "Válaszolj eddig: {when}.",
        "no-deadline": "Nincs határidő.",
        "together": "Mások is most válaszolnak; senki sem látja a válaszodat, amíg nincs meg mindenkié.",
        "nothing-asked": "Most nincs hozzád kérdés.",
        "waiting": "Akire várunk: {who}.",
        "nobody": "Nem várunk senkire.",
        "quiet": "Semmi.",
        "more": "(még {n} sor; írd be: `history`, ha mindet kéred)",
        "cut": "(még {n}; írd be: `options {name}`, ha mindet kéred)",
        "amount": "bármely szám {low} és {high} között",
        "several": "válassz {low}-{high} darabot, egy sorban: {example}",
        "choose": "válassz {n} darabot, egy sorban: {example}",
        "window": "kihagyható: {default}",
        "commitment": "A véletlen egy lepecsételt magból jön; ennek SHA-256 értéke {digest}",
        "given": "Ennek a játéknak a magját ember választotta, nem sorsolták.",
        "drawn": "A magot a játék végén felfedjük; a `pbem verify` akkor minden sorsolást ellenőriz.",
        "recorded": "A játék sorsolásai beolvasott jegyzékből valók, nem ellenőrizhetők.",
        "by-clock": "az óra lépte",
        "by-orders": "állandó utasítás szerint",
        "by-moderator": "a moderátor írta be",
        "undone": "visszavonva",
        "how": (
            "Válaszolj erre a levélre, és írd a válaszaidat a vonal fölé, mindegyiket külön sorba, "
            "pontosan úgy, ahogy a listán állnak. A tárgyat ne változtasd meg. A válaszok elé írt "
            "`preview` csak megmutatja, mi történne."
        ),
        "also": "Ezt is értjük: options, status, show, history, say to NAME: ..., orders, away, help.",
        "again": "Kérjük, küldd el újra az egész lépést.",
        "reminder": "Emlékeztető: az alábbi kérdés még nyitva áll.",
        "late": "A határidő lejárt: az alábbi kérdés még nyitva áll.",
        "over": "A játéknak vége.",
        "archive": "A teljes jegyzék a `pbem verify` paranccsal ellenőrizhető; az archívumot a moderátor küldi.",
        "seed": "A mag most már nyilvános: {seed}",
        "reason": "Indok: {reason}",
        "rulings": "Idézett szabályok: {rules}",
        "handover": "{old} átadja a helyét ({seat}); {new} játszik tovább.",
        "stopped": "Az óra áll.",
        "house": "(házi érték)",
    },
    "de": {
        "asked": "DIE FRAGE",
        "since": "SEIT DEINEM LETZTEN ZUG",
        "news": "WAS GESCHEHEN IST",
        "board": "DAS BRETT",
        "own": "DEINE SACHEN",
        "answers": "MÖGLICHE ANTWORTEN",
        "reply": "SO ANTWORTEST DU",
        "subject-turn": "du bist am Zug",
        "subject-news": "Neues aus der Partie",
        "subject-reminder": "Erinnerung",
        "subject-over": "die Partie ist zu Ende",
        "until": "Antworte bis {when}.",
        "no-deadline": "Es gibt keine Frist.",
        "nothing-asked": "Du wirst gerade nichts gefragt.",
        "how": (
            "Antworte auf diese Mail und schreibe deine Antworten über die Linie, jede in eine eigene "
            "Zeile, genau wie in der Liste. Lass den Betreff, wie er ist."
        ),
    },
    "fr": {
        "asked": "LA QUESTION",
        "since": "DEPUIS TON DERNIER COUP",
        "news": "CE QUI S'EST PASSÉ",
        "board": "LE PLATEAU",
        "own": "TES AFFAIRES",
        "answers": "RÉPONSES POSSIBLES",
        "reply": "COMMENT RÉPONDRE",
        "subject-turn": "à toi de jouer",
        "subject-news": "nouvelles de la partie",
        "subject-reminder": "rappel",
        "subject-over": "la partie est finie",
        "until": "Réponds avant {when}.",
        "no-deadline": "Il n'y a pas de délai.",
        "nothing-asked": "On ne te demande rien pour l'instant.",
        "how": (
            "Réponds à ce message et écris tes réponses au-dessus de la ligne, une par ligne, "
            "telles qu'elles sont dans la liste. Laisse le sujet tel quel."
        ),
    },
}


def word(language: str, key: str, **values: object) -> str:
    """A frame text in the reader's language, else in English."""
    text = WORDS.get(language, {}).get(key) or WORDS["en"][key]
    return text.format(**values) if values else text


def verdict_word(language: str, verdict: str) -> str:
    """The reader's word for a verdict; the English one always stands in front of it."""
    return word(language, "subject-" + verdict.lower().replace(" ", "-"))
