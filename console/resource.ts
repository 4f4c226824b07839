/**
 * What the screens show of the API: each path is read once for all who show it, kept while another is on its way, asked
 * anew after a change and when somebody comes back to the page.
 */
import { batch, signal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Answer, ask, NotModified } from './api.ts';
import { nextFrame } from './next-frame.ts';

/** Answers that nobody shows are kept up to this many, for the way back. */
const MAX_KEPT = 60;
/** What is older is asked anew when somebody comes back to it. */
const FRESH_MS = 20_000;
/** What can wait waits no longer than this. */
const QUIET_MS = 1_000;
const REMEMBERED = 'leadline.kept:';

/** A path of the API, and what it answered last. */
export class Resource<Body> {
  readonly path: string;
  readonly answer: Signal<Answer<Body> | undefined> = signal();
  /** Why the last try failed; gone with the next success. */
  readonly failure: Signal<unknown> = signal();
  readonly isBusy = signal(false);
  /** When the answer was known to be the newest, in milliseconds since the epoch; 0: it is out of date. */
  time = 0;
  /** How many show it. */
  users = 0;
  readonly #isRemembered: boolean;
  #abort: AbortController | undefined;

  /** @param isRemembered whether the answer is there again after a reload: small, and the same for everything */
  constructor(path: string, isRemembered: boolean) {
    this.path = path;
    this.#isRemembered = isRemembered;
    if (isRemembered) this.answer.value = recall(path) as Answer<Body> | undefined;
  }

  /** Asks unless the answer is fresh or on its way. What there is a former answer of can wait for the others. */
  ensure(): void {
    if (this.#abort !== undefined || Date.now() - this.time < FRESH_MS) return;
    if (this.time === 0 && this.answer.value !== undefined) whenQuiet(() => void this.refresh());
    else void this.refresh();
  }

  /** Asks now; a request that is under way is given up, so that an older answer cannot win. */
  async refresh(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.isBusy.value = true;
    try {
      const ifNoneMatch = this.answer.value?.etag;
      // Who has pressed something sees that first, and the answer, which takes longer to draw, after it.
      const drawn = nextFrame();
      const answer = await ask<Body>(this.path, { signal: abort.signal, ifNoneMatch });
      await drawn;
      if (this.#abort === abort) this.#arrived(answer);
    } catch (error) {
      if (this.#abort !== abort) return;
      if (error instanceof NotModified) this.#arrived(this.answer.value);
      else this.#ended(error);
    }
  }

  /** Puts what a write answered in the place of what was read. */
  replace(answer: Answer<Body>): void {
    this.#abort?.abort();
    this.#arrived(answer);
  }

  /** Gives up a request that nobody waits for any more. */
  leave(): void {
    if (this.users > 0) return;
    this.#abort?.abort();
    this.#abort = undefined;
    this.isBusy.value = false;
  }

  #arrived(answer: Answer<Body> | undefined): void {
    this.time = Date.now();
    // One that was forgotten since it was asked for is not remembered again.
    const isKnown = known.get(this.path) === this;
    if (this.#isRemembered && isKnown && answer !== this.answer.value) remember(this.path, answer);
    batch(() => {
      this.answer.value = answer;
      this.#ended(undefined);
    });
  }

  #ended(failure: unknown): void {
    this.#abort = undefined;
    batch(() => {
      this.failure.value = failure;
      this.isBusy.value = false;
    });
  }
}

/** What a screen shows of a path. */
export interface Shown<Body> {
  data: Body | undefined;
  answer: Answer<Body> | undefined;
  /** The data is that of the path before this one, whose own is on its way. */
  isFormer: boolean;
  isBusy: boolean;
  failure: unknown;
  /** When the data was the newest. */
  time: number;
  resource: Resource<Body> | undefined;
}

const NOTHING: Shown<never> = {
  data: undefined,
  answer: undefined,
  isFormer: false,
  isBusy: false,
  failure: undefined,
  time: 0,
  resource: undefined,
};

const known = new Map<string, Resource<unknown>>();

/** The resource of a path. */
export function resource<Body>(path: string, isRemembered = false): Resource<Body> {
  const found = known.get(path) ?? new Resource<unknown>(path, isRemembered);
  // The one that was asked for last is the last to go.
  known.delete(path);
  known.set(path, found);
  const unused = [...known.values()].filter(({ users }) => users === 0);
  if (unused.length > MAX_KEPT) known.delete(unused[0]?.path ?? '');
  return found as Resource<Body>;
}

/** Shows a path, undefined shows nothing; while a new path is on its way, what the former one answered. */
export function useResource<Body>(path: string | undefined, isRemembered = false): Shown<Body> {
  const former = useRef<Answer<Body> | undefined>(undefined);
  const current = path === undefined ? undefined : resource<Body>(path, isRemembered);
  useEffect(() => {
    if (current === undefined) return undefined;
    current.users += 1;
    current.ensure();
    return () => {
      current.users -= 1;
      current.leave();
    };
  }, [current]);
  if (current === undefined) return NOTHING;
  const own = current.answer.value;
  if (own !== undefined) former.current = own;
  const answer = own ?? former.current;
  return {
    data: answer?.body,
    answer,
    isFormer: own === undefined && answer !== undefined,
    isBusy: current.isBusy.value,
    failure: current.failure.value,
    time: current.time,
    resource: current,
  };
}

/** After a change: every path that begins with one of these is out of date; what is shown of them is asked anew. */
export function changed(...prefixes: string[]): void {
  for (const item of known.values()) {
    if (!prefixes.some((prefix) => item.path.startsWith(prefix))) continue;
    item.time = 0;
    if (item.users > 0) void item.refresh();
  }
}

/** Forgets every answer, in memory and over reloads: one of them may be why a screen broke. */
export function forgetAnswers(): void {
  known.clear();
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(REMEMBERED));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Without a store nothing is remembered.
  }
}

/** What a former visit left; undefined when it left nothing. */
function recall(path: string): Answer<unknown> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(REMEMBERED + path) ?? 'null') as Pick<
      Answer<unknown>,
      'body' | 'etag'
    > | null;
    return kept === null ? undefined : { ...kept, headers: new Headers() };
  } catch {
    return undefined;
  }
}

function remember(path: string, answer: Answer<unknown> | undefined): void {
  try {
    const { body, etag } = answer ?? {};
    localStorage.setItem(REMEMBERED + path, JSON.stringify({ body, etag }));
  } catch {
    // A full store remembers nothing new; everything works without it.
  }
}

/** After what the screen waits for. */
function whenQuiet(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: QUIET_MS });
  else setTimeout(work, QUIET_MS);
}

function revalidate(): void {
  if (document.visibilityState !== 'visible') return;
  for (const item of known.values()) if (item.users > 0) item.ensure();
}

document.addEventListener('visibilitychange', revalidate);
window.addEventListener('online', revalidate);
