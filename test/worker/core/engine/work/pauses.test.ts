/** Whatever may have very much to do has others take their turn: each case has more than a step of something, and waits in between. */
import { beforeEach, describe, expect, test } from 'vitest';
import { conversionFile } from '../../../../../worker/core/conversions/outbox/files.ts';
import { previewRules } from '../../../../../worker/core/conversions/deciding/preview.ts';
import { contextOfActor } from '../../../../../worker/core/engine/context/contexts.ts';
import type { Feature } from '../../../../../worker/core/engine/context/feature.ts';
import type { RequestContext } from '../../../../../worker/core/engine/context/request-context.ts';
import type { Database } from '../../../../../worker/core/engine/storage/database.ts';
import { pause } from '../../../../../worker/core/engine/work/pauses.ts';
import { continueBulk } from '../../../../../worker/core/leads/bulk/pieces.ts';
import { exportLeads } from '../../../../../worker/core/leads/csv/exports/exports.ts';
import { selectNamed } from '../../../../../worker/core/leads/csv/exports/selected-leads.ts';
import { beginImport, continueImport } from '../../../../../worker/core/leads/csv/imports/batches.ts';
import { receiveImport } from '../../../../../worker/core/leads/csv/imports/receiving.ts';
import { pagedCsv } from '../../../../../worker/core/leads/csv/paged-csv.ts';
import { listPairs } from '../../../../../worker/core/leads/finding/duplicates/duplicates.ts';
import { catchUp, findingPairs } from '../../../../../worker/core/leads/finding/duplicates/finding-pairs.ts';
import { ChunkChanges } from '../../../../../worker/core/leads/finding/columns/chunk-loader.ts';
import type { NumbersOf } from '../../../../../worker/core/leads/finding/columns/column.ts';
import { Columns } from '../../../../../worker/core/leads/finding/columns/columns.ts';
import { clearingIndexes } from '../../../../../worker/core/leads/finding/search/index-merges.ts';
import { readQuery } from '../../../../../worker/core/leads/finding/search/query.ts';
import { findSpoken } from '../../../../../worker/core/leads/finding/search/spoken-index.ts';
import {
  findOnTimelines,
  indexingTimelines,
} from '../../../../../worker/core/leads/finding/search/timeline-index.ts';
import { findLead } from '../../../../../worker/core/leads/record/lead-store.ts';
import { listOpenReminders } from '../../../../../worker/core/leads/reminders/open-reminders.ts';
import { newUser, saveUser } from '../../../../../worker/core/people/users/users.ts';
import { walk } from '../../../../../worker/core/phone/calls/list-scans.ts';
import { previewContactRule } from '../../../../../worker/core/phone/transcripts/contact-rules/preview.ts';
import { everythingOf } from '../../../../../worker/core/privacy/personal-data-copy.ts';
import { type ReportQuery, reportQuerySchema } from '../../../../../worker/core/reports/counting/schema.ts';
import { Facts } from '../../../../../worker/core/reports/facts/facts.ts';
import { usageFor } from '../../../../../worker/core/reports/overview/usage.ts';
import { report, reportFile } from '../../../../../worker/core/reports/queries/report.ts';
import { parse } from '../../../../../worker/shared/http/input.ts';
import { MortalCompany } from '../context/mortal-company.ts';
import { turnsOf } from './turns.ts';

const HOUR_MS = 60 * 60_000;
const LEAD = '{"emails":[],"phones":[],"sourceTags":[],"aliases":[],"fields":{}}';
/** A call of a minute that somebody answered. */
const ANSWERED = JSON.stringify({
  startedTime: 0,
  terms: { isBlocked: false, screening: 'nobody', isAnnounced: false, turns: 1 },
  legs: {},
  turns: {},
  systemReport: { outcome: 'answered', ringSeconds: 5, answeredTime: 5_000, talkSeconds: 60 },
});
/** What two features add to the copy of a person's data. */
const COPIED: Feature = {
  personalData: { copied: [{ member: 'notes', pages: () => [['one'], [], ['two']] }] },
};

let company: MortalCompany;
let database: Database;

beforeEach(() => {
  company = new MortalCompany(1, 0, [COPIED]);
  ({ database } = company);
  Object.assign(company.company, { giveWay: pause });
});

function context(): RequestContext {
  return contextOfActor(company.company, { kind: 'system', name: 'test' });
}

/** Adds rows. @param values SQL of each row, in which `n` is its number, from 1 */
function addRows(count: number, into: string, values: string): void {
  database.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
     INSERT INTO ${into} SELECT ${values} FROM numbers`,
  );
}

function addLeads(count: number, number = 'n'): void {
  addRows(
    count,
    'leads (lead_number, lead_id, state, creation_time, modification_time, last_event_time, document, change_number)',
    `${number}, 'lead-' || n, 'open', 0, 0, 0, '${LEAD}', n`,
  );
}

/** Adds events of leads that may be gone. */
function addEvents(count: number, type: string, data: object): void {
  addRows(
    count,
    'events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)',
    `'event-' || n, n, n, '${type}', n, 0, 0, 'system', '${JSON.stringify(data)}'`,
  );
}

/** Adds answered calls of the last hour. @param event SQL of the event's id */
function addCalls(count: number, event = 'NULL', number = 'n'): void {
  addRows(
    count,
    `calls (call_number, call_id, carrier, carrier_call_id, direction, number, started_time, outcome, prior_calls, event_id,
       modification_time, facts, remarks)`,
    `${number}, 'call-' || n, 'other', 'call-' || n, 'inbound', '+15125550140', ${Date.now() - HOUR_MS} + n, 'answered', 0, ${event},
       0, '${ANSWERED}', '{"tags":[],"value":null,"leadStatus":null,"note":null}'`,
  );
  // Reports derive them when they are counted.
  database.run('DELETE FROM report_changes');
}

function addImport(status: 'running' | 'done'): void {
  addRows(
    1,
    'imports (import_id, user_id, status, is_dry_run, columns, created_time, due_time)',
    `'import', 'nobody', '${status}', 0, '[]', 0, 0`,
  );
}

/** Adds calls with what was said in them. */
function addSpoken(count: number, text: string): void {
  addEvents(count, 'call', {});
  addCalls(count, `'event-' || n`);
  addRows(
    count,
    'transcripts (call_id, recording_id, state, seconds, attempts, segments, redactions, modification_time)',
    `'call-' || n, '', 'done', 60, 0, '[{"speaker":"caller","start":0,"end":1,"text":"${text}"}]', 0, 0`,
  );
}

function columnsNamed(count: number): NumbersOf[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'numbers',
    name: `column ${index}`,
    valueOf: ({ creationTime }) => creationTime,
  }));
}

function drained(stream: ReadableStream<Uint8Array>): Promise<ArrayBuffer> {
  return new Response(stream).arrayBuffer();
}

describe('a search', () => {
  test('indexes a hundred events at a time', async () => {
    addEvents(350, 'note', { message: 'leak' });

    expect(await turnsOf(() => findOnTimelines(database, readQuery('leak', 'US'), ['note']))).toBe(3);
  });

  test('reads a thousand events at a time', async () => {
    addEvents(2_500, 'note', { message: 'leak' });
    // Too short for the index, which is brought up to date by it.
    const query = readQuery('zz', 'US');
    await findOnTimelines(database, query, ['note']);

    expect(await turnsOf(() => findOnTimelines(database, query, ['note']))).toBe(2);
  });

  test('indexes twenty calls at a time', async () => {
    addSpoken(45, 'a leak');

    expect(await turnsOf(() => findSpoken(database, readQuery('leak', 'US')))).toBe(2);
  });

  test('compares twenty calls at a time', async () => {
    addSpoken(45, 'a leak');
    const query = readQuery('zz', 'US');
    await findSpoken(database, query);

    expect(await turnsOf(() => findSpoken(database, query))).toBe(2);
  });

  test('reads a thousand calls at a time', async () => {
    addSpoken(1_100, 'a leak');
    const query = readQuery('leak', 'US');
    await findSpoken(database, query);

    expect(await turnsOf(() => findSpoken(database, query))).toBe(1);
  });
});

describe('the columns of leads', () => {
  test('are read from 512 leads at a time', async () => {
    addLeads(1);
    const columns = new Columns({ database });

    expect(await turnsOf(() => columns.read({ needed: columnsNamed(1) }, () => undefined))).toBe(4);
  });

  test('are filled four at a time', async () => {
    addLeads(1);
    const columns = new Columns({ database });

    expect(await turnsOf(() => columns.read({ needed: columnsNamed(8) }, () => undefined))).toBe(4 + 2);
  });

  test('are restored 64 chunks at a time', async () => {
    addLeads(2, 'n * 2048');
    const needed = columnsNamed(64);
    await new Columns({ database }).read({ needed }, () => undefined);
    const columns = new Columns({ database });

    expect(await turnsOf(() => columns.read({ needed }, () => undefined))).toBe(3);
  });

  test('follow 300 changes at a time', async () => {
    addLeads(650);
    const columns = new Columns({ database });
    const read = (): Promise<void> => columns.read({ needed: columnsNamed(1) }, () => undefined);
    await read();
    database.run('UPDATE leads SET change_number = change_number + 1000');

    expect(await turnsOf(read)).toBe(3);
  });

  test('remember 5,000 changes at a time', async () => {
    addRows(11_000, 'removed_leads (lead_number, change_number)', 'n, n');

    expect(await turnsOf(() => new ChunkChanges(database, 11_000).readSince(0))).toBe(2);
  });
});

describe('a list', () => {
  test('of reminders for somebody who may see few walks in growing steps', async () => {
    addEvents(600, 'reminder', { message: '', state: 'open', due_time: '2026-11-30T12:00:00.000Z' });
    const query = { assigned_to: undefined, due_before: undefined, size: 25, cursor: undefined };

    expect(await turnsOf(() => listOpenReminders(context(), query))).toBe(3);
  });

  test('of likely duplicates for somebody who may see few walks in growing steps', async () => {
    addRows(600, 'duplicate_pairs (first_number, second_number, reasons, found_time)', 'n, n + 1000, 1, 0');

    expect(await turnsOf(() => listPairs(context(), { dismissed: false, size: 25, cursor: undefined }))).toBe(
      3,
    );
  });

  test('of likely duplicates compares a hundred leads at a time before', async () => {
    addLeads(350);

    expect(await turnsOf(() => catchUp(company.company))).toBe(3);
  });

  test('of calls walks through the table', async () => {
    const query = {
      endOf: (after: number | undefined, rows: number) =>
        (after ?? 0) < 3 * rows ? (after ?? 0) + rows : undefined,
      read: () => [],
    };

    expect(await turnsOf(() => walk(query, { after: undefined, limit: 10 }))).toBe(3);
  });
});

describe('a file', () => {
  test('of records reads 500 at a time', async () => {
    const items = Array.from({ length: 1_200 }, (_, index) => index);
    const read = async (after: number | undefined, limit: number): Promise<number[]> =>
      items.slice((after ?? -1) + 1).slice(0, limit);

    expect(await turnsOf(() => drained(pagedCsv([['n', (item) => item]], read)))).toBe(3);
  });

  test('of leads reads 200 at a time', async () => {
    addLeads(450);
    const ids = Array.from({ length: 450 }, (_, index) => `lead-${index + 1}`);
    const write = async (): Promise<ArrayBuffer> =>
      drained(await exportLeads(context(), selectNamed(context(), ids), 'import'));

    expect(await turnsOf(write)).toBe(3);
  });

  test('of conversions reads 200 at a time', async () => {
    addRows(
      450,
      `conversions (conversion_id, what, record_id, platform, rule_id, rule_version, status, event_time, created_time,
         changed_time, together)`,
      `'c' || n, 'call', 'call-' || n, 'google_ads', 'rule', 1, 'waiting', 0, ${Date.now()}, 0, 1`,
    );
    const form = { platform: 'google_ads', head: '', line: () => '' } as const;

    expect(await turnsOf(() => drained(conversionFile(company.company, form, false)))).toBe(3);
  });

  test('of a report writes 1,000 lines at a time', async () => {
    addRows(
      2_500,
      'visit_counts (day, month, source, campaign, location_id, number, visits)',
      `'2025-11-02', '2025-11', 'source ' || n, '', '', '', 1`,
    );
    const query = reportQuery({ metrics: 'visits', by: 'source', limit: '5000' });

    // And before it begins.
    expect(await turnsOf(() => reportFile(context(), query, []))).toBe(1 + 2);
  });

  test('with a person’s data reads a page at a time', async () => {
    addLeads(1);
    const lead = findLead(database, 'lead-1');
    if (lead === undefined) throw new Error('There is no lead.');

    expect(await turnsOf(() => drained(everythingOf(context(), lead)))).toBe(3);
  });

  test('that is refused is deleted some batches at a time', async () => {
    const body = `email,phone\n${'ann@example.com,\n'.repeat(10_200)}"`;
    const request = new Request('https://leadline.test/', {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body,
    });
    const query = { mapping: new Map<string, string | null>(), dry_run: false };
    const upload = { request, query, done: () => undefined };
    const receive = (): Promise<void> =>
      expect(receiveImport(company.company, context(), upload)).rejects.toMatchObject({
        code: 'invalid_csv',
      });

    expect(await turnsOf(receive)).toBe(3);
    expect(database.all('SELECT 1 FROM import_batches')).toEqual([]);
  });
});

describe('a report', () => {
  const facts = (): Facts => new Facts({ database });
  const visitCalls = (known: Facts): Promise<void> =>
    known.read({ valueField: null }, () =>
      known.visit({ kind: 'call', from: 0, until: Infinity }, () => undefined),
    );

  test('derives 64 calls at a time for a chunk that is not stored', async () => {
    addCalls(130);

    expect(await turnsOf(() => visitCalls(facts()))).toBe(3);
  });

  test('derives 64 changed calls at a time', async () => {
    addCalls(1);
    const known = facts();
    await visitCalls(known);
    addRows(200, 'report_changes (kind, item)', `'call', n`);

    expect(await turnsOf(() => visitCalls(known))).toBe(4);
  });

  test('reads 256 changes at a time', async () => {
    addCalls(1);
    const known = facts();
    await visitCalls(known);
    addRows(600, 'report_changes (kind, item)', `'call', 1`);

    expect(await turnsOf(() => visitCalls(known))).toBe(2);
  });

  test('counts four chunks at a time', async () => {
    addCalls(9, 'NULL', 'n * 2048');
    const known = facts();
    await visitCalls(known);

    expect(await turnsOf(() => visitCalls(known))).toBe(2);
  });

  test('adds the sums of 5,000 groups at a time', async () => {
    addRows(
      11_000,
      'visit_counts (day, month, source, campaign, location_id, number, visits)',
      `'2025-11-02', '2025-11', 'source ' || n, '', '', '', 1`,
    );
    const query = reportQuery({ metrics: 'visits', by: 'source' });

    // And before its rows are made.
    expect(await turnsOf(() => report(context(), query, []))).toBe(2 + 1);
  });

  test('of what was used reads 500 calls at a time', async () => {
    addCalls(1_100);
    database.run('UPDATE calls SET started_time = ? + call_number', Date.UTC(2025, 9, 15));
    database.run('DELETE FROM report_changes');
    const user = newUser({ name: 'Al', email: 'al@acme.test', roleId: 'manager', groupId: '1' });
    company.write((write) => saveUser(write, user));

    // And once for the leads and costs.
    expect(await turnsOf(() => usageFor(company.company, user.email, '2025-10'))).toBe(2 + 1);
  });
});

describe('a preview', () => {
  test('of a rule for conversions looks at 200 messages at a time', async () => {
    addRows(
      450,
      'texts (text_id, carrier, carrier_text_id, direction, number, sent_time, status, modification_time, message, media)',
      `'text-' || n, 'other', 'text-' || n, 'inbound', '+15125550140', ${Date.now() - HOUR_MS} + n, 'received', 0, '', '[]'`,
    );
    const rule = {
      ruleId: null,
      name: null,
      when: { what: 'text' as const, min_confidence: 0.8 },
      value: { unit: 'USD', value: 1 },
      platforms: ['google_ads' as const],
    };

    expect(await turnsOf(() => previewRules(context(), [rule]))).toBe(2);
  });

  test('of a rule on calls looks at 200 calls at a time', async () => {
    addCalls(450);

    expect(await turnsOf(() => previewContactRule(context(), { all: [{ outcome: ['answered'] }] }))).toBe(2);
  });

  test('of a rule on words reads 200,000 characters at a time', async () => {
    addSpoken(10, 'x'.repeat(60_000));
    const when = { all: [{ said: { by: 'either' as const, any: ['leak'] } }] };

    expect(await turnsOf(() => previewContactRule(context(), when))).toBe(2);
  });
});

describe('work in the background', () => {
  test('indexes a hundred events at a time', async () => {
    addEvents(350, 'note', { message: 'leak' });

    expect(await turnsOf(() => indexingTimelines.run(company.company, {} as never))).toBe(3);
  });

  test('compares a hundred leads at a time', async () => {
    addLeads(350);

    expect(await turnsOf(() => findingPairs.run(company.company, {} as never))).toBe(3);
  });

  test('deletes fifty chunks of an old bulk operation at a time', async () => {
    addRows(
      1,
      `bulk_operations (bulk_id, status, actor, created_by, request_id, action, selection, lead_count, created_time, queued_time,
         ended_time, due_time)`,
      `'bulk', 'done', 'system', 'system', 'r', '{"action":"tags"}', '{}', 0, 0, 0, 0, 0`,
    );
    addRows(120, 'bulk_chunks (bulk_id, chunk, leads)', `'bulk', n, '[]'`);

    expect(await turnsOf(() => continueBulk(company.company))).toBe(3);
    expect(database.all('SELECT 1 FROM bulk_operations')).toEqual([]);
  });

  test('deletes fifty batches of an old import at a time', async () => {
    addImport('done');
    addRows(120, 'import_batches (import_id, first_row)', `'import', n`);

    expect(await turnsOf(() => continueImport(company.company))).toBe(4);
    expect(database.all('SELECT 1 FROM imports')).toEqual([]);
  });

  test('imports a batch at a time', async () => {
    addImport('running');
    addRows(3, 'import_batches (import_id, first_row, cells)', `'import', n, '[]'`);

    expect(await turnsOf(() => beginImport(company.company, 'import'))).toBe(2);
  });

  test('clears an index in steps', async () => {
    addEvents(350, 'note', { message: 'leak' });
    await findOnTimelines(database, readQuery('leak', 'US'), ['note']);
    addRows(
      1,
      'index_merges (index_name, waiting, merging, steps, resting_until, due_time)',
      `'event_texts', 1, 0, 0, 0, 0`,
    );

    expect(await turnsOf(() => clearingIndexes.run(company.company, {} as never))).toBeGreaterThan(0);
  });
});

function reportQuery(query: Record<string, string>): ReportQuery {
  return parse(
    reportQuerySchema,
    { compare: 'none', from: '2025-11-01', to: '2025-11-30', ...query },
    'parameters',
  );
}
