/** Explains step by step which number and location a visitor gets. Reads the cached decision of an IP, stores nothing. */
import { parse } from '../../shared/http/input.ts';
import { isPool } from '../../dni/pure/number-entries.ts';
import { networkOf } from '../../shared/limits/networks.ts';
import { closestOf, planOf, shownFor } from '../lookup/caches/answers.ts';
import type { CompiledSettings } from '../lookup/choice/compiled-settings.ts';
import { type Explanation, explainPlace, explainVisit } from '../lookup/choice/explanation.ts';
import { findPlace, type FoundPlace, requireNamedPlace } from '../lookup/find-place.ts';
import { isCurrent, type KeptDecision } from '../lookup/caches/kept-decisions.ts';
import type { DecisionPreviewBody, KeptDecisionBody } from './answer-schema.ts';
import { companySettings, type LookupContext, settingsIfAny } from '../lookup/lookup.ts';
import type { NetworkPlace, Place } from '../lookup/place/place.ts';
import { previewSchema } from '../lookup/schema.ts';
import { classifyVisit } from '../lookup/source/source.ts';
import { findPostalCode, normalizePostalCode } from '../lookup/place/zip.ts';

const DAY_MS = 24 * 3_600_000;

interface PreviewRequest {
  /** The request's query parameters. */
  query: unknown;
  /** The sender of the request, whose place is used when neither a ZIP nor another IP is given. */
  caller: { ip: string | undefined; cf: NetworkPlace | undefined };
}

/** Returns the explanation as plain data; null for a company without settings, if the query has `or_null=1`. @throws Problem `not_found` */
export async function explainDecision(
  context: LookupContext,
  companyId: string,
  { query, caller }: PreviewRequest,
): Promise<DecisionPreviewBody | null> {
  const { or_null: orNull, ...visit } = parse(previewSchema, query, 'parameters');
  const named = requireNamedPlace(visit);
  if (orNull && (await settingsIfAny(context, companyId, undefined)) === undefined) return null;
  const compiled = await companySettings(context, companyId, undefined);
  const visitor = visitorOf(context, visit.ip);
  const cf = isCaller(visit.ip, caller.ip) ? caller.cf : undefined;
  const source = classifyVisit(visit, compiled.settings.sources, compiled.settings.domains);
  const now = visit.time === undefined ? Date.now() : Date.parse(visit.time);
  const kept = await keptDecision(context, { compiled, visitor, named });
  const found = withKeptPlace(await findPlace(context, { ip: visit.ip, visitor, cf }, named), kept);
  const { decision, explanation } = explainVisit(compiled, { place: found.place, source }, now);
  const shown = shownFor(decision, compiled);
  return {
    settings_version: compiled.version,
    visitor: {
      is_bot: context.memory.crawlers.has(visit.user_agent),
      // The cached decision that this IP gets instead.
      kept_answer: kept !== undefined && isCurrent(kept, compiled) ? explainKept(kept, compiled) : null,
    },
    ...explanation,
    number: {
      ...explanation.number,
      pool: await poolOf(context, compiled, explanation.number),
    },
    place: explainFound(found),
    answer: closestOf(shown),
    page: planOf(shown),
  };
}

/** Returns the pool of the chosen number; null if there is none. */
async function poolOf(
  { env, memory }: LookupContext,
  { companyId }: CompiledSettings,
  { chosen, candidates }: Pick<Explanation['number'], 'chosen' | 'candidates'>,
): Promise<DecisionPreviewBody['number']['pool']> {
  const entry = chosen === null ? undefined : candidates[chosen];
  if (entry === undefined || !isPool(entry)) return null;
  const state = await memory.pools.stateOf(env, companyId, entry);
  return { name: entry.pool, numbers: entry.phone_numbers.length, free: state?.free ?? null };
}

function visitorOf({ env, memory }: LookupContext, ip: string | undefined): string | undefined {
  const network = ip === undefined ? undefined : networkOf(ip);
  return network === undefined ? undefined : memory.visitors.of(network, env.OPERATOR_TOKEN);
}

/** Tells whether the caller is the visitor: without an IP, or with the caller's own network. */
function isCaller(visitorIp: string | undefined, caller: string | undefined): boolean {
  return visitorIp === undefined || (caller !== undefined && networkOf(visitorIp) === networkOf(caller));
}

/** Reads the cached decision, from memory first as the lookup does. Lookups can name no coordinates, so none is kept for these. */
async function keptDecision(
  { env, memory: { decisions } }: LookupContext,
  {
    compiled,
    visitor,
    named,
  }: { compiled: CompiledSettings; visitor: string | undefined; named: Place | undefined },
): Promise<KeptDecision | undefined> {
  if (visitor === undefined || named?.origin === 'named') return undefined;
  const zip = named?.postal_code;
  const owner = { companyId: compiled.companyId, visitor, zip, days: compiled.settings.cache_days };
  const remembered = decisions.remembered(owner);
  if (remembered !== undefined) return remembered;
  const reading = await decisions.read(env, owner);
  return reading.outcome === 'read' ? reading.decision : undefined;
}

/** Uses the place of the cached decision, since another visitor's place is known only from their own requests. */
function withKeptPlace(found: FoundPlace, kept: KeptDecision | undefined): FoundPlace {
  if (found.place !== undefined || kept?.place === undefined) return found;
  const postalCode = normalizePostalCode(kept.place.postal_code ?? '');
  const postal = postalCode === undefined ? undefined : findPostalCode(postalCode);
  const coordinates = postal && { latitude: postal.latitude, longitude: postal.longitude };
  return { ...found, place: { ...kept.place, coordinates }, isKept: true };
}

function explainKept(kept: KeptDecision, compiled: CompiledSettings): KeptDecisionBody {
  const shown = shownFor(kept, compiled);
  return {
    phone_number: shown.phoneNumber,
    location_id: kept.location_id,
    source: kept.source,
    swaps: shown.swaps(),
    decided: isoTime(kept.time),
    expires: isoTime(kept.time + compiled.settings.cache_days * DAY_MS),
    reason: kept.reason,
    place: kept.place === undefined ? null : explainPlace(kept.place),
  };
}

function explainFound({ place, isKept }: FoundPlace): DecisionPreviewBody['place'] {
  if (place === undefined) return null;
  return { ...explainPlace(place), ...(isKept ? { found_by: 'kept for this IP' } : {}) };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
