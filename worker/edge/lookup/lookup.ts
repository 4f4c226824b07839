/** Looks up a visitor's decision: a cached one, or a new one from place, source and location. */
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
import type { Sender } from '../../shared/limits/networks.ts';
import type { Visit } from './schema.ts';
import { classifyVisit } from './source/source.ts';
import { plainHost } from '../../dni/pure/domains.ts';

/** RFC 1035, 2.3.4, written with dots. */
const MAX_HOST_LENGTH = 253;

/** The parameters in the URL of a lookup. */
export interface LookupParameters {
  companyId: string;
  /** A postal code to use instead of the visitor's place. */
  zip: string | undefined;
  /** Whether to bypass the cache. */
  noCache: boolean;
  /** Whether the script turns copied numbers into their targets again: from version 2 of the forms on. */
  takesCopies: boolean;
}

/** A visitor's lookup, of either lane. */
export interface Question {
  parameters: LookupParameters;
  visit: Visit;
  request: {
    ip: string | undefined;
    /** Undefined where the platform does not set the address. */
    sender: Sender | undefined;
    userAgent: string | undefined;
    origin: string | undefined;
    cf: NetworkPlace | undefined;
  };
}

/** Whether the answer came from the cache. `bypass`: the cache was neither read nor written. */
export type CacheState = 'hit' | 'miss' | 'bypass';

/** The result of a lookup. */
export interface Lookup {
  /** `bot`: a crawler, which gets what search engines should index. */
  decision: Decision | KeptDecision | 'bot';
  compiled: CompiledSettings;
  cache: CacheState;
}

/** The environment of a lookup. */
export interface LookupContext {
  env: LookupEnv;
  memory: LookupMemory;
  /** Runs work after the answer (`waitUntil`). */
  background: (work: Promise<unknown>) => void;
}

/**
 * Decides about a visitor.
 * @throws Problem `not_found`, `domain_not_allowed`, `invalid_postal_code`, `unknown_postal_code`, `rate_limited`, and
 *   `service_unavailable` only when no number is known at all
 */
export async function lookUp(context: LookupContext, question: Question): Promise<Lookup> {
  const { parameters, request } = question;
  const forced = parameters.zip === undefined ? undefined : forcedPlace(parameters.zip);
  const compiled = await companySettings(context, parameters.companyId, request.sender);
  requireOwnSite(compiled, question.visit, request.origin);
  if (context.memory.crawlers.has(request.userAgent)) return { decision: 'bot', compiled, cache: 'bypass' };
  const { ip, cf, sender } = request;
  if (sender === undefined || parameters.noCache) {
    const { place } = await findPlace(context, { ip, cf, visitor: undefined }, forced);
    return { decision: decideFor(compiled, question, place), compiled, cache: 'bypass' };
  }
  const { companyId, settings } = compiled;
  const owner = { companyId, visitor: sender.network, zip: forced?.postal_code, days: settings.cache_days };
  return keptOrDecided(context, { question, forced, compiled, owner });
}

/**
 * Returns the settings of a company.
 * @param sender of the request, whose requests for unknown companies are limited
 * @throws Problem `not_found` for a malformed id, an unknown company, and one without DNI settings
 */
export async function companySettings(
  context: LookupContext,
  companyId: string,
  sender: Sender | undefined,
): Promise<CompiledSettings> {
  const compiled = await settingsIfAny(context, companyId, sender);
  if (compiled === undefined) {
    throw new Problem('not_found', 'There is no company with this id, or it has no DNI settings yet.');
  }
  return compiled;
}

/** Returns the settings of a company; undefined for a malformed id, an unknown company, and one without DNI settings. */
export async function settingsIfAny(
  { env, memory, background }: LookupContext,
  companyId: string,
  sender: Sender | undefined,
): Promise<CompiledSettings | undefined> {
  const id = asId(companyId);
  if (id === undefined) return undefined;
  return memory.settings.fresh(id) ?? (await memory.settings.read(id, { env, background, sender }));
}

interface Work {
  question: Question;
  forced: Place | undefined;
  compiled: CompiledSettings;
  owner: Owner;
}

/** Returns the cached decision (at most one KV read) if it is still valid under the settings, else a new one, which it caches. */
async function keptOrDecided(
  context: LookupContext,
  { question, forced, compiled, owner }: Work,
): Promise<Lookup> {
  const { decisions, places } = context.memory;
  const { ip, cf } = question.request;
  const remembered = decisions.remembered(owner);
  if (remembered !== undefined && isCurrent(remembered, compiled)) {
    return { decision: remembered, compiled, cache: 'hit' };
  }
  const reading = await decisions.read(context.env, owner);
  if (reading.outcome === 'read' && reading.decision !== undefined && isCurrent(reading.decision, compiled)) {
    return { decision: reading.decision, compiled, cache: 'hit' };
  }
  const found = await findPlace(context, { ip, cf, visitor: owner.visitor }, forced);
  const decision = keptForm(decideFor(compiled, question, found.place), found.place, compiled);
  if (found.isNew && found.place !== undefined) {
    context.background(places.keep(context.env, owner.visitor, found.place));
  }
  if (reading.outcome === 'read' && found.isCertain)
    context.background(decisions.keep(context.env, owner, decision));
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
 * Requires all sites in the request to be the company's: its origin, `domain`, and the host of `url`. A browser's `Origin: null`
 * (a sandboxed frame, a file) is not.
 * @throws Problem `domain_not_allowed`
 */
export function requireOwnSite(compiled: CompiledSettings, visit: Visit, origin: string | undefined): void {
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
