/**
 * Counts the letters to an address, of all companies: anybody who runs one may invite a stranger, withdraw the invitation and invite
 * again.
 */
const DAY_MS = 24 * 3_600_000;
/** Most links to the address in a day: of a company, and of all. */
const MOST_LINKS = { ofCompany: 5, ofAll: 15 };
/** Most letters of a company in a day. Those of the others are not held up by them. */
const MOST_OF_COMPANY = 20;

/** A letter that may be sent. */
export interface CountedLetter {
  letterId: string;
  companyId: string;
  /** Whether it has a link with which a stranger joins, or a user chooses a password. */
  isLink: boolean;
  /** Milliseconds since the epoch. */
  time: number;
}

/** Where the letters are kept: the storage of the account. */
export interface LetterStore {
  /** Oldest first; the oldest may no longer count. */
  letters(): CountedLetter[];
  putLetters(letters: readonly CountedLetter[]): void;
}

export class Letters {
  readonly #stored: LetterStore;

  constructor(stored: LetterStore) {
    this.#stored = stored;
  }

  /** Counts a letter, once however often it is tried. @returns whether it may be sent */
  take(letter: CountedLetter): boolean {
    const recent = recentLetters(this.#stored.letters(), letter.time);
    if (recent.some(({ letterId }) => letterId === letter.letterId)) return true;
    const own = recent.filter(({ companyId }) => companyId === letter.companyId);
    const links = recent.filter(({ isLink }) => isLink);
    const hasRoom =
      own.length < MOST_OF_COMPANY &&
      (!letter.isLink ||
        (links.length < MOST_LINKS.ofAll &&
          own.filter(({ isLink }) => isLink).length < MOST_LINKS.ofCompany));
    this.#stored.putLetters(hasRoom ? [...recent, letter] : recent);
    return hasRoom;
  }

  /** Forgets the letters of former days. */
  forgetOld(now: number): void {
    this.#stored.putLetters(recentLetters(this.#stored.letters(), now));
  }

  /** Returns when there is something to forget, in milliseconds since the epoch. */
  times(): number[] {
    return this.#stored.letters().map(({ time }) => time + DAY_MS);
  }
}

function recentLetters(letters: readonly CountedLetter[], now: number): CountedLetter[] {
  return letters.filter(({ time }) => time > now - DAY_MS);
}
