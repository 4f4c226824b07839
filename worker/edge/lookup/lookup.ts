/** The visitor's question, from the request to the decision: what is kept first, then place, source and location. */
import { asId } from '../../shared/http/ids.ts';
import { Problem } from '../../shared/http/problems.ts';
import type { CompiledSettings } from './choice/compiled-settings.ts';
import { shownFor } from './caches/answers.ts';
import { decide, type Decision } from './choice/decision.ts';
import { findPlace, forcedPlace } from './find-place.ts';
import { isCurrent, type KeptDecision, type Owner } from './caches/kept-decisions.ts';
import type { LookupEnv } from './lookup-app.ts';
import type { LookupMemory } from './caches/memory.ts';
import type { NetworkPlace, Place } from './place/place.ts';
import type { Visit } from './schema.ts';
import { classifyVisit } from './source/source.ts';
import { plainHost } from '../../dni/pure/domains.ts';

/** RFC 1035, 2.3.4, as it is written with dots. */
const MAX_HOST_LENGTH = 253;

/** What the URL of a question says. */
export interface Asked {
  companyId: string;
  /** A postal code that stands in for the visitor's place. */
  zip: string | undefined;
  /** Neither read nor write what is kept. */
  noCache: boolean;
}

/** A visitor's question as both lanes ask it. */
export interface Question {
  asked: Asked;
  visit: Visit;
  request: {
    ip: string | undefined;
    /** The keyed hash of the visitor's network; undefined where the platform does not say. */
    visitor: string | undefined;
    userAgent: string | undefined;
    origin: string | undefined;
    cf: NetworkPlace | undefined;
  };
}

/** How the answer came about. `bypass`: what is kept was neither read nor written. */
export type CacheState = 'hit' | 'miss' | 'bypass';

/** What the question led to. */
export interface Lookup {
  /** A crawler gets what search engines should index. */
  decision: Decision | KeptDecision | 'bot';
  compiled: CompiledSettings;
  cache: CacheState;
}

/** What a lookup works with. */
export interface Scene {
  env: LookupEnv;
  memory: LookupMemory;
  /** Runs work after the answer (`waitUntil`). */
  background: (work: Promise<unknown>) => void;
}

/**
 * Answers the question.
 * @throws Problem `not_found`, `domain_not_allowed`, `invalid_postal_code`, `unknown_postal_code`, `rate_limited`, and
 *   `service_unavailable` only when no number is known at all
 */
export async function lookUp(scene: Scene, question: Question): Promise<Lookup> {
  const { asked, request } = question;
  const forced = asked.zip === undefined ? undefined : forcedPlace(asked.zip);
  const compiled = await companySettings(scene, asked.companyId, request.visitor);
  requireOwnSite(compiled, question.visit, request.origin);
  if (scene.memory.crawlers.has(request.userAgent)) return { decision: 'bot', compiled, cache: 'bypass' };
  if (request.visitor === undefined || asked.noCache) {
    const { ip, cf } = request;
    const { place } = await findPlace(scene, { ip, cf, visitor: undefined }, forced);
    return { decision: decideFor(compiled, question, place), compiled, cache: 'bypass' };
  }
  const { companyId, settings } = compiled;
  const owner = { companyId, visitor: request.visitor, zip: forced?.postal_code, days: settings.cache_days };
  return keptOrDecided(scene, { question, forced, compiled, owner });
}

/**
 * The settings of a company.
 * @param network the keyed hash of the network that asks, which may not ask for unknown companies without end
 * @throws Problem `not_found` for a malformed id, an unknown company, and one without DNI settings
 */
export async function companySettings(
  { env, memory, background }: Scene,
  companyId: string,
  network: string | undefined,
): Promise<CompiledSettings> {
  const id = asId(companyId);
  const compiled =
    id && (memory.settings.fresh(id) ?? (await memory.settings.read(id, { env, background, network })));
  if (!compiled) {
    throw new Problem('not_found', 'There is no company with this id, or it has no DNI settings yet.');
  }
  return compiled;
}

interface Work {
  question: Question;
  forced: Place | undefined;
  compiled: CompiledSettings;
  owner: Owner;
}

/** The kept decision (one KV read at the most) if the settings still have what it is about, else a new one, which is kept. */
async function keptOrDecided(scene: Scene, { question, forced, compiled, owner }: Work): Promise<Lookup> {
  const { decisions, places } = scene.memory;
  const remembered = decisions.remembered(owner);
  if (remembered !== undefined && isCurrent(remembered, compiled)) {
    return { decision: remembered, compiled, cache: 'hit' };
  }
  const reading = await decisions.read(scene.env, owner);
  if (reading.outcome === 'read' && reading.decision !== undefined && isCurrent(reading.decision, compiled)) {
    return { decision: reading.decision, compiled, cache: 'hit' };
  }
  const found = await findPlace(scene, question.request, forced);
  const decision = keptForm(decideFor(compiled, question, found.place), found.place, compiled);
  if (found.isNew && found.place !== undefined) {
    scene.background(places.keep(scene.env, owner.visitor, found.place));
  }
  if (reading.outcome === 'read' && found.isCertain)
    scene.background(decisions.keep(scene.env, owner, decision));
  // KV or the resolver did not answer: a decision made without them must not overwrite what KV may hold.
  else decisions.keepProvisionally(owner, decision);
  return { decision, compiled, cache: 'miss' };
}

function decideFor(compiled: CompiledSettings, question: Question, place: Place | undefined): Decision {
  const { settings } = compiled;
  const source = classifyVisit(question.visit, settings.sources, settings.domains);
  return decide(compiled, { place, source }, Date.now());
}

function keptForm(decision: Decision, place: Place | undefined, compiled: CompiledSettings): KeptDecision {
  const { phoneNumber } = shownFor(decision, compiled);
  const kept = { ...decision, phone_number: phoneNumber, time: Date.now() };
  if (place === undefined) return kept;
  const { coordinates: _coordinates, ...keptPlace } = place;
  return { ...kept, place: keptPlace };
}

/**
 * Every site that the request names must be the company's: its origin, `domain`, and the host of `url`. A browser's
 * `Origin: null` (a sandboxed frame, a file) is no site of anybody's.
 * @throws Problem `domain_not_allowed`
 */
function requireOwnSite(compiled: CompiledSettings, visit: Visit, origin: string | undefined): void {
  if (compiled.settings.domains.length === 0) return;
  const sites = {
    Origin: origin === undefined ? undefined : (hostOfUrl(origin) ?? origin),
    domain: plainHost(visit.domain),
    url: hostOfUrl(visit.url),
  };
  for (const [name, host] of Object.entries(sites)) {
    if (host === undefined || (host.length <= MAX_HOST_LENGTH && compiled.isOwnSite(host))) continue;
    const shown = host.slice(0, MAX_HOST_LENGTH);
    throw new Problem(
      'domain_not_allowed',
      `${name} is ${shown}, which is not one of the company's domains.`,
    );
  }
}

function hostOfUrl(url: string | undefined): string | undefined {
  return url === undefined ? undefined : plainHost(URL.parse(url)?.hostname);
}
