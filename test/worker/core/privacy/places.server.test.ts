/** Every column that can hold a person: an erasure leaves nothing in any, and a new column has to be sorted in. */
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  ask,
  type MortalWorker,
  openCompany,
  type Session,
  startMortalWorker,
} from '../../../harness/mortal-worker.ts';
import { OPERATOR_TOKEN } from '../../../harness/operator-token.ts';

/** What the manifests of features say about personal data. */
interface Manifest {
  personalData?: {
    ofLeads?: { columns: Record<string, string[]> }[];
    ofUsers?: { columns: Record<string, string[]> }[];
    copied?: { member: string }[];
  };
}

/** By a path that the compiler does not follow: the Worker's own types are none of the tests'. */
const FEATURES_FILE: string = '../../../../worker/core/features.ts';
const { FEATURES } = (await import(FEATURES_FILE)) as { FEATURES: readonly Manifest[] };

const PATIENCE = { timeout: 30_000, interval: 200 };

/** Columns of text that hold nobody: ids, kinds, hashes, what the company says of itself, what it keeps in tables of its own. */
const OF_NOBODY: Readonly<Record<string, string>> = {
  account_letters: 'letter_id kind link_id user_id status last_error',
  api_keys: 'key_id key_hash hint user_id scopes created_by',
  assignment_turns: 'location_id user_id',
  audit: 'actor request_id action subject user_id',
  brand: 'name logo picture',
  bulk_chunks: 'bulk_id leads results outcomes',
  bulk_operations: 'bulk_id status actor created_by request_id action selection ended_by',
  call_settings: 'document',
  calls: 'call_id carrier carrier_call_id direction number location_id source outcome event_id',
  pools: 'name',
  printed_numbers: 'page number',
  // Pages of the company's site, and numbers that it shows to everybody.
  read_pages: 'page numbers',
  forms: 'form_id submission_id form page source spam event_id number',
  // What the carrier calls a file, until it has deleted it.
  carrier_erasures: 'carrier kind file',
  // Names of fields.
  duplicate_progress: 'postal_fields',
  calls_to_place: 'call_id carrier account_id origin state',
  carrier_numbers: [
    'number_id carrier account_id number name state task',
    'origin carrier_number_id price former wiring detail',
    // What it is meant for.
    'order_id place location_id source',
  ].join(' '),
  number_limits: 'monthly_cap',
  carrier_requests: 'carrier carrier_call_id checksum',
  changes: 'type actor request_id lead_id event_id',
  // Goes with the user.
  away_users: 'user_id',
  taken_reminders: 'event_id user_id',
  seen_reminders: 'event_id user_id contact_event_id',
  column_chunks: 'column_name',
  chat_notices: 'delivery_id type',
  comments: 'comment_id event_id created_by',
  added_companies: 'company_id user_id',
  company: 'company_id name default_region added_by',
  conversion_platforms: 'platform settings secret last_attempt',
  conversion_rules: 'rule_id name state document created_by',
  // What became of a report about a call; the rows go with the call's lead.
  conversions: [
    'conversion_id what record_id platform rule_id status reason detail unit value sent_unit sent_value former_unit former_value',
    'request_id',
  ].join(' '),
  costs: 'day source campaign amount unit own_amount own_unit feed_id',
  cost_imports: 'import_id rows feed_id',
  cost_feeds: 'feed_id name url options own_unit read_day newest_day runs created_by',
  dni_settings: 'document',
  // A visit's id, until its evidence is deleted.
  evidence_erasures: 'visit_id',
  dni_settings_history: 'document actor user_id',
  erased_identifiers: 'digest',
  erased_tellings: 'digest',
  push_subscriptions: 'device_id user_id token_hash',
  // The rows of these have no content; their words are in the tables behind them.
  event_texts: 'text',
  event_texts_config: 'k v',
  // The company's own numbers, and its accounts.
  number_accounts: 'account_id carrier number origin',
  event_texts_docsize: 'sz',
  event_texts_idx: 'segid pgno',
  lead_texts: 'text',
  lead_texts_config: 'k v',
  lead_texts_docsize: 'sz',
  lead_texts_idx: 'segid pgno',
  events: 'event_id type created_by',
  idempotent_answers: 'caller key_hash request_hash leads',
  import_batches: 'import_id',
  import_rehearsal_keys: 'import_id lead_id',
  import_rehearsals: 'import_id lead_id',
  imports: 'import_id user_id status columns',
  index_merges: 'index_name',
  lead_field_types: 'name type',
  lead_removals: 'lead_id removed_by',
  leads: 'lead_id state lead_group assignee_id',
  mail_stops: 'user_id',
  merges: 'secondary_id event_id',
  module_keys: 'adm_id field match_key',
  module_records: 'record_id adm_id fields',
  module_sequences: 'adm_id field',
  modules: 'adm_id type display_name document',
  notification_channels: 'notification_id channel',
  notification_choices: 'user_id kinds quiet_hours digest_at time_zone',
  notification_messages: 'message_id user_id channel topic status last_error',
  notifications: 'notification_id type user_id',
  // Kept because the law asks for it.
  opt_outs: 'phone origin phone_origin',
  outgoing_counts: 'scope',
  troubles: 'part',
  // A site, or a number of the company.
  heard_hours: 'part',
  reminder_notices: 'stage due_time event_id',
  report_changes: 'kind',
  report_chunks: 'kind codes',
  // What their owner alone has goes with the owner.
  // A user's id, or a number in the call settings, for 90 days.
  ring_turns: 'phone',
  report_letters: 'letter_id recipient_id report_id path',
  report_recipients: 'recipient_id state token_hash last_error',
  saved_reports: 'report_id owner_id last_error page_hash',
  passkey_counts: 'user_id',
  second_factors: 'user_id',
  seen_pages: 'site path',
  settings: 'name document',
  sign_in_links: 'link_id kind nonce role_id group_id user_id created_by ending further',
  smart_views: 'smart_view_id name document',
  sqlite_sequence: 'name seq',
  tap_counts: 'day month source campaign landing_page location_id number',
  texts: [
    'text_id carrier carrier_text_id direction number location_id source status event_id origin',
    'answers settled_event_id missed_call_id',
  ].join(' '),
  text_backs: 'call_id',
  tokens: 'user_id kind',
  transcript_texts: 'text',
  transcript_texts_config: 'k v',
  transcript_texts_docsize: 'sz',
  transcript_texts_idx: 'segid pgno',
  transcripts: 'call_id recording_id state engine language error position',
  transcript_usage: 'month',
  user_erasures: 'user_id',
  users: 'user_id role_id group_id',
  visit_counts: 'day month source campaign location_id number',
  waiting_attributions: 'item_id kind',
  webhook_deliveries: 'delivery_id webhook_id type status last_error',
  webhooks: 'webhook_id url events description chat state secrets created_by last_attempt subscriber',
};

const folder = mkdtempSync(join(tmpdir(), 'leadline-places-'));
let worker: MortalWorker;
let session: Session;

beforeAll(async () => {
  worker = await startMortalWorker(folder);
  session = await openCompany(worker.url);
});
afterAll(async () => {
  await worker.kill();
  rmSync(folder, { recursive: true });
});

/** Works on the company's database while no Worker does. */
async function whileStopped<Result>(work: (database: DatabaseSync) => Result): Promise<Result> {
  await worker.kill();
  try {
    for (const file of globSync('**/*.sqlite', { cwd: folder })) {
      const database = new DatabaseSync(join(folder, file));
      try {
        if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'leads'").get() !== undefined) {
          return work(database);
        }
      } finally {
        database.close();
      }
    }
    throw new Error('The company has no database.');
  } finally {
    worker = await startMortalWorker(folder);
    session = { ...session, url: worker.url };
  }
}

/** The columns that hold anything but integers, as `table.column`. */
function textColumns(database: DatabaseSync): string[] {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return tables
    .map(({ name }) => String(name))
    .filter((table) => !table.startsWith('_cf_') && table !== 'migrations')
    .flatMap((table) =>
      database
        .prepare(`PRAGMA table_info("${table}")`)
        .all()
        .filter(({ type }) => !/INT/.test(String(type)))
        .map(({ name }) => `${table}.${String(name)}`),
    );
}

/** Indexes that keep no texts. */
const CONTENTLESS = ['lead_texts', 'event_texts', 'transcript_texts'];
const TRACES = ['zebedee', '2125550177', '\u{a66e}'.repeat(3)];

/** The columns with a trace of the person, in text or in bytes. */
function columnsWithTraces(database: DatabaseSync, traces: readonly string[] = TRACES): string[] {
  return textColumns(database).filter((column) => {
    const [table = '', name = ''] = column.split('.');
    // What a contentless table would answer is nothing.
    if (CONTENTLESS.includes(table)) return false;
    const has = traces.map(
      (trace) =>
        `instr(lower(CAST("${name}" AS TEXT)), '${trace}') > 0 OR instr(CAST("${name}" AS BLOB), CAST('${trace}' AS BLOB)) > 0`,
    );
    return database.prepare(`SELECT 1 FROM "${table}" WHERE ${has.join(' OR ')} LIMIT 1`).get() !== undefined;
  });
}

/** Counts what leads are compared by, as hashes. */
function comparedLeads(database: DatabaseSync): unknown {
  return database.prepare('SELECT count(*) AS count FROM duplicate_keys').get()?.['count'];
}

/** The columns that the manifests of all features name for the person, as `table.column`. */
function columnsOf(person: 'ofLeads' | 'ofUsers'): string[] {
  return FEATURES.flatMap(({ personalData }) => personalData?.[person] ?? [])
    .flatMap(({ columns }) => Object.entries(columns))
    .flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(session.url + path, {
    method: 'POST',
    headers: { Authorization: session.authorization, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

test('every column of text is in the manifest of a feature that erases it, or holds nobody', () => {
  const database = new DatabaseSync(':memory:');
  const migrations = 'worker/core/engine/storage/migrations';
  for (const file of readdirSync(migrations).toSorted()) {
    database.exec(readFileSync(join(migrations, file), 'utf8'));
  }
  const places = [...columnsOf('ofLeads'), ...columnsOf('ofUsers')];
  const nobody = Object.entries(OF_NOBODY).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
  expect([...new Set([...places, ...nobody])].toSorted()).toEqual(textColumns(database).toSorted());
  expect(nobody.filter((column) => places.includes(column))).toEqual([]);
});

test('the reference describes the list that each feature adds to the copy of a person’s data, and no other', () => {
  const { components } = JSON.parse(readFileSync('dist/assets/reference/openapi.json', 'utf8')) as {
    components: { schemas: { Everything: { properties: object } } };
  };
  const lists = FEATURES.flatMap(({ personalData }) => personalData?.copied ?? []).map(
    ({ member }) => member,
  );

  expect(['lead', ...lists].toSorted()).toEqual(
    Object.keys(components.schemas.Everything.properties).toSorted(),
  );
});

test('an erased lead is in no column any more; neither its import nor a repeated create makes it anew', async () => {
  const leads = `${session.path}/leads`;
  const person = {
    name: `Zebedee ${TRACES[2]}`,
    email: 'zebedee@example.com',
    phone: '+12125550177',
    tags: ['some tag'],
  };
  const created = await post(`${leads}/create`, person, { 'Idempotency-Key': 'create' });
  const {
    lead_ids: [leadId],
  } = (await created.json()) as { lead_ids: [string] };
  const other = await ask<{ lead_ids: [string] }>(session, `${leads}/create`, {
    email: 'zebedee.old@example.com',
  });
  await ask(session, `${leads}/${leadId}/merge`, { with: other.lead_ids[0] });
  const note = await ask<{ data: { event_id: string } }>(session, `${leads}/${leadId}/note`, {
    message: `zebedee ${TRACES[2]}`,
  });
  const comments = `${leads}/${leadId}/events/note/${note.data.event_id}/comments`;
  const comment = await post(comments, { comment: 'zebedee called' }, { 'Idempotency-Key': 'comment' });
  expect(comment.status).toBe(200);
  const bulk = { action: 'tags', remove: ['some tag'], lead_ids: [leadId] };
  const { bulk_id: bulkId } = await ask<{ bulk_id: string }>(session, `${leads}/bulk`, bulk);
  await vi.waitFor(async () => {
    expect(await ask(session, `${leads}/bulk/${bulkId}`)).toMatchObject({ status: 'done', changed: 1 });
  }, PATIENCE);
  await ask(session, `${leads}/search?q=zebedee&exclude_notes=0`);
  await ask(session, `${leads}/duplicates`);

  const importId = crypto.randomUUID();
  const found = await whileStopped((database) => {
    expect(comparedLeads(database)).toBeGreaterThan(0);
    plantElsewhere(database, { leadId, eventId: note.data.event_id, importId });
    return columnsWithTraces(database);
  });
  // The terms between the pages of an index are few, and texts without pictures, visits or faults have none of these.
  const seldom = [
    'lead_texts_idx.term',
    'event_texts_idx.term',
    'transcript_texts_idx.term',
    'texts.media',
    'texts.visit',
    'forms.visit',
    'forms.visit_id',
    'texts.error',
    'column_chunks.codes',
  ];
  expect(
    columnsOf('ofLeads')
      .filter((column) => !found.includes(column))
      .toSorted(),
  ).toEqual(seldom.toSorted());

  await ask(session, `${leads}/${leadId}/erase`, {});
  expect(await whileStopped(comparedLeads)).toBe(0);
  const again = await post(`${leads}/create`, person, { 'Idempotency-Key': 'create' });
  expect([again.status, await again.json()]).toMatchObject([410, { code: 'erased' }]);
  const commented = await post(comments, { comment: 'zebedee called' }, { 'Idempotency-Key': 'comment' });
  expect(commented.status).toBe(404);
  await vi.waitFor(async () => {
    const log = await ask<{ entries: unknown[] }>(session, `${session.path}/audit?action=index.cleared`);
    expect(log.entries).toHaveLength(CONTENTLESS.length);
  }, PATIENCE);
  await whileStopped((database) => database.exec("UPDATE imports SET due_time = 0 WHERE status = 'running'"));
  await vi.waitFor(async () => {
    const path = `${leads}/import/${importId}`;
    const done = await ask<{ status: string; rows: { errors?: { code: string }[] }[] }>(session, path);
    expect(done).toMatchObject({ status: 'done', created: 1, failed: 1 });
    expect(done.rows.at(-2)?.errors).toMatchObject([{ code: 'erased' }]);
  }, PATIENCE);

  expect(await ask(session, `${leads}/search?q=zebedee`)).toEqual([]);
  expect(await whileStopped((database) => columnsWithTraces(database))).toEqual([]);
});

/** What takes carriers, dry runs that go on and removals in the middle to come about. */
function plantElsewhere(
  database: DatabaseSync,
  { leadId, eventId, importId }: { leadId: string; eventId: string; importId: string },
): void {
  const now = Date.now();
  const columns = JSON.stringify(['name', 'email'].map((name) => ({ header: name, target: name })));
  const cells = JSON.stringify([
    [2, ['Zebedee', 'ZEBEDEE@example.com']],
    [3, ['Somebody', 'somebody@example.com']],
  ]);
  const results = JSON.stringify([{ row: 1, status: 'updated', lead_id: leadId, changes: ['zebedee'] }]);
  const number = `(SELECT lead_number FROM leads WHERE lead_id = '${leadId}')`;
  const userId = '(SELECT user_id FROM users LIMIT 1)';
  database.exec(`
    INSERT OR REPLACE INTO lead_texts (rowid, text) VALUES (${number}, 'zebedee ${TRACES[2]}');
    UPDATE lead_texts_waiting SET next_number = ${number} + 1;
    UPDATE bulk_chunks SET marks = replace(marks, 'some tag', 'zebedee tag');
    UPDATE merges SET answer = '{"told": "zebedee"}';
    UPDATE leads SET visits = '{"campaign_last": "zebedee"}' WHERE lead_id = '${leadId}';
    UPDATE events SET visit = '{"campaign_last": "zebedee"}' WHERE event_id = '${eventId}';
    INSERT INTO lead_removals VALUES (${number}, 'planted', 'zebedee', ${now}, 'system:test', 'zebedee');
    INSERT INTO column_chunks VALUES ('planted', 0, 0, NULL, 'zebedee');
    INSERT OR REPLACE INTO report_chunks VALUES ('call', 0, 0, 0, x'00', 'zebedee');
    INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, caller, started_time, prior_calls, event_id,
      modification_time, outcome, visit, facts, remarks) VALUES ('c', 'pbx', 'c1', 'inbound', '+15125550100', '+12125550177', ${now}, 0,
      '${eventId}', ${now}, 'missed', '{"told": "zebedee"}', '{"told": "zebedee", "recording": null, "message": null}', '{"note": "zebedee"}');
    INSERT INTO transcripts VALUES ('c', 'RE1', 'done', 9, 1, NULL, 'server', 'en', '[{"text": "zebedee"}]', 0, NULL, ${now}, NULL);
    INSERT OR REPLACE INTO transcript_texts (rowid, text) SELECT call_number, 'zebedee ${TRACES[2]}' FROM calls WHERE call_id = 'c';
    DELETE FROM unindexed_transcripts;
    INSERT INTO carrier_requests (carrier, carrier_call_id, checksum, received_time, happened, parameters)
      VALUES ('pbx', 'c1', 'x', ${now}, '{"kind": "zebedee"}', 'zebedee');
    INSERT INTO texts (text_id, carrier, carrier_text_id, direction, number, phone, sent_time, status, event_id, modification_time,
      message, media) VALUES ('t', 'pbx', 't1', 'inbound', '+15125550100', '+12125550177', ${now}, 'received', '${eventId}', ${now},
      'zebedee', '[]');
    INSERT INTO notifications (notification_id, type, user_id, data, created_time) VALUES ('n', 'lead.assigned', ${userId}, '{"lead_id": "${leadId}", "name": "zebedee"}', ${now});
    INSERT INTO webhook_deliveries (delivery_id, webhook_id, type, created_time, status) VALUES ('chat', 'channel', 'lead.assigned', ${now}, 'delivered');
    INSERT INTO chat_notices (delivery_id, type, data, created_time) VALUES ('chat', 'lead.assigned', '{"lead_id": "${leadId}", "name": "zebedee"}', ${now});
    INSERT INTO imports (import_id, user_id, status, is_dry_run, columns, row_count, updated, created_time, due_time)
      VALUES ('${importId}', ${userId}, 'running', 0, '${columns}', 3, 1, ${now - 60_000}, ${now + 3_600_000});
    INSERT INTO import_batches (import_id, first_row, results, updated) VALUES ('${importId}', 1, '${results}', 1);
    INSERT INTO import_batches (import_id, first_row, cells) VALUES ('${importId}', 2, '${cells}');
    INSERT INTO import_rehearsals VALUES ('${importId}', 'imagined', 'zebedee');
    INSERT INTO import_rehearsal_keys VALUES ('${importId}', 'zebedee@example.com', 'imagined');`);
}

test('an erased user is in no column any more, though their keys did things and their write was kept', async () => {
  const email = `quixotic.${crypto.randomUUID()}@acme.test`;
  const user = { name: 'Quentin Quixotic', email, role_id: 'superadmin' };
  const made = await post(`${session.path}/users`, user, { 'Idempotency-Key': 'user' });
  const { user_id: userId } = (await made.json()) as { user_id: string };
  const operator = { url: session.url, authorization: `Bearer ${OPERATOR_TOKEN}` };
  const token = await ask<string>(operator, '/operator/tokens', { email });
  const own = {
    url: session.url,
    authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`,
  };
  const { key } = await ask<{ key: string }>(own, `${session.path}/api_keys`, {
    name: 'Laptop of Quixotic',
    scopes: ['read', 'write', 'admin'],
  });
  const saved = await fetch(`${session.url}/dni/api${session.path}/settings`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ default_number: '+18005550100', locations: [], numbers: [] }),
  });
  expect(saved.status).toBe(200);
  const report = await fetch(`${session.url}${session.path}/reports/saved`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Week of Quixotic',
      query: { metrics: 'calls', campaign: 'quixotic' },
      schedule: { every: 'day', hour: 8, emails: [email] },
    }),
  });
  expect(report.status).toBe(200);
  const found = await whileStopped((database) => columnsWithTraces(database, ['quixotic']));
  for (const column of [
    'users.name',
    'audit.actor_name',
    'dni_settings_history.actor_name',
    'api_keys.name',
    'saved_reports.name',
    'saved_reports.query',
    'saved_reports.schedule',
    'report_recipients.email',
  ]) {
    expect(found).toContain(column);
  }
  expect(found).toContain('idempotent_answers.answer');

  await ask(session, `${session.path}/users/${userId}/erase`, {});
  const again = await post(`${session.path}/users`, user, { 'Idempotency-Key': 'user' });
  expect(again.status).toBe(410);
  await vi.waitFor(async () => {
    const log = await ask<{ entries: unknown[] }>(session, `${session.path}/audit?limit=200`);
    expect(JSON.stringify(log).toLowerCase()).not.toContain('quixotic');
  }, PATIENCE);
  expect(await whileStopped((database) => columnsWithTraces(database, ['quixotic']))).toEqual([]);
});
