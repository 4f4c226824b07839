/** Bounds the messages that go out in an hour: to a lead, by a user and of the company. */
import { actorId, userOf } from '../../engine/context/actors.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { faultOfDestination } from '../../company/settings/destinations.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { countOne, waitOf } from '../calls/hourly-counts.ts';

/** The bound of a scope. */
interface Bound {
  scope: string;
  limit: number;
  /** The scope in the words of the refusal. */
  whose: string;
}

/**
 * Refuses numbers that the company does not write to.
 * @throws Problem `destination_not_allowed` for satellites, premium numbers and other countries than the company's
 */
export function requireDestination(context: WriteContext, phone: string): void {
  const detail = faultOfDestination(phone, countriesOf(context));
  if (detail === undefined) return;
  throw new Problem('destination_not_allowed', detail, { members: { countries: countriesOf(context) } });
}

/**
 * Counts a message that somebody writes to a lead.
 * @throws Problem `rate_limited` with `Retry-After` after too many in this hour
 */
export function countMessage(context: WriteContext, leadId: string): void {
  const { outgoing } = settingsOf(context).options();
  const { actor } = context;
  const writer = userOf(actor)?.userId;
  count(context, [
    { scope: `lead:${leadId}`, limit: outgoing.texts_per_lead, whose: 'to this lead' },
    {
      scope: writer === undefined ? actorId(actor) : `user:${writer}`,
      limit: outgoing.texts_per_user,
      whose: 'by one user',
    },
    { scope: 'company', limit: outgoing.texts_per_company, whose: 'of the company' },
  ]);
}

/**
 * Counts an automatic reply. Replies have a bound of their own, so that nobody outside can use up the company's
 * messages.
 * @returns false for a number that the company does not write to, and after too many in this hour
 */
export function mayReply(context: WriteContext, phone: string): boolean {
  if (faultOfDestination(phone, countriesOf(context)) !== undefined) return false;
  const bound = {
    scope: 'replies',
    limit: settingsOf(context).options().outgoing.texts_per_company,
    whose: 'of replies',
  };
  if (waitOf(context, bound) !== undefined) return false;
  count(context, [bound]);
  return true;
}

function countriesOf(context: WriteContext): readonly string[] {
  const { default_region: region, outgoing } = settingsOf(context).options();
  return outgoing.countries ?? [region];
}

function count(context: WriteContext, bounds: readonly Bound[]): void {
  for (const bound of bounds) {
    const wait = waitOf(context, bound);
    if (wait === undefined) continue;
    const detail = `At most ${bound.limit} texts ${bound.whose} in an hour (the option outgoing); wait before the next one.`;
    throw new Problem('rate_limited', detail, { headers: { 'Retry-After': String(wait) } });
  }
  for (const { scope } of bounds) countOne(context, scope);
}
