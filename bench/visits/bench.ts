/**
 * Measures the evidence of a month with a million visits: the product's code and SQL on SQLite in this process, without the
 * runtime. `npm run bench cost` has the costs.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Database } from '../../worker/core/engine/storage/database.ts';
import type { ReportedVisit } from '../../worker/dni/evidence.ts';
import { DayClock } from '../../worker/visits/evidence/day-counts.ts';
import { Month } from '../../worker/visits/evidence/month.ts';
import { storageOf } from '../core/sqlite-storage.ts';

const VISITS = Number(process.env['BENCH_VISITS'] ?? 1_000_000);
const ZONE = 'America/Denver';
const DAYS = new DayClock();
const START = Date.UTC(2026, 10, 1);
const MONTH_MS = 30 * 24 * 60 * 60_000;
const CAMPAIGNS = 40;
const NUMBERS = 25;
/** Calls whose evidence is looked up. */
const CALLS = 200;
/** Visits in a transaction: the platform commits each on its own, but not to a disk. */
const AT_A_TIME = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'leadline-visits-'));
try {
  measure(join(folder, 'month.sqlite'));
} finally {
  rmSync(folder, { recursive: true });
}

function measure(file: string): void {
  const sqlite = new DatabaseSync(file);
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  sqlite.exec(readFileSync('worker/visits/evidence/001-evidence.sql', 'utf8'));
  const database = new Database(storageOf(sqlite));
  const month = new Month(database);
  const kept = timed(() => keepAll(database, month));
  sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const end = START + MONTH_MS;
  const day = DAYS.dayAt(end - 1, ZONE);
  const found = timed(() => {
    for (let call = 0; call < CALLS; call++) {
      const until = START + (MONTH_MS * (call + 1)) / (CALLS + 1);
      month.find({ number: numberOf(call), visitsFrom: until - MONTH_MS, tapsFrom: until - 120_000, until });
    }
  });
  const restarted = timed(() => new Month(database).visits.keepVisit(visitOf(VISITS), end, () => day));
  const counted = timed(() => new Month(database).visits.countsOf(day));
  console.table({
    [`${VISITS.toLocaleString('en-US')} visits`]: `${seconds(kept)} s, ${((kept * 1000) / VISITS).toFixed(1)} µs each`,
    'bytes a visit': Math.round(statSync(file).size / VISITS),
    'evidence of a call, at any time of the month': `${(found / CALLS).toFixed(1)} ms`,
    'first visit after a restart': `${restarted.toFixed(0)} ms`,
    'counts of a day after a restart': `${counted.toFixed(0)} ms`,
  });
  sqlite.close();
}

function keepAll(database: Database, month: Month): void {
  for (let first = 0; first < VISITS; first += AT_A_TIME) {
    database.transaction(() => {
      for (let index = first; index < Math.min(first + AT_A_TIME, VISITS); index++) {
        const time = START + Math.floor((MONTH_MS * index) / VISITS);
        month.visits.keepVisit(visitOf(index), time, (moment) => DAYS.dayAt(moment, ZONE));
      }
    });
    month.visits.forgetFormerDays();
  }
}

function visitOf(index: number): ReportedVisit {
  const campaign = `campaign ${index % CAMPAIGNS}`;
  const number = numberOf(index);
  return {
    visitId: `${START + index}-0.${1_000_000_000 + index}`,
    isStored: true,
    isCounted: false,
    number,
    locationId: `location-${index % NUMBERS}`,
    numbers: [number],
    touch: {
      source: 'paid_search',
      channel: 'paid_search',
      site: 'Google',
      medium: 'cpc',
      campaign,
      term: 'leaking pipe',
      content: null,
      first_source: 'paid_search',
      first_campaign: campaign,
      landing_page: '/plumbing/repairs',
      referrer: 'www.google.com',
      click_ids: { gclid: `Cj0KCQjw${index}abcdefghijklmnopqrstuvwxyz0123456789` },
    },
  };
}

function numberOf(index: number): string {
  return `+151255501${String(index % NUMBERS).padStart(2, '0')}`;
}

/** Returns how long work takes, in milliseconds. */
function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
