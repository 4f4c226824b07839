/** Explains, step by step, which number and location a visitor gets. Reads what is kept for an IP, keeps nothing. */
import { parse } from '../../shared/http/input.ts';
import { networkOf } from '../../shared/limits/networks.ts';
import { answerFor, shownFor } from '../lookup/caches/answers.ts';
import type { CompiledSettings } from '../lookup/choice/compiled-settings.ts';
import { explainPlace, explainVisit } from '../lookup/choice/explanation.ts';
import { findPlace, type FoundPlace } from '../lookup/find-place.ts';
import { forcedPlace } from '../lookup/find-place.ts';
import { isCurrent, type KeptDecision } from '../lookup/caches/kept-entry.ts';
import { companySettings, type Scene } from '../lookup/lookup.ts';
import type { NetworkPlace } from '../lookup/place/place.ts';
import { previewSchema } from '../lookup/schema.ts';
import { classifyVisit } from '../lookup/source/source.ts';
import { findPostalCode, normalizePostalCode } from '../lookup/place/zip.ts';

const DAY_MS = 24 * 3_600_000;

interface Asked {
  /** The request's query parameters. */
  query: unknown;
  /** Whose request it is: their place stands in where neither a ZIP nor another IP is given. */
  caller: { ip: string | undefined; cf: NetworkPlace | undefined };
}

/** The explanation as plain data. */
export async function explainDecision(
  scene: Scene,
  companyId: string,
  { query, caller }: Asked,
): Promise<object> {
  const pretended = parse(previewSchema, query, 'parameters');
  const forced = pretended.zip ? forcedPlace(pretended.zip) : undefined;
  const compiled = await companySettings(scene, companyId, undefined);
  const visitor = visitorOf(scene, pretended.ip);
  const cf = isCaller(pretended.ip, caller.ip) ? caller.cf : undefined;
  const source = classifyVisit(pretended, compiled.settings.sources, compiled.settings.domains);
  const now = pretended.time === undefined ? Date.now() : Date.parse(pretended.time);
  const kept = await keptDecision(scene, { compiled, visitor, zip: forced?.postal_code });
  const found = withKeptPlace(await findPlace(scene, { ip: pretended.ip, visitor, cf }, forced), kept);
  const { decision, explanation } = explainVisit(compiled, { place: found.place, source }, now);
  return {
    settings_version: compiled.version,
    visitor: {
      is_bot: scene.memory.crawlers.has(pretended.user_agent),
      // What this IP is answered instead, because it was here before.
      kept_answer: kept !== undefined && isCurrent(kept, compiled) ? explainKept(kept, compiled) : null,
    },
    ...explanation,
    place: explainFound(found),
    answer: answerFor('lookup', decision, compiled),
    page: answerFor('swap', decision, compiled),
  };
}

function visitorOf({ env, memory }: Scene, ip: string | undefined): string | undefined {
  const network = ip === undefined ? undefined : networkOf(ip);
  return network === undefined ? undefined : memory.visitors.of(network, env.OPERATOR_TOKEN);
}

/** Without an IP the caller is the visitor. */
function isCaller(pretended: string | undefined, caller: string | undefined): boolean {
  return pretended === undefined || (caller !== undefined && networkOf(pretended) === networkOf(caller));
}

/** Memory first, as the lookup does. */
async function keptDecision(
  { env, memory: { decisions } }: Scene,
  {
    compiled,
    visitor,
    zip,
  }: { compiled: CompiledSettings; visitor: string | undefined; zip: string | undefined },
): Promise<KeptDecision | undefined> {
  if (visitor === undefined) return undefined;
  const owner = { companyId: compiled.companyId, visitor, zip, days: compiled.settings.cache_days };
  const remembered = decisions.remembered(owner);
  if (remembered !== undefined) return remembered;
  const reading = await decisions.read(env, owner);
  return reading.outcome === 'read' ? reading.decision : undefined;
}

/** Where another visitor is comes with their requests alone; what their kept decision says about it stands in. */
function withKeptPlace(found: FoundPlace, kept: KeptDecision | undefined): FoundPlace {
  if (found.place !== undefined || kept?.place === undefined) return found;
  const postalCode = normalizePostalCode(kept.place.postal_code ?? '');
  const postal = postalCode === undefined ? undefined : findPostalCode(postalCode);
  const coordinates = postal && { latitude: postal.latitude, longitude: postal.longitude };
  return { ...found, place: { ...kept.place, coordinates }, isKept: true };
}

function explainKept(kept: KeptDecision, compiled: CompiledSettings): object {
  const shown = shownFor(kept, compiled);
  return {
    phone_number: shown.phoneNumber,
    location_id: kept.location_id,
    source: kept.source,
    swaps: shown.swaps(),
    decided: isoTime(kept.time),
    expires: isoTime(kept.time + compiled.settings.cache_days * DAY_MS),
    reason: kept.reason ?? null,
    place: kept.place === undefined ? null : explainPlace(kept.place),
  };
}

function explainFound({ place, isKept }: FoundPlace): object | null {
  if (place === undefined) return null;
  return { ...explainPlace(place), ...(isKept ? { found_by: 'kept for this IP' } : {}) };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
