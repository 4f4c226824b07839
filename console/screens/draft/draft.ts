/** The draft of the numbers, locations and sources: unpublished changes, which are published at once. */
import { place } from '../../address/router.ts';
import type { Shown } from '../../api/resource.ts';
import { type DniSettings, isSame, NO_SETTINGS } from './dni-settings.ts';
import { KeptDraft, type Undo } from './kept-draft.ts';
import { type Conflict, mergeSettings } from './merging.ts';

export const draft = new KeptDraft<DniSettings, Conflict>({
  keptAs: 'numbers',
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
  /** The version that the draft changes; undefined without a draft. */
  base: DniSettings | undefined;
}

export function useSettings(): Settings {
  const { shown, settings, published, draft: mine } = draft.use();
  return {
    shown,
    settings,
    published: published ?? NO_SETTINGS,
    conflicts: mine?.conflicts ?? [],
    isRebased: mine?.isRebased ?? false,
    base: mine?.base,
  };
}

/** Changes the draft. A draft equal to the published settings is dropped. */
export function changeDraft(change: (settings: DniSettings) => DniSettings): Undo {
  return draft.change(change);
}

/** Returns the current settings with the draft. */
export function currentSettings(): DniSettings {
  return draft.current();
}

/** Discards the draft. */
export function discardDraft(): Undo {
  return draft.discard();
}
