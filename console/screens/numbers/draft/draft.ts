/** The draft of the numbers, locations and sources: unpublished changes, which are published at once. */
import { type Answer, ask, Refusal } from '../../../api/api.ts';
import { isNewer } from '../../../forms/save-over.ts';
import { place } from '../../../address/router.ts';
import { changed, resource, type Shown } from '../../../api/resource.ts';
import { setupPath } from '../../../api/setup.ts';
import { differencesOf, isSame } from './differences.ts';
import { type DniSettings, NO_SETTINGS } from '../dni-settings.ts';
import { KeptDraft } from './kept-draft.ts';
import { type Conflict, mergeSettings } from './merging.ts';

const draft = new KeptDraft<DniSettings, Conflict>({
  keptAs: 'leadline.draft:',
  path: publishedPath,
  none: NO_SETTINGS,
  isSame,
  merge: mergeSettings,
});

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
  const { shown, settings, published, draft: mine } = draft.use();
  return {
    shown,
    settings,
    published: published ?? NO_SETTINGS,
    conflicts: mine?.conflicts ?? [],
    isRebased: mine?.isRebased ?? false,
    changes: mine === undefined ? 0 : differencesOf(mine.base, mine.settings).length,
  };
}

/** Changes the draft. A draft equal to the published settings is dropped. */
export function changeDraft(change: (settings: DniSettings) => DniSettings): void {
  draft.change(change);
}

/** Restores an earlier state of the draft. */
export function restoreDraft(settings: DniSettings): void {
  changeDraft(() => settings);
}

/** Returns the current settings with the draft. */
export function currentSettings(): DniSettings {
  return draft.current();
}

/** Discards the draft. @returns the settings with the draft, to restore it */
export function discardDraft(): DniSettings {
  return draft.discard();
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
    draft.keep(undefined);
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
