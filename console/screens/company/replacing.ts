/** Settings are replaced as a whole, in the version that was read. */
import { type Answer, ask } from '../../api.ts';
import { companyPath } from '../../company.ts';
import { toast } from '../../components/toasts.tsx';
import { changed, resource } from '../../resource.ts';

/**
 * Replaces settings, with the way back.
 * @param part `/lead_settings/states` and the like
 * @param before what was read
 * @throws Refusal 412 when somebody else has replaced them since
 */
export async function replaceSettings<Body>(
  part: string,
  before: Answer<Body>,
  after: unknown,
): Promise<void> {
  const saved = await put<Body>(part, after, before.etag);
  toast('Saved.', () => put(part, before.body, saved.etag));
}

async function put<Body>(part: string, body: unknown, ifMatch: string | undefined): Promise<Answer<Body>> {
  const path = companyPath(part);
  try {
    const answer = await ask<Body>(path, { method: 'PUT', body, ifMatch });
    resource<Body>(path, part.startsWith('/lead_settings/')).replace(answer);
    return answer;
  } catch (error) {
    // It may be another version that is there by now.
    changed(path);
    throw error;
  }
}
