/** Replaces settings as a whole, over the version that was read. */
import { type Answer, ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { type Members, useMembers } from '../../forms/save-members.ts';
import { toast } from '../../components/over/toasts.tsx';
import { changed, resource } from '../../api/resource.ts';
import type { Base } from './base.tsx';

/**
 * Replaces settings, with Undo.
 * @param part `/lead_settings/states` and the like
 * @param before the version that was read
 * @throws Refusal 412 when somebody else has replaced them since
 */
export async function replaceSettings<Body>(
  part: string,
  before: Answer<Body>,
  after: unknown,
): Promise<Answer<Body>> {
  const saved = await put<Body>(part, after, before.etag);
  toast('Saved.', () => put(part, before.body, saved.etag));
  return saved;
}

/** A form for settings with named members. It saves only the members that it changes. */
export function useReplacing<Body extends object>(part: string, state: Base<Body>): Members<Body> {
  return useMembers(state.base, {
    write: async (change, over) => {
      const saved = await replaceSettings(part, over, { ...over.body, ...change });
      state.saved(saved);
      return saved;
    },
    readNow: () => settingsNow(part),
  });
}

/** Reads the newest settings. */
export async function settingsNow<Body>(part: string): Promise<Answer<Body>> {
  const shown = resource<Body>(companyPath(part), part.startsWith('/lead_settings/'));
  await shown.refresh();
  const { value: answer } = shown.answer;
  if (answer === undefined) throw shown.failure.value;
  return answer;
}

async function put<Body>(part: string, body: unknown, ifMatch: string | undefined): Promise<Answer<Body>> {
  const path = companyPath(part);
  try {
    const answer = await ask<Body>(path, { method: 'PUT', body, ifMatch });
    resource<Body>(path, part.startsWith('/lead_settings/')).replace(answer);
    return answer;
  } catch (error) {
    // There may be a newer version by now.
    changed(path);
    throw error;
  }
}
