/** Whether a request was made by a page of this origin: what lets a cookie count (Fetch Metadata; Origin, RFC 6454). Pure. */
import { Problem } from '../../shared/http/problems.ts';

/** @throws Problem `permission_denied` for a request that no page of this origin has made */
export function requireSameOrigin(request: Pick<Request, 'url' | 'headers'>): void {
  if (isSameOrigin(request)) return;
  throw new Problem('permission_denied', 'Only the pages of the console may ask here.');
}

/** Browsers say where a request comes from in a header that no page can set; older ones name the page's origin at least. */
function isSameOrigin({ url, headers }: Pick<Request, 'url' | 'headers'>): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return site === null ? headers.get('Origin') === new URL(url).origin : site === 'same-origin';
}
