/** Asks before somebody leaves what is not saved. Forms know what that is (`typed/typed.ts`), and register here. */

/** A navigation within the console; absent for one that ends the page or the session. */
export interface Way {
  to: URL;
  from: URL;
}

/** Knows what is not saved. */
export interface LeaveGuard {
  /** Asks the user before unsaved contents are dropped. @returns whether they may be dropped */
  mayLeave: (way?: Way) => boolean;
  /** Drops all unsaved contents. */
  drop: () => void;
}

let guard: LeaveGuard | undefined;

/** Sets the guard of this page. */
export function guardLeaving(given: LeaveGuard): void {
  guard = given;
}

/** @see LeaveGuard.mayLeave */
export function mayLeave(way?: Way): boolean {
  return guard?.mayLeave(way) ?? true;
}

/** @see LeaveGuard.drop */
export function dropUnsaved(): void {
  guard?.drop();
}
