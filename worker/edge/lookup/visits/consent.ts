/** What the script reports of a visitor's consent, and what a company says of visitors whom nobody asked. Pure. */
import type { AdConsent, VisitIds } from '../../../dni/evidence.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import { visitIds } from '../../../visits/visit-ids.ts';
import type { Visit } from '../schema.ts';

/** The script's `consent` if no tool asked, or if a tool asked for the use of data for ads, but not for ads by interests. */
const NOT_ASKED = 1;
const NOT_ASKED_FOR_INTERESTS = 2;

const DENIED: AdConsent = { ad_user_data: 'denied', ad_personalization: 'denied' };

/**
 * Returns the consent of a stored visit. Scripts up to 0.2.0 report no `consent`, and do not read whether ads by interests are
 * allowed.
 * @param report.cookies absent if the visitor does not allow the use of their data for ads
 */
export function adConsentOf(
  { cookies, consent }: Pick<Visit, 'cookies' | 'consent'>,
  { unasked_consent: unasked = 'ads' }: Pick<DniSettings, 'unasked_consent'>,
): AdConsent {
  if (cookies === undefined) return DENIED;
  if (consent === NOT_ASKED && unasked === 'analytics') return DENIED;
  const isNotAsked = consent === NOT_ASKED || consent === NOT_ASKED_FOR_INTERESTS;
  const isByInterests = consent === true || (isNotAsked && unasked === 'personalized_ads');
  return { ad_user_data: 'granted', ad_personalization: isByInterests ? 'granted' : 'denied' };
}

/** Returns the consent of a stored visit, and the ids that come with it; null without consent to their use. */
export function consentedIds(
  report: Parameters<typeof adConsentOf>[0],
  settings: Pick<DniSettings, 'unasked_consent'>,
  userAgent: string | undefined,
): { consent: AdConsent; ids: VisitIds | null } {
  const consent = adConsentOf(report, settings);
  const isAllowed = consent.ad_user_data === 'granted';
  return { consent, ids: isAllowed ? visitIds(report.cookies, userAgent, Date.now()) : null };
}
