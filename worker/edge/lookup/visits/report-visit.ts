/** Reports a page view of the widget to the evidence of the month. */
import { reportedVisit } from '../../../visits/reported-visit.ts';
import { type Leases, shownFor } from '../caches/answers.ts';
import type { CompiledSettings } from '../choice/compiled-settings.ts';
import type { ReportedVisit } from '../../../dni/evidence.ts';
import type { Lookup, LookupContext, Question } from '../lookup.ts';
import { beganHere, type Touch, type Visit } from '../schema.ts';
import { clickIdsIn } from '../../../dni/pure/click-ids.ts';
import { classifyVisit, type VisitSource } from '../source/source.ts';
import { consentedIds } from './consent.ts';

/** Sent by the widget if the edge has counted the visit without its id. */
const COUNTED = '-';

/** Reports the visit if the company keeps visits. Bots and `nocache` have none. */
export async function reportVisit(
  { env, memory }: LookupContext,
  { visit, request: { sender, userAgent }, parameters }: Question,
  { decision, compiled, leases }: Lookup & { leases: Leases | undefined },
): Promise<void> {
  const isKept = compiled.settings.visits && decision !== 'bot' && !parameters.noCache;
  if (!isKept || sender === undefined) return;
  const shown = shownFor(decision, compiled, leases);
  const reported = reportedVisitOf(visit, compiled.settings, {
    number: shown.phoneNumber,
    locationId: decision.location_id ?? null,
    numbers: new Set([...shown.swaps().map(({ to }) => to), shown.phoneNumber]),
    userAgent,
  });
  if (reported === undefined) return;
  await memory.visitReports.sendVisit(env, { companyId: compiled.companyId, sender }, reported);
}

/** Builds the visit to keep; undefined if this page view is none. */
function reportedVisitOf(
  { visit: report, domain, url, cookies, consent, began }: Visit,
  settings: CompiledSettings['settings'],
  {
    userAgent,
    ...shown
  }: Pick<ReportedVisit, 'number' | 'locationId'> & {
    numbers: ReadonlySet<string>;
    userAgent: string | undefined;
  },
): ReportedVisit | undefined {
  if (report === undefined) return undefined;
  const [, session, first, visitId, sentId, pageReferrer] = report;
  const sourceOf = (touch: Touch): VisitSource => {
    const [keys, referrer] = touch;
    return classifyVisit(
      { domain, url, keys, referrer, began: beganHere(touch, session, began) },
      settings.sources,
      settings.domains,
    );
  };
  // Without a stored id, the site's own links must not count as visits.
  const isEntry = pageReferrer === '' || sourceOf(['', pageReferrer]).evidence.referrer !== '';
  if (visitId === null && (sentId !== null || !isEntry)) return undefined;
  return reportedVisit({
    ...shown,
    visitId: visitId ?? `edge-${crypto.randomUUID()}`,
    isStored: visitId !== null,
    isCounted: sentId !== null && (sentId === visitId || sentId === COUNTED),
    source: sourceOf(session),
    first: sourceOf(first),
    clickIds: clickIdsIn(new URLSearchParams(session[0])),
    ...consentedIds(visitId === null ? {} : { cookies, consent }, settings, userAgent),
  });
}

/** Reports leased numbers, and each renewal. @param given the id of the visit, null for visitors without one */
export async function reportLeases(
  { env, memory }: LookupContext,
  { settings, companyId }: CompiledSettings,
  { visitId, leases }: { visitId: string | null; leases: Leases | undefined },
): Promise<void> {
  if (!settings.visits || leases === undefined) return;
  const now = Date.now();
  await Promise.all(
    leases.granted.map(({ number, begun, remainsMs }) =>
      memory.visitReports.sendLease(env, companyId, { number, visitId, from: begun, until: now + remainsMs }),
    ),
  );
}
