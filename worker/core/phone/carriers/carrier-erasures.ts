/**
 * Has carriers delete the recordings and message files of erased people. Each request is repeated until the carrier
 * has done it. The audit log records the deleted files, and those that the carrier keeps, with the reason.
 */
import { faultOfAddress } from '../../../shared/http/public-addresses.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import { addressRules, type CompanyContext, type CoreEnv } from '../../engine/context/company-context.ts';
import type { Database, Row } from '../../engine/storage/database.ts';
import type { Recording } from '../calls/call-report.ts';
import { accountsAt, authorizationFor } from '../accounts/carrier-accounts.ts';
import { readRefusal } from '../accounts/carrier-api.ts';
import { recordingAddress } from '../progress/recordings.ts';
import type { CarrierAccount } from '../ringing/settings-schema.ts';
import { OTHER_CARRIER } from '../progress/reported-calls.ts';

const TIMEOUT_MS = 10_000;
/**
 * Milliseconds until the next try after a failure: eight times as long each time, at most a day. Ten tries take over
 * three days.
 */
const FIRST_WAIT_MS = 1_000;
const WAIT_FACTOR = 8;
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const MOST_TRIES = 10;

/** Statuses worth another try: wrong credentials, which may be corrected, limits, outages. */
const PASSING = new Set([401, 403, 408, 425, 429]);

/** Numbers as long as those of phones. */
const NUMBERS = /\+?\d(?:[ ().-]?\d){6,}/g;

/** A file at a carrier. */
interface CarrierFile {
  carrier: string;
  kind: 'recording' | 'media';
  /** The carrier's id of a recording, or the address of a media file. */
  file: string;
}

type ErasureRow = Row & CarrierFile & { failures: number; next_attempt_time: number };

/** The outcome of a try: the file is gone, the carrier keeps it, or the try failed. */
type Outcome = 'erased' | { kept: string } | { failed: string };

/**
 * Has the carrier delete the recordings of a call. Those in a phone system without such an API are noted in the audit
 * log at once.
 * @returns the number of recordings
 */
export function eraseRecordings(
  context: WriteContext,
  carrier: string,
  recordings: readonly (Pick<Recording, 'recordingId' | 'url'> | undefined)[],
): number {
  const ids = new Set(recordings.flatMap((each) => each?.recordingId || []));
  const elsewhere = recordings.flatMap((each) => (each?.recordingId === '' && each.url) || []);
  for (const url of elsewhere) auditOutcome(context, { carrier, kind: 'recording', file: '' }, keptAt(url));
  for (const id of ids) enqueue(context, { carrier, kind: 'recording', file: id });
  return ids.size + elsewhere.length;
}

/** Has the carrier delete the files of a message. @returns their number */
export function eraseMedia(
  context: WriteContext,
  carrier: string,
  media: readonly { url: string }[],
): number {
  for (const { url } of media) {
    const file: CarrierFile = { carrier, kind: 'media', file: url };
    if (carrier === OTHER_CARRIER) auditOutcome(context, file, keptAt(url));
    else enqueue(context, file);
  }
  return media.length;
}

/** Deletes one file after another at its carrier. */
export const erasingAtCarriers: BackgroundTask = {
  kind: 'erasure at carriers',
  nextTime: ({ database }) => next(database)?.next_attempt_time,
  run: async (company, env) => {
    const row = next(company.database);
    if (row === undefined || row.next_attempt_time > Date.now()) return;
    const outcome = await askCarrier(company, env, row);
    commit(
      company,
      contextOfActor(company, { kind: 'system', name: 'erasure' }),
      (context) => saveOutcome(context, row, outcome),
      'reserve',
    );
  },
};

function enqueue(context: WriteContext, { carrier, kind, file }: CarrierFile): void {
  context.database.run(
    `INSERT OR IGNORE INTO carrier_erasures (carrier, kind, file, failures, next_attempt_time)
     VALUES (?, ?, ?, 0, ?)`,
    carrier,
    kind,
    file,
    context.now,
  );
  context.wakeBy(context.now);
}

function next(database: Database): ErasureRow | undefined {
  return database.maybe('SELECT * FROM carrier_erasures ORDER BY next_attempt_time LIMIT 1');
}

/** Asks one account with the carrier after another, since another one than the first may have the file. */
async function askCarrier(company: CompanyContext, env: CoreEnv, row: CarrierFile): Promise<Outcome> {
  const all = accountsAt(contextOfActor(company, { kind: 'system', name: 'erasure' }), row.carrier);
  const accounts = all.filter(({ api }) => api !== null);
  let outcome: Outcome | 'gone' = {
    failed: 'The call settings have no credentials for the carrier’s API.',
  };
  for (const account of accounts) {
    const answer = await askAccount(account, env, row);
    if (answer === 'erased') return answer;
    // What one account refuses matters more than that another one does not know the file.
    if (answer !== 'gone' || account === accounts[0]) outcome = answer;
  }
  return outcome === 'gone' ? 'erased' : outcome;
}

/** Asks an account with the carrier. @returns `gone` if it does not have the file */
async function askAccount(
  account: CarrierAccount,
  env: CoreEnv,
  { kind, file }: CarrierFile,
): Promise<Outcome | 'gone'> {
  const address = kind === 'media' ? file : recordingAddress(account, file, '.json');
  const authorization = authorizationFor(account, address);
  if (authorization === undefined) return { kept: keptAt(address) };
  const fault = faultOfAddress(address, addressRules(env));
  if (fault !== undefined) return { kept: fault };
  return remove(address, authorization).catch(() => ({ failed: 'The carrier did not answer.' }));
}

async function remove(address: string, authorization: string): Promise<Outcome | 'gone'> {
  const response = await fetch(address, {
    method: 'DELETE',
    redirect: 'manual',
    headers: { Authorization: authorization },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { status } = response;
  // Reads the answer in any case, since an unread body would keep the connection open.
  const { detail } = await readRefusal(response);
  if (response.ok) return 'erased';
  if (status === 404 || status === 410) return 'gone';
  // The audit log outlives the person, whose number the carrier's words may have.
  const error = detail.replaceAll(NUMBERS, '…');
  return status >= 500 || PASSING.has(status) ? { failed: error } : { kept: error };
}

function saveOutcome(context: WriteContext, row: ErasureRow, outcome: Outcome): void {
  const { carrier, kind, file, failures } = row;
  const key = [carrier, kind, file];
  if (outcome !== 'erased' && 'failed' in outcome && failures + 1 < MOST_TRIES) {
    const wait = Math.min(FIRST_WAIT_MS * WAIT_FACTOR ** failures, LONGEST_WAIT_MS);
    context.database.run(
      `UPDATE carrier_erasures SET failures = failures + 1, next_attempt_time = ?
       WHERE carrier = ? AND kind = ? AND file = ?`,
      context.now + wait,
      ...key,
    );
    context.wakeBy(context.now + wait);
    return;
  }
  context.database.run('DELETE FROM carrier_erasures WHERE carrier = ? AND kind = ? AND file = ?', ...key);
  auditOutcome(
    context,
    row,
    outcome === 'erased' ? undefined : 'kept' in outcome ? outcome.kept : outcome.failed,
  );
}

/** Writes the outcome to the audit log. @param error why the carrier still has the file; undefined if it is gone */
function auditOutcome(
  context: WriteContext,
  { carrier, kind, file }: CarrierFile,
  error: string | undefined,
): void {
  // The last part of the address of a media file is its id at the carrier.
  const id = kind === 'media' ? (URL.parse(file)?.pathname.split('/').at(-1) ?? '') : file;
  context.audit({
    action: `${kind}.${error === undefined ? 'erased' : 'not_erased'}`,
    subject: `${kind}:${id}`,
    detail: { carrier, ...(error === undefined ? {} : { error }) },
  });
}

function keptAt(url: string): string {
  return `It is at ${URL.parse(url)?.host ?? 'an address that cannot be read'}; delete it there.`;
}
