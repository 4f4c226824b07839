/**
 * Keeps a draft of each company in the browser: unpublished changes to settings, and the version that they are based on. When
 * others publish, the draft is rebased on their version. All windows of the browser have the same draft: each change is made to
 * what the browser keeps then. A draft belongs to a user: on a shared computer, nobody else sees it.
 */
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Answer, Refusal } from '../../api/api.ts';
import { place } from '../../address/router.ts';
import { keptName, type KeptWork } from '../../api/kept-work.ts';
import { type Resource, resource, type Shown, useResource } from '../../api/resource.ts';

export interface Draft<Settings, Conflict> {
  company: string;
  /** The version that it is based on; undefined if there were no settings. */
  etag: string | undefined;
  base: Settings;
  settings: Settings;
  /** Entries that this draft and another user have changed differently. */
  conflicts: readonly Conflict[];
  /** Whether somebody has published since the draft was started. */
  isRebased: boolean;
}

/** The settings that are drafted. */
interface DraftKind<Settings, Conflict> {
  keptAs: KeptWork;
  /** The path of the published settings, which may be null while there are none. */
  path: () => string;
  /** The settings before the first publication. */
  none: Settings;
  isSame: (left: Settings, right: Settings) => boolean;
  merge: (
    base: Settings,
    mine: Settings,
    theirs: Settings,
  ) => { settings: Settings; conflicts: readonly Conflict[] };
}

/** The published settings, with the draft of this browser. */
export interface Drafted<Settings, Conflict> {
  shown: Shown<Settings>;
  /** With the draft; undefined until they are loaded. */
  settings: Settings | undefined;
  /** As published; undefined until they are loaded. */
  published: Settings | undefined;
  draft: Draft<Settings, Conflict> | undefined;
}

/** Takes one change back and leaves later ones. @throws Refusal if a later one is about the same */
export type Undo = () => Promise<void>;

export class KeptDraft<Settings extends object, Conflict> {
  readonly #kind: DraftKind<Settings, Conflict>;
  /** What was last written to the browser's storage or read from it, by its name there. */
  #stored: { name: string; text: string | null } | undefined;
  /** The name of the draft that the browser's storage did not take. */
  #unstored: string | undefined;
  /** When another window was last heard. An older answer may be older than the version that its draft is based on. */
  #heardTime = 0;
  readonly #kept = signal<Draft<Settings, Conflict> | undefined>();
  /** The draft of the company in the URL. */
  readonly #own = computed(() =>
    this.#kept.value?.company === place.value.company ? this.#kept.value : undefined,
  );

  constructor(kind: DraftKind<Settings, Conflict>) {
    this.#kind = kind;
  }

  get value(): Draft<Settings, Conflict> | undefined {
    return this.#own.value;
  }

  /** Subscribes a component to the settings. */
  use(): Drafted<Settings, Conflict> {
    const shown = useResource<Settings | null>(this.#kind.path());
    const { company } = place.value;
    const { answer, time } = shown;
    const data = shown.data === null ? this.#kind.none : shown.data;
    const published = shown.isFormer ? undefined : data;
    useEffect(() => {
      const hear = (): void => this.#hear();
      hear();
      window.addEventListener('storage', hear);
      return () => window.removeEventListener('storage', hear);
    }, [company]);
    const { value: mine } = this.#own;
    useEffect(() => {
      if (published === undefined || mine === undefined || mine.etag === answer?.etag) return;
      if (time > this.#heardTime)
        this.keep(this.#rebased({ ...mine, isRebased: true }, published, answer?.etag));
    }, [published, mine, answer, time]);
    return {
      shown: { ...shown, data } as Shown<Settings>,
      settings: mine?.settings ?? published,
      published,
      draft: mine,
    };
  }

  /** Changes the draft. A draft equal to the published settings is dropped. */
  change(change: (settings: Settings) => Settings): Undo {
    this.#hear();
    const { company } = place.value;
    const answer = this.publishedAnswer();
    const before = this.value ?? {
      company,
      etag: answer?.etag,
      base: answer?.body ?? this.#kind.none,
      settings: answer?.body ?? this.#kind.none,
      conflicts: [],
      isRebased: false,
    };
    const settings = change(before.settings);
    this.keep(this.#kind.isSame(settings, before.base) ? undefined : { ...before, settings });
    return this.#undoOf(before.settings, settings);
  }

  /** Returns the current settings with the draft. */
  current(): Settings {
    return this.value?.settings ?? this.publishedAnswer()?.body ?? this.#kind.none;
  }

  /** Discards the draft. */
  discard(): Undo {
    this.#hear();
    const { value: mine } = this;
    this.keep(undefined);
    return mine === undefined ? () => Promise.resolve() : this.#undoOf(mine.settings, mine.base);
  }

  /** Notes that a draft was published, and keeps what was changed meanwhile. @param sent the draft as it was sent */
  published(sent: Draft<Settings, Conflict>, answer: Answer<Settings>): void {
    this.#hear();
    const { value: mine } = this;
    this.#resource.replace(answer);
    const rest = mine && this.#rebased({ ...mine, base: sent.settings }, answer.body, answer.etag);
    this.keep(rest);
  }

  publishedAnswer(): Answer<Settings | null> | undefined {
    return this.#resource.answer.value;
  }

  keep(next: Draft<Settings, Conflict> | undefined): void {
    const name = keptName(this.#kind.keptAs);
    const text = next === undefined ? null : JSON.stringify(next);
    this.#kept.value = next;
    this.#stored = { name, text };
    this.#unstored = undefined;
    try {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
    } catch {
      // A full store keeps nothing over a reload; everything else works without it.
      this.#unstored = name;
    }
  }

  get #resource(): Resource<Settings | null> {
    return resource<Settings | null>(this.#kind.path());
  }

  #undoOf(before: Settings, after: Settings): Undo {
    return () => {
      const { settings, conflicts } = this.#kind.merge(after, before, this.current());
      const detail = 'This was changed again since, so it cannot be taken back alone.';
      if (conflicts.length > 0) {
        const problem = { code: 'changed_meanwhile', title: detail, detail, status: 409 };
        return Promise.reject(new Refusal(problem, undefined));
      }
      this.change(() => settings);
      return Promise.resolve();
    };
  }

  #rebased(
    mine: Draft<Settings, Conflict>,
    published: Settings,
    etag: string | undefined,
  ): Draft<Settings, Conflict> | undefined {
    const { settings, conflicts } = this.#kind.merge(mine.base, mine.settings, published);
    if (this.#kind.isSame(settings, published)) return undefined;
    return { ...mine, etag, base: published, settings, conflicts };
  }

  /** Takes over what another window, or an earlier visit, has kept. */
  #hear(): void {
    const name = keptName(this.#kind.keptAs);
    if (this.#unstored === name) return;
    const text = readStored(name);
    const { name: formerName, text: former } = this.#stored ?? {};
    if (formerName === name && former === text) return;
    this.#stored = { name, text };
    const next = parsed<Draft<Settings, Conflict>>(text);
    this.#kept.value = next;
    this.#heardTime = Date.now();
    const published = this.#resource;
    const { value: answer } = published.answer;
    // At first, the answer that is on its way is new enough. Later, the other window may have published.
    const isFirst = formerName !== name && (next === undefined || answer === undefined);
    if (!isFirst && answer?.etag !== next?.etag) void published.refresh();
  }
}

function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function parsed<Value>(text: string | null): Value | undefined {
  try {
    return (JSON.parse(text ?? 'null') as Value | null) ?? undefined;
  } catch {
    return undefined;
  }
}
