/** Explains, step by step, which number and location a visitor gets. Reads what is kept for an IP, keeps nothing. */
import type * as v from 'valibot';
import type { LookupEnv } from './lookup-app.ts';
import { parse } from '../input.ts';
import { readAnswer, readPlace } from './answer-cache.ts';
import { locationCandidates } from './choose-location.ts';
import { applies } from './choose-number.ts';
import type { CompiledSettings } from './compiled-settings.ts';
import { decide, isCurrent, lookupAnswer, swapAnswer } from './decision.ts';
import { companySettings, findPlace } from './lookup.ts';
import { type NetworkPlace, type Place, placeOfPostalCode } from './place.ts';
import { previewSchema } from './schema.ts';
import { classifyVisit, type VisitSource } from './source.ts';
import { isBot, visitorKey } from './visitor.ts';

/** The closest locations that an explanation lists. */
const LISTED_LOCATIONS = 20;

type Pretended = v.InferOutput<typeof previewSchema>;

interface Scene {
  pretended: Pretended;
  compiled: CompiledSettings;
  place: Place | undefined;
  source: VisitSource;
  now: number;
}

/**
 * The explanation as plain data.
 * @param query the request's query parameters
 * @param cf what the network says about the caller, whose place stands in when neither `zip` nor `ip` is given
 */
export async function explainDecision(
  env: LookupEnv,
  companyId: string,
  query: unknown,
  cf: NetworkPlace | undefined,
): Promise<object> {
  const pretended = parse(previewSchema, query, 'parameters');
  const forced = pretended.zip ? placeOfPostalCode(pretended.zip) : undefined;
  const compiled = await companySettings(env, companyId, () => undefined);
  const visitor = pretended.ip === undefined ? undefined : visitorKey(pretended.ip, env.OPERATOR_TOKEN);
  const keptPlace = visitor === undefined ? undefined : await readPlace(env, visitor);
  const request = {
    ip: pretended.ip,
    cf: pretended.ip === undefined ? cf : undefined,
    userAgent: '',
    origin: undefined,
  };
  const { place } = await findPlace(env, { request }, forced, keptPlace);
  const source = classifyVisit(pretended, compiled.settings.sources, compiled.settings.domains);
  const now = pretended.time === undefined ? Date.now() : Date.parse(pretended.time);
  const scene = { pretended, compiled, place, source, now };
  const kept = visitor && (await readAnswer(env, { companyId, visitor, zip: forced?.postal_code }));
  return {
    settings_version: compiled.version,
    visitor: {
      is_bot: isBot(pretended.user_agent),
      // What this IP would be answered now instead, because it was here before.
      kept_answer:
        kept && isCurrent(kept.decision, compiled)
          ? { ...kept.decision, expires: isoTime(kept.expires) }
          : null,
    },
    place: explainPlace(place, keptPlace),
    source: explainSource(scene),
    ...explainChoice(scene),
  };
}

function explainPlace(place: Place | undefined, kept: Place | undefined): object | null {
  if (place === undefined) return null;
  const { coordinates, origin, ...rest } = place;
  return { ...rest, ...coordinates, found_by: place === kept ? 'kept for this IP' : FOUND_BY[origin] };
}

const FOUND_BY = {
  zip: 'forced postal code',
  network: 'network of the request',
  resolver: 'resolver',
} as const;

function explainSource({ source, compiled }: Scene): object {
  const rule = source.rule === undefined ? null : compiled.settings.sources[source.rule];
  return {
    name: source.name,
    channel: source.channel,
    source: source.source,
    rule: rule ?? null,
    evidence: source.evidence,
  };
}

function explainChoice(scene: Scene): object {
  const { compiled, place, source, now } = scene;
  const { decision, reason } = decide(compiled, { place, source }, now);
  const candidates = locationCandidates(compiled, place, now)
    .sort((a, b) => (a.distanceKm ?? Infinity) - (b.distanceKm ?? Infinity) || a.index - b.index)
    .slice(0, LISTED_LOCATIONS);
  const question = { source: source.name, locationId: decision.location_id ?? undefined };
  const target = { number: compiled.settings.default_number };
  return {
    location: {
      location_id: decision.location_id,
      reason,
      candidates: candidates.map(({ location, distanceKm, covers, open }) => ({
        location_id: location.location_id,
        name: location.name,
        distance_km: distanceKm === undefined ? null : Math.round(distanceKm * 10) / 10,
        service_area: covers ?? null,
        open,
      })),
    },
    number: {
      phone_number: decision.phone_number,
      candidates: compiled.settings.numbers.filter((number) => applies(number, question, target)),
      prefer: compiled.settings.prefer,
    },
    answer: lookupAnswer({ decision, compiled }),
    page: swapAnswer({ decision, compiled }),
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
