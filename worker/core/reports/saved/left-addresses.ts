/**
 * What is kept of addresses that want no more reports: hashes, made with a key that is not in the database, so that nobody who reads it
 * can try which addresses they are.
 */
import { KeyedHash } from '../../../shared/secrets/keyed-hash.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyObject, CompanyState } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { Remembered } from '../../engine/context/memory.ts';
import { sha256Hex } from '../../engine/storage/sha256.ts';

/** The last use of an address that has left: the last moment of a `Date`. */
export const FOR_EVER = 8_640_000_000_000_000;
/** Hashes without a key, of earlier versions and of deployments without a secret, are so long; keyed ones are shorter. */
const KEYLESS = `used_time = ${FOR_EVER} AND length(email) = 64`;

const ACTOR = { kind: 'system', name: 'reports' } as const;

/** The hashes of one company. */
export class LeftAddresses implements Remembered {
  readonly #companyId: string;
  readonly #secret: string | undefined;
  readonly #hash = new KeyedHash('leadline addresses that left');

  /** @param secret of the deployment; without one there is no key, since a key of the object alone would forget who has left */
  constructor({ companyId }: CompanyState, secret?: string) {
    this.#companyId = companyId;
    this.#secret = secret;
  }

  get isKeyed(): boolean {
    return this.#secret !== undefined;
  }

  /** Returns the hash of an address in lower case. */
  of(email: string): string {
    return this.keyed(sha256Hex(`${this.#companyId} ${email}`));
  }

  /** Returns the hash with the key, for one without. */
  keyed(keyless: string): string {
    return this.#secret === undefined ? keyless : this.#hash.of(keyless, this.#secret);
  }

  /** Does nothing: no data from the database is remembered. */
  forget(): void {}
}

/** Gives the hashes of a company their key, when its object starts. */
export function startLeftAddresses(company: CompanyObject): void {
  company.memory.set(LeftAddresses, new LeftAddresses(company, company.bindings.OPERATOR_TOKEN));
}

/** Replaces the hashes without a key. */
export const keyingLeftAddresses: BackgroundTask = {
  kind: 'hashes of addresses',
  nextTime: ({ database, memory }) => {
    if (!memory.of(LeftAddresses).isKeyed) return undefined;
    return database.maybe(`SELECT 1 AS found FROM report_recipients WHERE ${KEYLESS} LIMIT 1`) && 0;
  },
  run: async (company) => {
    commit(
      company,
      contextOfActor(company, ACTOR),
      ({ database, memory }) => {
        const rows = database.all<{ email: string }>(
          `SELECT email FROM report_recipients WHERE ${KEYLESS} LIMIT 500`,
        );
        for (const { email } of rows) {
          const keyed = memory.of(LeftAddresses).keyed(email);
          database.run('UPDATE report_recipients SET email = ? WHERE email = ?', keyed, email);
        }
      },
      'reserve',
    );
  },
};
