/** Hands over from the page of a link to the sign-in, for somebody who signs in with two factors: a link alone does not let them in. */
import { load } from '../../address/router.ts';

const KEPT = 'leadline.after-link';

/** What the sign-in says and begins with. */
export interface AfterLink {
  email: string;
  text: string;
}

/** Opens the sign-in. @param companyId the company that opens after it */
export function goOnToSignIn(after: AfterLink, companyId = ''): void {
  sessionStorage.setItem(KEPT, JSON.stringify(after));
  load(`/console/${companyId}`);
}

/** Returns what a link has handed over to this window, once. */
export function takeAfterLink(): AfterLink | undefined {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return kept === null ? undefined : (JSON.parse(kept) as AfterLink);
}
