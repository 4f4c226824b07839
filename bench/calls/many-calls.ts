/** Multiplies calls in the file of the company's database: creating a million through the API would take an hour. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RARE_CALLER } from './company.ts';
import { DatabaseSync } from 'node:sqlite';

/** Time between two copies of a call, so that the copies span some years. */
const STEP_MS = 60_000;

/** Multiplies the calls. @param state the folder of a stopped runtime @returns the database file */
export function multiplyCalls(state: string, size: number): string {
  const file = databaseOf(state);
  const database = new DatabaseSync(file);
  const { count } = database
    .prepare('SELECT count(*) AS count FROM calls WHERE caller <> ?')
    .get(RARE_CALLER) as { count: number };
  const copies = Math.ceil(size / count) - 1;
  // No journal: nobody else uses the file, and it is discarded afterwards.
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; PRAGMA temp_store = MEMORY; BEGIN',
  );
  const events = database.prepare(
    `INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
     SELECT substr(event_id, 1, 28) || printf('%08x', ?1), lead_number, origin_number, type, event_time - ?1 * ${STEP_MS},
       inbound, online, created_by, data
     FROM events WHERE event_id IN (SELECT event_id FROM calls WHERE call_number <= ?2)`,
  );
  const calls = database.prepare(
    `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, caller, location_id, source, started_time, outcome,
       prior_calls, event_id, modification_time, deadline, facts, remarks)
     SELECT substr(call_id, 1, 28) || printf('%08x', ?1), carrier, carrier_call_id || '-' || ?1, direction, number, caller,
       location_id, source, started_time - ?1 * ${STEP_MS}, outcome, prior_calls,
       substr(event_id, 1, 28) || printf('%08x', ?1), modification_time, deadline, facts, remarks
     FROM calls WHERE call_number <= ?2`,
  );
  for (let copy = 1; copy <= copies; copy += 1) {
    events.run(copy, count);
    calls.run(copy, count);
  }
  database.exec('COMMIT; ANALYZE; PRAGMA journal_mode = WAL');
  database.close();
  return file;
}

/** Finds the company's database, the largest of the runtime. */
export function databaseOf(state: string): string {
  const [file] = readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite') && name.includes('Company'))
    .map((name) => join(state, name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size);
  if (file === undefined) throw new Error(`There is no database in ${state}.`);
  return file;
}
