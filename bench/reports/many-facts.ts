/** Spreads a million calls of some hundred thousand people over 400 days in the file of the company's database. */
import { DatabaseSync } from 'node:sqlite';
import { databaseOf } from '../calls/many-calls.ts';

export const DAYS = 400;
/** Calls of a person, on average. */
const CALLS_OF_A_PERSON = 4;
const CAMPAIGNS = 40;
const TERMS = 400;
const SOURCES = "'paid_search', 'organic_search', 'email', 'direct', 'paid_social', 'referral'";

/** Adds the calls, each with a visit for two of three. @param state the folder of a stopped runtime */
export function addManyCalls(state: string, size: number): string {
  const file = databaseOf(state);
  const database = new DatabaseSync(file);
  const now = Date.now();
  // No journal: nobody else uses the file, and it is discarded afterwards.
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY; BEGIN',
  );
  const people = Math.ceil(size / CALLS_OF_A_PERSON);
  const step = Math.floor((DAYS * 86_400_000) / size);
  database.exec(`
    CREATE TEMP TABLE sources AS SELECT value AS source, key AS place FROM json_each(json_array(${SOURCES}));
    CREATE TEMP TABLE model AS SELECT facts FROM calls WHERE outcome = 'answered' LIMIT 1;
    INSERT INTO leads (lead_id, state, creation_time, modification_time, last_event_time, document)
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${people})
      SELECT printf('00000000-0000-7000-9000-%012x', n), CASE n % 5 WHEN 0 THEN 'closed_won' ELSE 'open' END,
        ${now} - ${DAYS} * 86400000 + n * ${step * CALLS_OF_A_PERSON}, 0, 0,
        '{"emails":[],"phones":[],"sourceTags":["email"],"fields":{},"aliases":[]}' FROM n;
    CREATE TEMP TABLE first AS SELECT max(lead_number) - ${people} AS lead FROM leads;
    INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${size})
      SELECT printf('00000000-0000-7000-8000-%012x', n), first.lead + 1 + (n * 7919) % ${people},
        first.lead + 1 + (n * 7919) % ${people}, 'call', ${now} - ${DAYS} * 86400000 + n * ${step}, 1, 0, 'bench', '{}'
      FROM n, first;
    INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, caller, location_id, source, started_time, outcome,
        prior_calls, event_id, modification_time, visit, facts, remarks)
      WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${size})
      SELECT printf('00000000-0000-7000-a000-%012x', n), 'other', 'bench-' || n, 'inbound', '+151255501' || printf('%02d', 2 + n % 4),
        '+1206' || (3000000 + (n * 7919) % ${people}), CASE n % 3 WHEN 0 THEN 'austin' ELSE 'denver' END, source,
        ${now} - ${DAYS} * 86400000 + n * ${step},
        CASE n % 4 WHEN 0 THEN 'missed' ELSE 'answered' END, CASE WHEN n <= ${people} THEN 0 ELSE 1 END,
        printf('00000000-0000-7000-8000-%012x', n), 0,
        CASE n % 3 WHEN 0 THEN NULL ELSE json_object('method', 'tap', 'confidence', 0.95, 'candidates', json('[]'), 'candidateCount', 1,
          'modelVersion', '1', 'visit', json_object('visit_id', 'v' || n, 'begun_time', 0, 'source', source, 'channel', source,
            'medium', 'cpc', 'campaign', 'campaign ' || (n % ${CAMPAIGNS}), 'term', 'term ' || (n % ${TERMS}), 'first_source', source,
            'first_campaign', 'campaign ' || (n % ${CAMPAIGNS}), 'landing_page', '/page/' || (n % 50), 'click_ids', json('{}'))) END,
        json_set(model.facts, '$.systemReport.outcome', CASE n % 4 WHEN 0 THEN 'missed' ELSE 'answered' END,
          '$.systemReport.talkSeconds', n % 600, '$.systemReport.ringSeconds', n % 30),
        '{"tags":[],"value":null,"leadStatus":null,"note":null}'
      FROM n, model JOIN sources ON place = n % 6;
    -- A company that has reports has chunks of its facts; they are derived at the first report here.
    DELETE FROM report_changes;
    INSERT INTO visit_counts
      WITH RECURSIVE d(d) AS (SELECT 0 UNION ALL SELECT d + 1 FROM d WHERE d < ${DAYS})
      SELECT date(${now} / 1000, 'unixepoch', '-' || d || ' days'), '2026-01', source, 'campaign ' || c.value, 'austin', '', 20
      FROM d, sources, json_each('[0,1,2,3,4,5,6,7]') AS c;
    COMMIT; ANALYZE; PRAGMA journal_mode = WAL`);
  database.close();
  return file;
}
