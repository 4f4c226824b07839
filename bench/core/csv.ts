/** Measures CSV import and export: rows a second over HTTP, and of the same code in this process. */
import * as v from 'valibot';
import { exportLeads } from '../../worker/core/leads/csv/exports/exports.ts';
import { exportQuerySchema } from '../../worker/core/leads/csv/exports/schema.ts';
import { readSelection } from '../../worker/core/leads/csv/exports/selected-leads.ts';
import { doNextBatch } from '../../worker/core/leads/csv/imports/batches.ts';
import { receiveImport } from '../../worker/core/leads/csv/imports/receiving.ts';
import type { InProcess } from './in-process.ts';
import type { SeededCompany } from './seed.ts';

/** More rows than one request processes, so that the alarm processes the rest. */
const ROWS = 20_000;
const POLL_MS = 20;
const AIM = 5_000;

/** Rows a second of an import that creates leads, of one that finds them, and of an export. */
export interface CsvRates {
  made: number;
  found: number;
  exported: number;
  /** The longest that a get waited while an import ran, in milliseconds. */
  longestGet: number;
}

export async function measureCsv(origin: string, company: SeededCompany): Promise<CsvRates> {
  const leads = `${origin}/companies/${company.companyId}/leads`;
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${leads}${path}`, {
      ...init,
      headers: { Authorization: company.authorization, 'Content-Type': 'text/csv' },
    });
  const waits: number[] = [];
  const importAll = async (name: string): Promise<void> => {
    let state = await stateOf(
      await ask('/import', { method: 'POST', body: fileOf('http', 5_122_000_000, name) }),
    );
    while (state.status !== 'done') {
      const started = performance.now();
      await (await ask(`/${company.leads[waits.length % company.leads.length] ?? ''}`)).arrayBuffer();
      waits.push(performance.now() - started);
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
      state = await stateOf(await ask(`/import/${state.import_id}?size=0`));
    }
  };
  const made = await rate(ROWS, () => importAll('New'));
  const found = await rate(ROWS, () => importAll('Known'));
  const exported = await rate(company.size + ROWS, async () => {
    for await (const _ of (await ask('/export.csv')).body ?? []);
  });
  return { made, found, exported, longestGet: Math.max(0, ...waits) };
}

export async function measureCsvInside(inside: InProcess, { size }: SeededCompany): Promise<CsvRates> {
  const importAll = async (name: string): Promise<void> => {
    const context = inside.call();
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: fileOf('inside', 5_123_000_000, name),
    });
    const query = { mapping: new Map(), dry_run: false };
    const importId = await receiveImport(inside.company, context, { request, query, done: () => undefined });
    while (!doNextBatch(inside.company, importId).isLast);
  };
  const made = await rate(ROWS, () => importAll('New'));
  const found = await rate(ROWS, () => importAll('Known'));
  const exported = await rate(size + ROWS, async () => {
    const context = inside.call();
    const everything = readSelection(context, v.parse(exportQuerySchema, {}));
    for await (const _ of await exportLeads(context, everything, 'spreadsheet'));
  });
  return { made, found, exported, longestGet: 0 };
}

export function reportCsv(http: CsvRates, bound: CsvRates): void {
  const line = (name: string, over: number, inside: number, aim = ''): void =>
    console.log(
      `${name.padEnd(22)} ${over.toFixed(0)} rows/s; in-process ${inside.toFixed(0)} rows/s; ratio ${(over / inside).toFixed(2)}${aim}`,
    );
  line('import (new leads)', http.made, bound.made, ` (aim: at least ${AIM} rows/s)`);
  line('import (known leads)', http.found, bound.found, ` (aim: at least ${AIM} rows/s)`);
  line('export', http.exported, bound.exported);
  console.log(`a get while an import runs waits at most ${http.longestGet.toFixed(0)} ms`);
}

function fileOf(who: string, firstPhone: number, name: string): string {
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `${who}.${row}@import.example,+1${firstPhone + row},"${name}, Number ${row}",Fair; Google`,
  );
  return ['email,phone,name,source_tags', ...rows].join('\r\n');
}

async function stateOf(response: Response): Promise<{ import_id: string; status: string }> {
  if (!response.ok) throw new Error(`Import: ${response.status} ${await response.text()}`);
  return response.json<{ import_id: string; status: string }>();
}

async function rate(rows: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return rows / ((performance.now() - started) / 1000);
}
