/** The environment of the lookup. Of the core it knows only the methods of a company's Durable Object. */
import type { BaseApp } from '../../shared/http/base-app.ts';
import type { VersionedDniSettings } from '../../dni/schema.ts';
import type { LeasingPool, PoolCalls, PoolCallsQuestion } from '../../dni/pools.ts';
import type { FormCompany } from '../../dni/reports/form-report.ts';
import type { PageReport, ReadPage } from '../../dni/reports/page-report.ts';
import type { Refusal } from '../../shared/http/problems.ts';
import type { EvidenceEnv } from '../../visits/visit-reports.ts';
import type { RateLimits } from '../../shared/limits/rate-limits.ts';

/** The methods of a company's Durable Object that the lookup calls. */
export interface CompanyObject extends FormCompany {
  fetch(request: Request): Promise<Response>;
  /** Returns the DNI settings; undefined when the company does not exist or has none. */
  dniSettings(): Promise<VersionedDniSettings | undefined>;
  /** Returns why this `Authorization` header may not use the preview; undefined: it may. */
  previewRefusal(
    authorization: string | undefined,
    purpose: 'preview' | 'check',
  ): Promise<Refusal | undefined>;
  /** Records a page that requested its numbers. */
  recordPage(report: PageReport): Promise<void>;
  /** Tells whether a page is to be read. Whoever asks first reads it. */
  takePageToRead(page: string): Promise<boolean | undefined>;
  /** Keeps what was read on a page. */
  recordReadPage(read: ReadPage): Promise<void>;
  /** Answers questions about the calls to pools, in their order. */
  callsToPools(questions: readonly PoolCallsQuestion[]): Promise<PoolCalls[]>;
}

/** The bindings, variables and secrets that the lookup uses, a part of the Worker's `Env`. */
export interface LookupEnv extends RateLimits, EvidenceEnv {
  /** Settings, cached answers, resolved places. */
  CACHE: KVNamespace;
  /** One Durable Object a company, named by its UUID. */
  COMPANIES: { getByName(name: string): CompanyObject };
  /** One Durable Object a pool of tracking numbers, named by `poolKey`. */
  POOLS: { getByName(name: string): LeasingPool };
  /** Secret. The key that hashes visitor IPs is derived from it. */
  OPERATOR_TOKEN?: string;
  /** Resolver for visitors without coordinates in `request.cf`: a URL with `{ip}`. */
  GEO_URL?: string;
  /** `allowed` on a developer's machine: pages of that machine may be read. */
  PRIVATE_ADDRESSES?: string;
}

/** The Hono environment of the lookup's routes. */
export interface LookupApp extends BaseApp {
  Bindings: LookupEnv;
}
