/**
 * Checks the variables of a deployment. An invalid value counts as unset, so that no request fails because of it. The log,
 * the set-up in the console and `npm start` name the variable and what to write.
 */
import * as v from 'valibot';
import { logFailure } from './log.ts';

/** Longest wait for a remote core. */
const MAX_TIMEOUT_MS = 600_000;

const webAddress = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')),
);

/** The schema and the error text of each variable. */
const VARIABLES = {
  PUBLIC_URL: {
    schema: webAddress,
    write: 'Write the public origin of this deployment for carriers, such as https://calls.example.com.',
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
  ADDRESS_URL: {
    schema: v.pipe(webAddress, v.includes('{address}')),
    write:
      'Write the address of the resolver with {address} in it, such as https://geo.example.com/search?q={address}.',
  },
  RATES_URL: {
    schema: webAddress,
    write:
      'Write the address of the currency rates with its scheme, such as https://rates.example.com/usd.json.',
  },
  REQUESTS_PER_MINUTE: {
    schema: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.minValue(1)),
    write: 'Write how many requests a caller may make each minute, a number from 1.',
  },
  SPEECH_URL: {
    schema: webAddress,
    write:
      'Write the whole address of the transcriptions of a speech server, such as https://speech.example.com/v1/audio/transcriptions.',
  },
  SPEECH_PRICE: {
    schema: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.minValue(0), v.maxValue(100)),
    write: 'Write what the speech server costs in USD a minute, such as 0.006.',
  },
  PRIVATE_ADDRESSES: { schema: v.literal('allowed'), write: 'Write allowed, or leave it out.' },
} as const;

/** A variable that has a schema here. */
export type Variable = keyof typeof VARIABLES;

/** Variables as the runtime provides them; an empty string counts as unset. */
export type Variables = { readonly [name in Variable]?: string | number };

/** An invalid variable, which counts as unset, and what to write instead. */
export interface InvalidVariable {
  variable: Variable;
  detail: string;
}

/** Lists the invalid variables. No detail quotes a value, which may contain a key. */
export function findInvalidVariables(variables: Variables): InvalidVariable[] {
  return Object.keys(VARIABLES)
    .map((name) => name as Variable)
    .filter((name) => isSet(variables[name]) && !v.is(VARIABLES[name].schema, variables[name]))
    .map((variable) => ({ variable, detail: VARIABLES[variable].write }));
}

/** Returns the value of a variable; undefined when it is unset or invalid. */
export function configured(variables: Variables, name: Variable): string | undefined {
  const value = variables[name];
  return isSet(value) && v.is(VARIABLES[name].schema, value) ? String(value) : undefined;
}

/**
 * Returns the public origin for carriers; undefined: use the origin of the request. An address of this machine, which `npm start`
 * sets for the links in mail, is none: no carrier reaches it, and requests come in under several names.
 */
export function publicOrigin(variables: Variables): string | undefined {
  const address = configured(variables, 'PUBLIC_URL');
  const url = address === undefined ? undefined : new URL(address);
  return url === undefined || isThisMachine(url.hostname) ? undefined : url.origin;
}

/** Logs invalid variables, once for each isolate. */
export class ConfigurationLog {
  #isWritten = false;

  /** Checks the variables at the first request; they are the same for all. */
  write(variables: Variables): void {
    if (this.#isWritten) return;
    this.#isWritten = true;
    for (const { variable, detail } of findInvalidVariables(variables)) {
      logFailure({ part: 'configuration', variable }, detail);
    }
  }
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

function isSet(value: string | number | undefined): boolean {
  return value !== undefined && value !== '';
}
