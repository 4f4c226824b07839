/**
 * Counts the mail to a mailbox, of all companies: anybody who runs one may invite a stranger, withdraw the invitation and invite again,
 * or give the address to one user after the other.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Most links to the address in a day: of a company, and of all. */
const MOST_LINKS = { ofCompany: 5, ofAll: 15 };
/** Most letters of a company in a day. Those of the others are not held up by them. */
const MOST_OF_COMPANY = 20;
/** Most notifications: of a company in an hour, and of all in an hour and in a day. */
const MOST_NOTICES = { ofCompany: 30, ofAll: 100, inADay: 300 };

/** A letter that may be sent. */
export interface CountedLetter {
  letterId: string;
  companyId: string;
  /** Whether it has a link with which a stranger joins, or a user chooses a password. */
  isLink: boolean;
  /** Whether it tells of notifications, which have bounds of their own. */
  isNotice?: boolean;
  /** Milliseconds since the epoch. */
  time: number;
}

/** A letter that is about to be sent. */
export type NewLetter = Omit<CountedLetter, 'companyId' | 'time'>;

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
    const alike = recent.filter(({ isNotice = false }) => isNotice === (letter.isNotice ?? false));
    const hasRoom = letter.isNotice === true ? hasRoomForNotice(alike, letter) : hasRoomFor(alike, letter);
    this.#stored.putLetters(hasRoom ? [...recent, letter] : recent);
    return hasRoom;
  }

  /** Forgets the letters of former days. */
  forgetOld(now: number): void {
    this.#stored.putLetters(recentLetters(this.#stored.letters(), now));
  }

  /** Returns when there is something to forget, in milliseconds since the epoch. */
  times(): number[] {
    const kept = this.#stored.letters();
    const notices = kept.filter(({ isNotice }) => isNotice === true);
    // There may be many notifications, which are forgotten together.
    return [...kept.filter(({ isNotice }) => isNotice !== true), ...notices.slice(-1)].map(
      ({ time }) => time + DAY_MS,
    );
  }
}

function hasRoomFor(letters: readonly CountedLetter[], { companyId, isLink }: CountedLetter): boolean {
  const own = letters.filter((each) => each.companyId === companyId);
  const links = letters.filter((each) => each.isLink);
  return (
    own.length < MOST_OF_COMPANY &&
    (!isLink ||
      (links.length < MOST_LINKS.ofAll && own.filter((each) => each.isLink).length < MOST_LINKS.ofCompany))
  );
}

function hasRoomForNotice(notices: readonly CountedLetter[], { companyId, time }: CountedLetter): boolean {
  const lately = notices.filter((each) => each.time > time - HOUR_MS);
  return (
    notices.length < MOST_NOTICES.inADay &&
    lately.length < MOST_NOTICES.ofAll &&
    lately.filter((each) => each.companyId === companyId).length < MOST_NOTICES.ofCompany
  );
}

function recentLetters(letters: readonly CountedLetter[], now: number): CountedLetter[] {
  return letters.filter(({ time }) => time > now - DAY_MS);
}
