/** Keeps taps: activations of swapped links, which the widget reports. */
import { parseJson } from '../../../shared/http/input.ts';
import { reportedTap } from '../../../visits/reported-visit.ts';
import * as v from 'valibot';
import { type LookupContext, requireOwnSite, settingsIfAny } from '../lookup.ts';
import type { Question } from '../lookup.ts';
import { type Tap, tapSchema } from '../schema.ts';
import type { ReportedTap } from '../../../dni/evidence.ts';
import type { DniSettings } from '../../../dni/schema.ts';
import { consentedIds } from './consent.ts';

/** Largest body in bytes; real ones have some hundred. */
const MAX_BODY_BYTES = 4 * 1024;

/**
 * Reads a tap and sends it to the evidence. Keeps nothing of an invalid tap, nor for numbers that are not the company's.
 * @throws Problem if it is no JSON, from another site, or of an unknown company
 */
export async function keepTap(
  context: LookupContext,
  request: Request,
  { companyId, asking }: { companyId: string; asking: Question['request'] },
): Promise<void> {
  const { userAgent, origin } = asking;
  if (Number(request.headers.get('Content-Length') ?? Infinity) > MAX_BODY_BYTES) return;
  const { success, output: tap } = v.safeParse(tapSchema, parseJson(await request.text()));
  if (!success || asking.sender === undefined || context.memory.crawlers.has(userAgent)) return;
  const compiled = await settingsIfAny(context, companyId, asking.sender);
  if (compiled?.settings.visits !== true) return;
  requireOwnSite(compiled, {}, origin);
  const isOwn =
    compiled.phoneNumbers.has(tap.number) &&
    compiled.settings.targets.some(({ number }) => number === tap.target);
  if (!isOwn) return;
  const reporter = { companyId: compiled.companyId, sender: asking.sender };
  const report = reportOf(tap, compiled.settings, userAgent);
  context.background(context.memory.visitReports.sendTap(context.env, reporter, report));
}

/** Builds the report of a tap. It has ids if the visit is stored and ads may use it. */
function reportOf(
  { cookies, consent, ...tap }: Tap,
  settings: DniSettings,
  userAgent: string | undefined,
): ReportedTap {
  const known = consentedIds(tap.visit === undefined ? {} : { cookies, consent }, settings, userAgent);
  return reportedTap({ ...tap, page: tap.url ?? tap.page, ...known });
}
