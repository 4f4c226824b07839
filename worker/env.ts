/** Every binding, variable and secret of the Worker, with unit and default, in one place. */
import type { Account } from './accounts/account.ts';
import type { Evidence } from './visits/evidence/evidence.ts';
import type { BaseApp } from './shared/http/base-app.ts';
import type { Company } from './core/object.ts';
import type { CoreEnv } from './core/engine/context/company-context.ts';
import type { NumberPool } from './visits/pools/pool.ts';
import type { NumberRegister } from './numbers/register.ts';
import type { RateLimits } from './shared/limits/rate-limits.ts';

/** The environment of the Worker and its Durable Objects. Core and lookup each declare the part that they use. */
export interface Env extends CoreEnv, RateLimits {
  /** DNI settings, phone books, cached answers, places, currency rates. See docs/storage.md. */
  CACHE: KVNamespace;
  /** One Durable Object a company, named by its UUID. */
  COMPANIES: DurableObjectNamespace<Company>;
  /** One Durable Object a sign-in e-mail address, named by the lower-cased address. */
  ACCOUNTS: DurableObjectNamespace<Account>;
  /** One Durable Object a pool of tracking numbers, named `<company>/<pool>`. */
  POOLS: DurableObjectNamespace<NumberPool>;
  /** One Durable Object a company and month, named `<company>/<yyyy-mm>`: visits and taps. */
  EVIDENCE: DurableObjectNamespace<Evidence>;
  /** The one Durable Object that knows which company holds which number, named `numbers`. */
  NUMBERS: DurableObjectNamespace<NumberRegister>;
  /** The widget and its immutable copies, built into `dist/assets`. */
  ASSETS: Fetcher;
  /** Secret. Authorises operator requests; the key that hashes visitor IPs is derived from it. Unset: those answer 503. */
  OPERATOR_TOKEN?: string;
  /** `allowed` on a developer's machine: the core may then call private addresses. Unset: public addresses only. */
  PRIVATE_ADDRESSES?: string;
  /**
   * Public origin for carriers, for instance `https://calls.example.com`. Carriers sign the URL that they were given.
   * Unset: the origin of the request.
   */
  PUBLIC_URL?: string;
  /** Remote core, for instance `https://core.example.com`. Unset: the embedded core. */
  CORE_API_URL?: string;
  /** Milliseconds to wait for the remote core. Default 10000. */
  CORE_TIMEOUT_MS?: string | number;
  /** Resolver for visitors without coordinates in `request.cf`: a URL with `{ip}`. Unset: no resolver. */
  GEO_URL?: string;
  /** Resolver for addresses of branches: a URL with `{address}`, and perhaps `{country}`. Unset: no resolver. */
  ADDRESS_URL?: string;
  /** Currency rates, JSON `{"rates":{"EUR":0.92}}` per 1 USD. Unset: rates are those in the settings. */
  RATES_URL?: string;
}

/** The Hono environment of the edge. */
export interface App extends BaseApp {
  Bindings: Env;
}
