/** What the lookup is given. It knows of the core no more than what it asks a company's object. */
import type { BaseApp } from '../../shared/http/base-app.ts';
import type { VersionedDniSettings } from '../../dni/schema.ts';
import type { Sighting } from '../../dni/sighting.ts';
import type { Refusal } from '../../shared/http/problems.ts';
import type { RateLimits } from '../../shared/limits/rate-limits.ts';

/** What the lookup asks the object of a company. */
export interface CompanyObject {
  fetch(request: Request): Promise<Response>;
  /** The DNI settings; undefined when the company is not there or has none. */
  dniSettings(): Promise<VersionedDniSettings | undefined>;
  /** Why this `Authorization` header does not open the preview; undefined: it does. */
  previewRefusal(authorization: string | undefined): Promise<Refusal | undefined>;
  /** Keeps that a page has asked for its numbers. */
  noteSighting(sighting: Sighting): Promise<void>;
}

/** The bindings, variables and secrets that the lookup uses; the Worker's `Env` has them all. */
export interface LookupEnv extends RateLimits {
  /** Settings, per-IP answers, resolved places. */
  CACHE: KVNamespace;
  /** One Durable Object a company, named by its UUID. */
  COMPANIES: { getByName(name: string): CompanyObject };
  /** Secret. The key that hides visitor IPs is derived from it. */
  OPERATOR_TOKEN?: string;
  /** Resolver for visitors without coordinates in `request.cf`: a URL with `{ip}`. */
  GEO_URL?: string;
}

/** The Hono environment of the lookup's routes. */
export interface LookupApp extends BaseApp {
  Bindings: LookupEnv;
}
