/**
 * Saves only the changed members of a record, so that two users who change different members do not undo each other. If
 * both change the same member, the second user sees a conflict.
 */
import { useRef } from 'preact/hooks';
import { type Answer, type Fault, Refusal, thisSave } from '../api/api.ts';
import { isNewer, isSame } from './save-over.ts';

/** The most tries when newer versions keep coming; then the user has to save again. */
const MAX_TRIES = 3;

/** The version of a record without versions. */
export const NO_VERSION = { etag: undefined, headers: new Headers() };

interface Steps<Body> {
  /**
   * Saves over a version and returns the new version. Without an `etag` the record has no versions and is read before
   * each write.
   */
  write: (change: Partial<Body>, over: Answer<Body>) => Promise<Pick<Answer<Body>, 'etag'>>;
  readNow: () => Promise<Answer<Body>>;
}

export interface Members<Body> {
  /** The record that the form was opened with. It stays the same when others change the record. */
  begun: Body;
  /**
   * Saves the members that differ from it.
   * @throws Refusal with an error for each member that somebody else has changed too; saving again replaces their value
   */
  save: (mine: Partial<Body>) => Promise<void>;
}

export function useMembers<Body extends object>(
  answer: Answer<Body>,
  { write, readNow }: Steps<Body>,
): Members<Body> {
  const begun = useRef(answer.body);
  /** The newest version that this user has seen. */
  const seen = useRef(answer);
  const save = async (mine: Partial<Body>): Promise<void> => {
    const goOn = thisSave();
    const change = differing(mine, begun.current);
    if (Object.keys(change).length === 0) return;
    let now = seen.current.etag === undefined ? await readNow() : seen.current;
    for (let tries = 1; ; tries += 1) {
      const faults = conflictsOf(change, { seen: seen.current.body, now: now.body });
      seen.current = now;
      if (faults.length > 0) throw conflict(faults);
      try {
        const { etag } = await goOn(() => write(change, now));
        seen.current = { ...now, etag, body: { ...now.body, ...change } };
        break;
      } catch (error) {
        if (!isNewer(error) || tries === MAX_TRIES) throw error;
      }
      now = await readNow();
    }
    begun.current = { ...begun.current, ...change };
  };
  return { begun: begun.current, save };
}

/** Returns the members that differ from the record that the form was opened with. */
export function differing<Body extends object>(mine: Partial<Body>, begun: Body): Partial<Body> {
  const entries = Object.entries(mine).filter(([name, value]) => !isSame(value, begun[name as keyof Body]));
  return Object.fromEntries(entries) as Partial<Body>;
}

/** Returns an error for each member that somebody else has changed to another value. */
export function conflictsOf<Body extends object>(
  change: Partial<Body>,
  { seen, now }: { seen: Body; now: Body },
): Fault[] {
  return Object.entries(change)
    .map(([name, mine]) => ({
      name,
      mine,
      before: seen[name as keyof Body],
      theirs: now[name as keyof Body],
    }))
    .filter(({ mine, before, theirs }) => !isSame(theirs, before) && !isSame(theirs, mine))
    .map(({ name, theirs }) => ({
      pointer: `/${name}`,
      code: 'changed_meanwhile',
      detail: `Somebody else changed this in the meantime. It now says: ${textOf(theirs)}. If you save again, your version replaces theirs.`,
    }));
}

/** Returns the error for a conflict with somebody else's change. */
export function conflict(errors: Fault[]): Refusal {
  const detail = 'Somebody else changed the same values in the meantime.';
  return new Refusal(
    { code: 'changed_meanwhile', title: 'Changed in the meantime', detail, status: 409, errors },
    undefined,
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (Array.isArray(value)) return value.map(textOf).join(', ') || 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return Object.values(value).map(textOf).join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
