/**
 * The variables of a deployment, checked by one schema. A value that is none counts as unset, so that no request fails for
 * it; what is wrong and what to write is logged, shown with the set-up in the console, and told by `npm start`.
 */
import * as v from 'valibot';
import { logFailure } from './log.ts';

/** Longest wait for a remote core. */
const MAX_TIMEOUT_MS = 600_000;

const webAddress = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')),
);

/** Each variable with what to write. */
const VARIABLES = {
  PUBLIC_URL: {
    schema: webAddress,
    write: 'Write scheme and host where carriers reach this deployment, such as https://calls.example.com.',
  },
  CORE_API_URL: {
    schema: webAddress,
    write: 'Write the address of the remote core with its scheme, such as https://core.example.com.',
  },
  CORE_TIMEOUT_MS: {
    schema: v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(MAX_TIMEOUT_MS),
    ),
    write: `Write milliseconds, a number from 1 to ${MAX_TIMEOUT_MS}.`,
  },
  GEO_URL: {
    schema: v.pipe(webAddress, v.includes('{ip}')),
    write: 'Write the address of the resolver with {ip} in it, such as https://geo.example.com/{ip}.',
  },
  RATES_URL: {
    schema: webAddress,
    write:
      'Write the address of the currency rates with its scheme, such as https://rates.example.com/usd.json.',
  },
  REQUESTS_PER_MINUTE: {
    schema: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.minValue(1)),
    write: 'Write the requests that one caller may make a minute, a number from 1.',
  },
  PRIVATE_ADDRESSES: { schema: v.literal('allowed'), write: 'Write allowed, or leave it out.' },
} as const;

/** A variable that has a schema here. */
export type Variable = keyof typeof VARIABLES;

/** Variables as the runtime has them; an empty text is one that is not set. */
export type Variables = { readonly [name in Variable]?: string | number };

/** A variable that counts as unset, and what to write there. */
export interface ConfigurationFault {
  variable: Variable;
  detail: string;
}

/** What is wrong with the variables; no detail quotes a value, which may hold a key. */
export function faultsOfConfiguration(variables: Variables): ConfigurationFault[] {
  return Object.keys(VARIABLES)
    .map((name) => name as Variable)
    .filter((name) => isSet(variables[name]) && !v.is(VARIABLES[name].schema, variables[name]))
    .map((variable) => ({ variable, detail: VARIABLES[variable].write }));
}

/** The value of a variable; undefined when it is not set, or is none. */
export function configured(variables: Variables, name: Variable): string | undefined {
  const value = variables[name];
  return isSet(value) && v.is(VARIABLES[name].schema, value) ? String(value) : undefined;
}

/** Where carriers reach this deployment; undefined: where a request came in. */
export function publicOrigin(variables: Variables): string | undefined {
  const address = configured(variables, 'PUBLIC_URL');
  return address === undefined ? undefined : new URL(address).origin;
}

/** Logs what is wrong, once for each isolate. */
export class ConfigurationReport {
  #isMade = false;

  /** Looks at the variables at the first request, which are the same for all. */
  make(variables: Variables): void {
    if (this.#isMade) return;
    this.#isMade = true;
    for (const { variable, detail } of faultsOfConfiguration(variables)) {
      logFailure({ part: 'configuration', variable }, detail);
    }
  }
}

function isSet(value: string | number | undefined): boolean {
  return value !== undefined && value !== '';
}
