/** Bounds the calls that ring phones abroad in an hour, so that nobody runs up a bill by calling again and again. */
import type { WriteContext } from '../../engine/context/request-context.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { countOne, waitOf } from '../calls/hourly-counts.ts';
import type { OpenPhoneBook } from '../ringing/phone-book.ts';
import { type IncomingCall, routeCall } from '../ringing/routing.ts';

const SCOPE = 'calls abroad';
const NOTED = 'calls abroad: noted';

/**
 * Decides whether a call that comes in may ring phones outside the company's own country, and counts it if it does. The
 * audit log has the first refusal of an hour.
 */
export function mayRingAbroad(context: WriteContext, book: OpenPhoneBook, incoming: IncomingCall): boolean {
  const { turns } = routeCall(book, incoming);
  if (!turns.flat().some(({ number }) => book.isAbroad(number))) return true;
  const limit = settingsOf(context).options().outgoing.calls_abroad_per_company;
  if (waitOf(context, { scope: SCOPE, limit }) === undefined) {
    countOne(context, SCOPE);
    return true;
  }
  if (waitOf(context, { scope: NOTED, limit: 1 }) === undefined) {
    countOne(context, NOTED);
    context.audit({ action: 'calls_abroad.limited', subject: 'company', detail: { limit } });
  }
  return false;
}
