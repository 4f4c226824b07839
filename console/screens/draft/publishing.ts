/** Publishes the draft, or an earlier version. */
import { type Answer, ask, Refusal } from '../../api/api.ts';
import { changed, resource } from '../../api/resource.ts';
import { setupPath } from '../../api/setup.ts';
import { isNewer } from '../../forms/saving.ts';
import type { DniSettings } from './dni-settings.ts';
import { draft, publishedPath, settingsPath } from './draft.ts';

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
    draft.published(mine, withoutWarnings(answer));
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
