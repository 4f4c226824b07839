/** Checks that a request comes from a page of this origin, so that its cookie counts (Fetch Metadata; Origin, RFC 6454). Pure. */
import { Problem } from '../../shared/http/problems.ts';

/** @throws Problem `permission_denied` for a request from elsewhere */
export function requireSameOrigin(request: Pick<Request, 'url' | 'headers'>): void {
  if (isSameOrigin(request)) return;
  throw new Problem('permission_denied', 'Only pages of the console may use this path.');
}

/**
 * Refuses a WebSocket of another origin's page. Neither CORS nor, in every browser, Sec-Fetch-Site protects from those, but all
 * browsers send `Origin` (RFC 6455, 10.2).
 * @throws Problem `permission_denied`
 */
export function requireOwnSocket({ url, headers }: Pick<Request, 'url' | 'headers'>): void {
  if (headers.get('Upgrade') === null || headers.get('Origin') === new URL(url).origin) return;
  throw new Problem('permission_denied', 'Only pages of the console may open this socket.');
}

/** Reads Sec-Fetch-Site, which no page can set; older browsers send at least Origin. */
function isSameOrigin({ url, headers }: Pick<Request, 'url' | 'headers'>): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return site === null ? headers.get('Origin') === new URL(url).origin : site === 'same-origin';
}
