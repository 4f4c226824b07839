/**
 * Compares the contents of a form at different times, leaving out what changed without the user: a list that arrives late
 * adds fields and options.
 */
import { contentsOf, type Contents } from './form-contents.ts';

/** With one of these events, the user may change the form. */
const EVENTS_OF_USER = ['focusin', 'pointerdown', 'keydown', 'input', 'change', 'click'];

/** Tells whether two contents have the same fields with the same values in the same order. */
export function isSameContents(one: Contents, other: Contents): boolean {
  const fields = [...other];
  return (
    one.size === other.size &&
    [...one].every(([key, { value }], at) => fields[at]?.[0] === key && fields[at][1].value === value)
  );
}

/**
 * Returns earlier contents as they would be with what has changed without the user since: a field that appeared is added, a
 * field that disappeared is removed unless the user had changed it, and an unchanged select has the value of its new options.
 * Pure.
 * @param seen the contents before that change
 * @param now the contents after it
 */
export function withLateFields(earlier: Contents, seen: Contents, now: Contents): Contents {
  const fields = [...earlier].flatMap(([key, field]) => {
    const isUnchanged = field.value === seen.get(key)?.value;
    const after = now.get(key);
    if (after === undefined) return isUnchanged ? [] : [[key, field] as const];
    return [[key, isUnchanged && after.isChoice ? after : field] as const];
  });
  if ([...now.keys()].every((key) => seen.has(key))) return new Map(fields);
  let place = 0;
  for (const [key, field] of now) {
    const at = fields.findIndex(([other]) => other === key);
    if (at >= 0) place = at + 1;
    else if (!seen.has(key)) {
      fields.splice(place, 0, [key, field]);
      place += 1;
    }
  }
  return new Map(fields);
}

/** Reports changes of a form's fields that the user has not made. */
export class LateFields {
  readonly #element: HTMLFormElement;
  readonly #report: (seen: Contents, now: Contents) => void;
  readonly #observer = new MutationObserver(() => this.#look());
  #seen: Contents;
  /** Whether changes are the user's: during an event, and until the form is rendered after it. */
  #isUsers = false;

  /** @param report is told the contents before and after the change */
  constructor(element: HTMLFormElement, report: (seen: Contents, now: Contents) => void) {
    this.#element = element;
    this.#report = report;
    this.#seen = contentsOf(element);
    this.#observer.observe(element, { childList: true, subtree: true });
    for (const type of EVENTS_OF_USER) {
      element.addEventListener(type, () => this.beginUse(), { capture: true });
      element.addEventListener(type, ({ isTrusted }) => this.#endEvent(isTrusted));
    }
  }

  /** Counts what changes in this task as changed by the user. */
  beginUse(): void {
    if (this.#isUsers) return;
    this.#isUsers = true;
    setTimeout(() => this.#endUse());
  }

  stop(): void {
    this.#observer.disconnect();
  }

  /** After an event of the browser, what its handlers changed is rendered; after one of a script, it is rendered later. */
  #endEvent(isTrusted: boolean): void {
    if (isTrusted) this.#endUse();
  }

  #endUse(): void {
    if (!this.#isUsers) return;
    this.#isUsers = false;
    this.#observer.takeRecords();
    this.#seen = contentsOf(this.#element);
  }

  #look(): void {
    if (this.#isUsers) return;
    const seen = this.#seen;
    this.#seen = contentsOf(this.#element);
    this.#report(seen, this.#seen);
  }
}
