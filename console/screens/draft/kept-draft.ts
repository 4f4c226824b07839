/**
 * Keeps a draft of each company in the browser: unpublished changes to settings, and the version that they are based on. When
 * others publish, the draft is rebased on their version.
 */
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Answer } from '../../api/api.ts';
import { place } from '../../address/router.ts';
import { resource, type Shown, useResource } from '../../api/resource.ts';

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
  /** The prefix of the key in the browser's storage. */
  keptAs: string;
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

export class KeptDraft<Settings extends object, Conflict> {
  readonly #kind: DraftKind<Settings, Conflict>;
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
    const { answer } = shown;
    const data = shown.data === null ? this.#kind.none : shown.data;
    const published = shown.isFormer ? undefined : data;
    useEffect(() => {
      if (this.#kept.value?.company !== company) this.#kept.value = this.#recall(company);
    }, [company]);
    const { value: mine } = this.#own;
    useEffect(() => {
      if (published !== undefined && mine !== undefined && mine.etag !== answer?.etag)
        this.keep(this.#rebased(mine, published, answer?.etag));
    }, [published, mine, answer]);
    return {
      shown: { ...shown, data } as Shown<Settings>,
      settings: mine?.settings ?? published,
      published,
      draft: mine,
    };
  }

  /** Changes the draft. A draft equal to the published settings is dropped. */
  change(change: (settings: Settings) => Settings): void {
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
  }

  /** Returns the current settings with the draft. */
  current(): Settings {
    return this.value?.settings ?? this.publishedAnswer()?.body ?? this.#kind.none;
  }

  /** Discards the draft. @returns the settings with the draft, to restore it */
  discard(): Settings {
    const before = this.current();
    this.keep(undefined);
    return before;
  }

  publishedAnswer(): Answer<Settings | null> | undefined {
    return resource<Settings | null>(this.#kind.path()).answer.value;
  }

  keep(next: Draft<Settings, Conflict> | undefined): void {
    const key = this.#kind.keptAs + place.value.company;
    this.#kept.value = next;
    try {
      if (next === undefined) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A full store keeps nothing over a reload; everything else works without it.
    }
  }

  #rebased(
    mine: Draft<Settings, Conflict>,
    published: Settings,
    etag: string | undefined,
  ): Draft<Settings, Conflict> | undefined {
    const { settings, conflicts } = this.#kind.merge(mine.base, mine.settings, published);
    if (this.#kind.isSame(settings, published)) return undefined;
    return { ...mine, etag, base: published, settings, conflicts, isRebased: true };
  }

  #recall(company: string): Draft<Settings, Conflict> | undefined {
    try {
      const text = localStorage.getItem(this.#kind.keptAs + company) ?? 'null';
      return (JSON.parse(text) as Draft<Settings, Conflict> | null) ?? undefined;
    } catch {
      return undefined;
    }
  }
}
