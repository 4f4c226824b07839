/** The visitor's question, from the request to the decision: caches first, then place, source, location and number. */
import type { LookupEnv } from './lookup-app.ts';
import { asId } from '../ids.ts';
import { Problem } from '../problems.ts';
import {
  type AnswerOwner,
  keepAnswer,
  keepPlace,
  readAnswer,
  readPlace,
  rememberedAnswer,
} from './answer-cache.ts';
import { type CompiledSettings, isOwnDomain } from './compiled-settings.ts';
import { decide, decideForBot, type Decision, isCurrent } from './decision.ts';
import { resolvePlace } from './geo-resolver.ts';
import { type NetworkPlace, type Place, placeOfNetwork, placeOfPostalCode } from './place.ts';
import type { Visit } from './schema.ts';
import { readSettings } from './settings-reader.ts';
import { classifyVisit } from './source.ts';
import { isBot, visitorKey } from './visitor.ts';

/** A visitor's question as both lanes ask it. */
export interface Question {
  companyId: string;
  visit: Visit;
  /** A postal code that stands in for the visitor's place. */
  zip: string | undefined;
  /** Neither read nor write the caches. */
  noCache: boolean;
  request: {
    ip: string | undefined;
    userAgent: string | undefined;
    origin: string | undefined;
    cf: NetworkPlace | undefined;
  };
}

/** How the answer came about. `bypass`: the caches were neither read nor written. */
export type CacheState = 'hit' | 'miss' | 'bypass';

export interface Lookup {
  decision: Decision;
  compiled: CompiledSettings;
  cache: CacheState;
}

type Background = (work: Promise<unknown>) => void;

/**
 * Answers the question.
 * @param background runs work after the answer (`waitUntil`)
 * @throws Problem `not_found`, `domain_not_allowed`, `invalid_postal_code`, `unknown_postal_code`, and
 *   `service_unavailable` only when no number is known at all
 */
export async function lookUp(env: LookupEnv, question: Question, background: Background): Promise<Lookup> {
  const forced = question.zip === undefined ? undefined : placeOfPostalCode(question.zip);
  const compiled = await companySettings(env, question.companyId, background);
  requireOwnDomain(compiled, question);
  if (isBot(question.request.userAgent))
    return { decision: decideForBot(compiled), compiled, cache: 'bypass' };
  const owner = answerOwner(env, question, forced);
  if (owner === undefined || question.noCache) {
    const { place } = await findPlace(env, question, forced, undefined);
    return { decision: decideFor(compiled, question, place), compiled, cache: 'bypass' };
  }
  return answerOnce(env, { question, forced, compiled, owner }, background);
}

/**
 * The settings of a company.
 * @throws Problem `not_found` for a malformed id, an unknown company, and one without DNI settings
 */
export async function companySettings(
  env: LookupEnv,
  companyId: string,
  background: Background,
): Promise<CompiledSettings> {
  const id = asId(companyId);
  const compiled = id && (await readSettings(env, id, background));
  if (!compiled) {
    throw new Problem('not_found', 'There is no company with this id, or it has no DNI settings yet.');
  }
  return compiled;
}

/**
 * The visitor's place, in this order: forced postal code, kept place, network, resolver.
 * @param kept the place that an earlier request left
 * @returns `isNew` when the place was found now and is worth keeping
 */
export async function findPlace(
  env: LookupEnv,
  question: Pick<Question, 'request'>,
  forced: Place | undefined,
  kept: Place | undefined,
): Promise<{ place: Place | undefined; isNew: boolean }> {
  if (forced !== undefined) return { place: forced, isNew: false };
  if (kept !== undefined) return { place: kept, isNew: false };
  const network = placeOfNetwork(question.request.cf);
  if (network?.coordinates !== undefined) return { place: network, isNew: true };
  const { ip } = question.request;
  const resolved = env.GEO_URL && ip ? await resolvePlace(env.GEO_URL, ip) : undefined;
  const place = resolved ?? network;
  return { place, isNew: place !== undefined };
}

interface Work {
  question: Question;
  forced: Place | undefined;
  compiled: CompiledSettings;
  owner: AnswerOwner;
}

/** The kept answer (one KV read at the most) if it is still true to the settings, else a new one, which is kept. */
async function answerOnce(env: LookupEnv, work: Work, background: Background): Promise<Lookup> {
  const { question, forced, compiled, owner } = work;
  const remembered = rememberedAnswer(owner);
  if (remembered !== undefined && isCurrent(remembered.decision, compiled)) {
    return { decision: remembered.decision, compiled, cache: 'hit' };
  }
  const kept = await readAnswer(env, owner);
  if (kept !== undefined && isCurrent(kept.decision, compiled)) {
    return { decision: kept.decision, compiled, cache: 'hit' };
  }
  const keptPlace = forced === undefined ? await readPlace(env, owner.visitor) : undefined;
  const { place, isNew } = await findPlace(env, question, forced, keptPlace);
  const decision = decideFor(compiled, question, place);
  background(keepAnswer(env, owner, decision, compiled.settings.cache_days));
  if (isNew && place !== undefined) background(keepPlace(env, owner.visitor, place));
  return { decision, compiled, cache: 'miss' };
}

function decideFor(compiled: CompiledSettings, question: Question, place: Place | undefined): Decision {
  const { settings } = compiled;
  const source = classifyVisit(question.visit, settings.sources, settings.domains);
  return decide(compiled, { place, source }, Date.now()).decision;
}

function answerOwner(env: LookupEnv, question: Question, forced: Place | undefined): AnswerOwner | undefined {
  const { ip } = question.request;
  const visitor = ip === undefined ? undefined : visitorKey(ip, env.OPERATOR_TOKEN);
  const companyId = question.companyId.toLowerCase();
  return visitor === undefined ? undefined : { companyId, visitor, zip: forced?.postal_code };
}

/** Every site that the request names (its origin, `domain`, the host of `url`) must be the company's. */
function requireOwnDomain({ settings }: CompiledSettings, { visit, request }: Question): void {
  if (settings.domains.length === 0) return;
  const hostOf = (url: string | undefined): string | undefined =>
    (url && URL.parse(url)?.hostname) || undefined;
  const domain = visit.domain?.trim().toLowerCase().replace(/:\d+$/, '');
  const sites = {
    Origin: hostOf(request.origin),
    domain: domain === '' ? undefined : domain,
    url: hostOf(visit.url),
  };
  for (const [name, host] of Object.entries(sites)) {
    if (host === undefined || isOwnDomain(settings, host)) continue;
    throw new Problem('domain_not_allowed', `${name} is ${host}, which is not one of the company's domains.`);
  }
}
