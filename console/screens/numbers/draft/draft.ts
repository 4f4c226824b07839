/**
 * Keeps the draft of each company in the browser: unpublished changes to the settings, and the version that they are
 * based on. When others publish, the draft is rebased on their version.
 */
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Answer, ask, Refusal } from '../../../api/api.ts';
import { isNewer } from '../../../forms/save-over.ts';
import { place } from '../../../address/router.ts';
import { changed, resource, type Shown, useResource } from '../../../api/resource.ts';
import { setupPath } from '../../../api/setup.ts';
import { differencesOf, isSame } from './differences.ts';
import { type DniSettings, NO_SETTINGS } from '../dni-settings.ts';
import { type Conflict, mergeSettings } from './merging.ts';

const KEPT = 'leadline.draft:';

interface Draft {
  company: string;
  /** The version that it is based on; undefined if there were no settings. */
  etag: string | undefined;
  base: DniSettings;
  settings: DniSettings;
  /** Entries that this draft and another user have changed differently. */
  conflicts: readonly Conflict[];
  /** Whether somebody has published since the draft was started. */
  isRebased: boolean;
}

const kept = signal<Draft | undefined>();

/** The draft of the company in the URL. */
const draft = computed(() => (kept.value?.company === place.value.company ? kept.value : undefined));

/** `/dni/api/companies/<uuid>/settings` and what follows. */
export function settingsPath(rest = ''): string {
  return `/dni/api/companies/${place.value.company}/settings${rest}`;
}

/** Returns the path of the published settings, which are null while there are none. */
export function publishedPath(): string {
  return settingsPath('?or_null=1');
}

/** The settings of the company, published and with the draft. */
export interface Settings {
  shown: Shown<DniSettings | null>;
  /** With the draft; undefined until they are loaded. */
  settings: DniSettings | undefined;
  /** As published. */
  published: DniSettings;
  /** Entries that the draft and a newer published version have changed differently. */
  conflicts: readonly Conflict[];
  isRebased: boolean;
  /** The number of entries that the draft changes. */
  changes: number;
}

export function useSettings(): Settings {
  const shown = useResource<DniSettings | null>(publishedPath());
  const { company } = place.value;
  const { answer } = shown;
  const data = shown.data === null ? NO_SETTINGS : shown.data;
  const published = shown.isFormer ? undefined : data;
  useEffect(() => {
    if (kept.value?.company !== company) kept.value = recall(company);
  }, [company]);
  const { value: mine } = draft;
  useEffect(() => {
    if (published !== undefined && mine !== undefined && mine.etag !== answer?.etag)
      keep(rebased(mine, published, answer?.etag));
  }, [published, mine, answer]);
  return {
    shown: { ...shown, data },
    published: published ?? NO_SETTINGS,
    ...(mine === undefined ? { ...UNCHANGED, settings: published } : factsOf(mine)),
  };
}

const UNCHANGED = { conflicts: [], isRebased: false, changes: 0 };

function factsOf({
  settings,
  conflicts,
  isRebased,
  base,
}: Draft): Pick<Settings, 'settings' | 'conflicts' | 'isRebased' | 'changes'> {
  return { settings, conflicts, isRebased, changes: differencesOf(base, settings).length };
}

/** Changes the draft. A draft equal to the published settings is dropped. */
export function changeDraft(change: (settings: DniSettings) => DniSettings): void {
  const { company } = place.value;
  const answer = publishedAnswer();
  const before = draft.value ?? {
    company,
    etag: answer?.etag,
    base: answer?.body ?? NO_SETTINGS,
    settings: answer?.body ?? NO_SETTINGS,
    conflicts: [],
    isRebased: false,
  };
  const settings = change(before.settings);
  keep(isSame(settings, before.base) ? undefined : { ...before, settings });
}

/** Restores an earlier state of the draft. */
export function restoreDraft(settings: DniSettings): void {
  changeDraft(() => settings);
}

/** Returns the current settings with the draft. */
export function currentSettings(): DniSettings {
  return draft.value?.settings ?? publishedAnswer()?.body ?? NO_SETTINGS;
}

/** Discards the draft. @returns the settings with the draft, to restore it */
export function discardDraft(): DniSettings {
  const before = currentSettings();
  keep(undefined);
  return before;
}

/**
 * Publishes the draft if the version that it is based on is still the published one.
 * @throws Refusal 412 when somebody has published in the meantime; the draft is then rebased on that version
 */
export async function publishDraft(): Promise<void> {
  const { value: mine } = draft;
  if (mine === undefined) return;
  const published = resource<DniSettings | null>(publishedPath());
  try {
    const answer = await ask<Saved>(settingsPath(), {
      method: 'PUT',
      body: mine.settings,
      ifMatch: mine.etag,
    });
    keep(undefined);
    published.replace(withoutWarnings(answer));
    changed(settingsPath('/history'), setupPath(), '/dni/preview');
  } catch (error) {
    if (isNewer(error)) await published.refresh();
    throw error;
  }
}

/**
 * Restores and publishes an earlier version.
 * @param over the ETag of the version that the user wants to replace
 * @returns the ETag of the new version
 * @throws Refusal 412 when somebody has published in the meantime; the settings are then read again
 */
export async function restoreVersion(version: number, over: string | undefined): Promise<string | undefined> {
  const published = resource<DniSettings | null>(publishedPath());
  try {
    const answer = await ask<Saved>(settingsPath(`/history/${version}/restore`), {
      method: 'POST',
      ifMatch: over,
    });
    published.replace(withoutWarnings(answer));
    return answer.etag;
  } catch (error) {
    if (!isNewer(error)) throw error;
    await published.refresh();
    throw newerVersion();
  } finally {
    changed(settingsPath('/history'), setupPath(), '/dni/preview');
  }
}

function newerVersion(): Refusal {
  const detail = 'Somebody else published in the meantime. Check their changes before you restore a version.';
  return new Refusal(
    { code: 'changed_meanwhile', title: 'Changed in the meantime', detail, status: 412 },
    undefined,
  );
}

/** The answer to a save: the settings, with warnings. */
type Saved = DniSettings & { warnings?: unknown };

function withoutWarnings({ body, ...answer }: Answer<Saved>): Answer<DniSettings> {
  const { warnings: _, ...settings } = body;
  return { ...answer, body: settings };
}

function publishedAnswer(): Answer<DniSettings | null> | undefined {
  return resource<DniSettings | null>(publishedPath()).answer.value;
}

function rebased(mine: Draft, published: DniSettings, etag: string | undefined): Draft | undefined {
  const { settings, conflicts } = mergeSettings(mine.base, mine.settings, published);
  if (isSame(settings, published)) return undefined;
  return { ...mine, etag, base: published, settings, conflicts, isRebased: true };
}

function keep(next: Draft | undefined): void {
  const { company } = place.value;
  kept.value = next;
  try {
    if (next === undefined) localStorage.removeItem(KEPT + company);
    else localStorage.setItem(KEPT + company, JSON.stringify(next));
  } catch {
    // A full store keeps nothing over a reload; everything else works without it.
  }
}

function recall(company: string): Draft | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEPT + company) ?? 'null') as Draft | null) ?? undefined;
  } catch {
    return undefined;
  }
}
