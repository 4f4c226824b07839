/** Opens the company's access to platforms. */
import type { CompanyContext, CompanyState, CoreEnv } from '../../engine/context/company-context.ts';
import { openSecret } from '../platform-settings.ts';
import type { Access } from '../platforms/requests.ts';
import { readKeyFile, readToken, tokenRequest } from '../platforms/service-account.ts';
import type { PlatformRecord } from '../schema.ts';
import { exchange } from './exchanges.ts';

const NO_SECRET = 'The secret cannot be read. Enter it again: the secret of the deployment may have changed.';
/** A token is renewed before it ends. */
const EARLY_MS = 5 * 60_000;

/** An access, or why there is none. */
export type Opened = { access: Access } | { fault: string; askedWaitMs: number };

/** Opens the access to a platform; for Google, gets a token first. */
export async function openAccess(
  company: CompanyContext,
  env: CoreEnv,
  record: PlatformRecord,
): Promise<Opened> {
  const { platform, settings, secretTime } = record;
  const secret = await openSecret(company, env, record);
  if (secret === undefined) return { fault: NO_SECRET, askedWaitMs: 0 };
  if (platform !== 'google_data_manager') return { access: { settings, token: secret } };
  const tokens = tokensOf(company);
  const known = tokens.find(secretTime ?? 0);
  if (known !== undefined) return { access: { settings, token: known } };
  const keyFile = readKeyFile(secret);
  const request = keyFile && (await tokenRequest(keyFile, Date.now()).catch(() => undefined));
  if (request === undefined)
    return { fault: 'The key of the service account is no RSA key.', askedWaitMs: 0 };
  const answer = await exchange(request);
  if (answer === undefined) return { fault: 'Google did not answer in time.', askedWaitMs: 0 };
  const read = readToken(answer);
  if (typeof read === 'string') return { fault: read, askedWaitMs: answer.askedWaitMs };
  tokens.keep(secretTime ?? 0, read.token, Date.now() + read.seconds * 1_000 - EARLY_MS);
  return { access: { settings, token: read.token } };
}

/** Returns the token of a company from its object's memory. */
export function tokensOf({ memory }: Pick<CompanyState, 'memory'>): AccessTokens {
  return memory.of(AccessTokens);
}

/** Google's access token, which is stored nowhere else. */
export class AccessTokens {
  #secretTime = 0;
  #token = '';
  #until = 0;

  /** Returns the token that was got with the secret of this time; undefined if it has ended. */
  find(secretTime: number): string | undefined {
    return this.#secretTime === secretTime && this.#until > Date.now() ? this.#token : undefined;
  }

  keep(secretTime: number, token: string, until: number): void {
    this.#secretTime = secretTime;
    this.#token = token;
    this.#until = until;
  }

  /** Forgets the token. */
  forget(): void {
    this.#until = 0;
  }
}
