/**
 * Reads API paths for the screens, each path once for all components that show it. Answers stay while newer ones load.
 * They are read again after a change, and when the user returns to the page.
 */
import { batch, signal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Answer, ask, NotModified, Unreachable } from './api.ts';
import { nextFrame } from '../address/next-frame.ts';

/** The most answers kept for the Back button while no component shows them. */
const MAX_KEPT = 60;
/** Older answers are read again when they are shown again. */
const FRESH_MS = 20_000;
/** Longest delay of requests that can wait. */
const QUIET_MS = 1_000;
const REMEMBERED = 'leadline.kept:';

/** A path of the API with its last answer. */
export class Resource<Body> {
  readonly path: string;
  readonly answer: Signal<Answer<Body> | undefined> = signal();
  /** The error of the last request; cleared by the next success. */
  readonly failure: Signal<unknown> = signal();
  readonly isBusy = signal(false);
  /** When the answer was last current, in milliseconds since the epoch; 0 if it is out of date. */
  time = 0;
  /** When the last request was sent. */
  began = 0;
  /** The number of components that show it. */
  users = 0;
  readonly #isRemembered: boolean;
  #abort: AbortController | undefined;

  /** @param isRemembered keeps the answer over reloads: for small answers that many screens need */
  constructor(path: string, isRemembered: boolean) {
    this.path = path;
    this.#isRemembered = isRemembered;
    if (isRemembered) this.answer.value = recall(path) as Answer<Body> | undefined;
  }

  /** Reads the path unless the answer is fresh or loading. A remembered answer is refreshed last. */
  ensure(): void {
    if (this.#abort !== undefined || Date.now() - this.time < FRESH_MS) return;
    if (this.time === 0 && this.answer.value !== undefined) whenQuiet(() => void this.refresh());
    else void this.refresh();
  }

  /**
   * Reads the path now. A running request is aborted, so that an older answer cannot replace a newer one.
   * @param isQuiet says nothing of a server that cannot be reached, if there is an answer to show
   */
  async refresh(isQuiet = false): Promise<void> {
    if (isDeleted(this.path)) return;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.began = Date.now();
    this.isBusy.value = true;
    try {
      const ifNoneMatch = this.answer.value?.etag;
      // The result of the click is drawn first, since rendering the answer takes longer.
      const drawn = nextFrame();
      const answer = await ask<Body>(this.path, { signal: abort.signal, ifNoneMatch });
      await drawn;
      if (this.#abort === abort) this.#arrived(answer);
    } catch (error) {
      if (this.#abort !== abort) return;
      if (error instanceof NotModified) this.#arrived(this.answer.value);
      else this.#ended(isQuiet && error instanceof Unreachable ? this.failure.value : error);
    }
  }

  /** Replaces the answer with that of a write. */
  replace(answer: Answer<Body>): void {
    this.#abort?.abort();
    this.#arrived(answer);
  }

  /** Aborts the request when no component waits for it. */
  leave(): void {
    if (this.users > 0) return;
    this.#stop();
    forgetDeleted();
  }

  /** Aborts the request, since this user deletes the path. The answer is out of date from now on. */
  goes(): void {
    this.time = 0;
    this.#stop();
  }

  #stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.isBusy.value = false;
  }

  #arrived(answer: Answer<Body> | undefined): void {
    this.time = Date.now();
    // A resource that was forgotten during the request is not remembered again.
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

/** The state of a path that a component shows. */
export interface Shown<Body> {
  data: Body | undefined;
  answer: Answer<Body> | undefined;
  /** Whether the data is from the previous path while this one loads. */
  isFormer: boolean;
  isBusy: boolean;
  failure: unknown;
  /** When the data was last current. */
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

/** The prefixes of paths that this user has deleted or is deleting, while a component still shows one of them. */
const deleted = new Set<string>();
/** Those of them whose deletion is not answered yet. */
const deleting = new Set<string>();

function isDeleted(path: string): boolean {
  return [...deleted].some((prefix) => path.startsWith(prefix));
}

/** Allows paths to be read again that were deleted and that no component shows any more: they may be restored. */
function forgetDeleted(): void {
  for (const prefix of deleted) {
    const isShown = resourcesWith(prefix).some(({ users }) => users > 0);
    if (!isShown && !deleting.has(prefix)) deleted.delete(prefix);
  }
}

/**
 * Deletes what the paths with this prefix show. They are not read meanwhile, nor until the screen that shows them is gone:
 * a hint about the change may be faster than the answer. That includes paths that a component asks for only now.
 * @param work sends the request; if it fails, the paths are read again
 */
export async function deletePaths<Result>(prefix: string, work: () => Promise<Result>): Promise<Result> {
  deleted.add(prefix);
  deleting.add(prefix);
  for (const item of resourcesWith(prefix)) item.goes();
  try {
    return await work();
  } catch (error) {
    deleted.delete(prefix);
    changed(prefix);
    throw error;
  } finally {
    deleting.delete(prefix);
    forgetDeleted();
  }
}

/** Returns the resource of a path. */
export function resource<Body>(path: string, isRemembered = false): Resource<Body> {
  const found = known.get(path) ?? new Resource<unknown>(path, isRemembered);
  // The least recently used one is deleted first.
  known.delete(path);
  known.set(path, found);
  const unused = [...known.values()].filter(({ users }) => users === 0);
  if (unused.length > MAX_KEPT) known.delete(unused[0]?.path ?? '');
  return found as Resource<Body>;
}

/** Subscribes a component to a path, if there is one. While a new path loads, the data of the previous one stays. */
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

/** Returns the paths with one of these prefixes that are shown or kept. */
export function resourcesWith(...prefixes: string[]): Resource<unknown>[] {
  return [...known.values()].filter(({ path }) => prefixes.some((prefix) => path.startsWith(prefix)));
}

/** Marks every path with one of these prefixes as out of date, and reads the shown ones again. */
export function changed(...prefixes: string[]): void {
  for (const item of resourcesWith(...prefixes)) {
    item.time = 0;
    if (item.users > 0) void item.refresh();
  }
}

/** Forgets every answer, in memory and in the browser's storage, since one of them may have broken a screen. */
export function forgetAnswers(): void {
  known.clear();
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(REMEMBERED));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Without a store nothing is remembered.
  }
}

/** Returns the answer remembered from an earlier visit. */
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
    // The browser's store is full. Everything works without it.
  }
}

/** Runs work once the browser is idle. */
export function whenQuiet(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: QUIET_MS });
  else setTimeout(work, QUIET_MS);
}

function revalidate(): void {
  if (document.visibilityState !== 'visible') return;
  for (const item of known.values()) if (item.users > 0) item.ensure();
}

document.addEventListener('visibilitychange', revalidate);
window.addEventListener('online', revalidate);
