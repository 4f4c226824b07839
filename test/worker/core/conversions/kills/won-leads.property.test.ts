/**
 * No won lead is lost or counted twice, whatever happens: leads are won, lost again, valued anew, merged and taken apart while the
 * platform is in trouble and the object is killed at any moment. 1,000 random runs in the full tests.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { conversionIdOf } from '../../../../../worker/core/conversions/outbox/conversion-store.ts';
import { recordConversions } from '../../../../../worker/core/conversions/outbox/recording.ts';
import { savePlatform, sealSecret } from '../../../../../worker/core/conversions/platform-settings.ts';
import type { Platform } from '../../../../../worker/core/conversions/platforms/facts.ts';
import { createRule } from '../../../../../worker/core/conversions/rules.ts';
import { settingsOf } from '../../../../../worker/core/company/settings/settings.ts';
import type { WriteContext } from '../../../../../worker/core/engine/context/request-context.ts';
import { mergeLeads, unmergeLeads } from '../../../../../worker/core/leads/merges/merges.ts';
import { findLead } from '../../../../../worker/core/leads/record/lead-store.ts';
import { commitChange } from '../../../../../worker/core/leads/timeline/events.ts';
import { insertCall } from '../../../../../worker/core/phone/calls/call-store.ts';
import { effort } from '../../../../harness/effort.ts';
import {
  callId,
  callOf,
  COMPANY_ID,
  ENV,
  MOST_STEPS,
  PLATFORMS,
  Run,
  START,
  step,
  survive,
  TROUBLED_STEPS,
} from './troubled-platform.ts';

const RUNS = effort(60, 1_000);
const WON = 'closed_won';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function leadId(index: number): string {
  return `00000000-0000-4000-9000-${String(index + 1).padStart(12, '0')}`;
}

/** Leads that a call after a visit has made, and a rule that reports won ones with what they are worth. */
async function prepare(run: Run, sealed: string): Promise<string[]> {
  const { settings = {}, touch = {} } = PLATFORMS[run.platform] ?? {};
  await survive(run, () => {
    run.write((context) => {
      settingsOf(context).writeMissing();
      const { name: _, default_region: __, ...options } = settingsOf(context).options();
      settingsOf(context).replace('options', { ...options, won: { states: [WON], value_field: 'quote' } });
      savePlatform(context, run.platform, { enabled: true, settings }, sealed);
      createRule(context, {
        name: 'Sales',
        when: { what: 'lead_won', min_confidence: 0 },
        value: 'lead',
        platforms: [run.platform],
        state: 'active',
      });
    });
  });
  const leads = Array.from({ length: 2 + Math.floor(run.random() * 5) }, (_, index) => leadId(index));
  for (const [index, id] of leads.entries()) {
    await survive(run, () => run.write((context) => addLead(context, { id, index, touch })));
  }
  return leads;
}

function addLead(
  { database }: WriteContext,
  { id, index, touch }: { id: string; index: number; touch: object },
): void {
  const fields = { quote: [{ unit: 'EUR', value: index + 1 }] };
  database.run(
    `INSERT INTO leads (lead_id, state, creation_time, modification_time, last_event_time, document)
     VALUES (?, 'open', ?, ?, ?, ?)`,
    id,
    START,
    START,
    START,
    JSON.stringify({ emails: [], phones: [], sourceTags: [], aliases: [], fields }),
  );
  const { leadNumber } = database.one<{ leadNumber: number }>(
    'SELECT max(lead_number) AS leadNumber FROM leads',
  );
  const eventId = `00000000-0000-4000-a000-${String(index + 1).padStart(12, '0')}`;
  database.run(
    `INSERT INTO events (event_id, lead_number, origin_number, type, event_time, inbound, online, created_by, data)
     VALUES (?, ?, ?, 'call', ?, 1, 0, '', '{}')`,
    eventId,
    leadNumber,
    leadNumber,
    START,
  );
  insertCall(database, { ...callOf(callId(index), index, touch), eventId });
}

/**
 * Wins, loses, values, merges or takes apart leads at random.
 * @returns the survivor of a merge, or both leads of one that was undone
 */
function change(context: WriteContext, run: Run, leads: readonly string[]): readonly string[] {
  const pick = (): string => leads[Math.floor(run.random() * leads.length)] ?? '';
  const [one, other] = [pick(), pick()];
  const chance = run.random();
  const lead = findLead(context.database, one);
  if (lead === undefined) return [];
  if (chance < 0.55) {
    const state = run.random() < 0.75 ? WON : 'open';
    if (state === lead.state) return [];
    const data = { from: lead.state, to: state };
    commitChange(context, lead, { ...lead, state }, { type: 'state_change', data });
  } else if (chance < 0.7) {
    const quote = [{ unit: 'EUR', value: 100 + Math.floor(run.random() * 900) }];
    commitChange(
      context,
      lead,
      { ...lead, fields: { ...lead.fields, quote } },
      { type: 'lead_modified', data: { changes: [] } },
    );
  } else if (chance < 0.9) {
    if (one === other || findLead(context.database, other) === undefined) return [];
    const input = { with: other, retain_fields: run.random() < 0.5 ? ['state'] : [], merge_fields: [] };
    mergeLeads(context, one, input, false);
    return [one];
  } else {
    const [merge] = context.database.all<{ secondary_id: string }>(
      'SELECT secondary_id FROM merges WHERE survivor_number = ? AND primary_number = survivor_number',
      lead.leadNumber,
    );
    if (merge === undefined) return [];
    unmergeLeads(context, one, merge.secondary_id);
    return [one, merge.secondary_id];
  }
  return [];
}

/** Lists the ids for the platform of a lead and of those that were merged into it. */
function idsOf(run: Run, rule: string, id: string): string[] {
  const family = run.database
    .all<{ secondary_id: string }>(
      'SELECT secondary_id FROM merges WHERE survivor_number = (SELECT lead_number FROM leads WHERE lead_id = ?)',
      id,
    )
    .map(({ secondary_id: secondary }) => secondary);
  return [id, ...family].map((lead) => conversionIdOf(lead, rule));
}

/**
 * Counts what the platform may have of a lead whose family has just changed: each that was in a request, also in one that was not
 * answered. One may go out in any case.
 */
function boundOf(run: Run, rule: string, id: string): number {
  const ids = idsOf(run, rule, id);
  const tried = run
    .rows()
    .filter(({ conversionId, sentValue }) => ids.includes(conversionId) && sentValue !== null);
  return Math.max(1, tried.length);
}

/** Steps in which people change leads. */
const CHANGED_STEPS = TROUBLED_STEPS + 4;
const CHANGES_OF_A_STEP = 3;

/** Changes leads between the steps of the outbox, until it is empty. @returns `boundOf` of each lead that was merged or restored */
async function live(
  run: Run,
  {
    rule,
    leads,
    seen,
  }: { rule: string; leads: readonly string[]; seen: Record<'merges' | 'unmerges', number> },
): Promise<Map<string, number>> {
  const bounds = new Map<string, number>();
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    run.isTroubled = steps < TROUBLED_STEPS;
    const changes = steps < CHANGED_STEPS ? CHANGES_OF_A_STEP : 0;
    for (let turn = 0; turn < changes; turn += 1) {
      vi.setSystemTime(Date.now() + 1_000);
      let changed: readonly string[] = [];
      await survive(run, () => {
        changed = run.write((context) => change(context, run, leads));
      });
      for (const id of changed) bounds.set(id, boundOf(run, rule, id));
      if (changed.length > 0) seen[changed.length === 1 ? 'merges' : 'unmerges'] += 1;
    }
    if (!(await step(run)) && steps > CHANGED_STEPS) break;
  }
  return bounds;
}

test.for(Object.keys(PLATFORMS) as Platform[])(
  '%s gets every won lead once, over random runs with kills and merges',
  { timeout: 600_000 },
  async (platform) => {
    const { secret = '' } = PLATFORMS[platform] ?? {};
    const sealed = await sealSecret({ companyId: COMPANY_ID }, ENV, { platform, secret });
    const seen = { counted: 0, merges: 0, unmerges: 0, lost: 0 };
    for (let seed = 1; seed <= RUNS / 4; seed += 1) {
      vi.setSystemTime(START);
      const run = new Run(platform, seed, [{ react: recordConversions }]);
      vi.stubGlobal('fetch', (url: string, init: { body?: unknown } = {}) => run.answer(url, init));
      const leads = await prepare(run, sealed);
      const { rule_id: rule } = run.database.one<{ rule_id: string }>('SELECT rule_id FROM conversion_rules');
      const bounds = await live(run, { rule, leads, seen });
      const rows = run.rows();
      const states = run.database.all<{ lead_id: string; state: string }>('SELECT lead_id, state FROM leads');
      const won = states.filter(({ state }) => state === WON).map(({ lead_id: id }) => id);
      const gone = rows.filter(({ status }) => status !== 'waiting' && status !== 'skipped');
      const told = gone.filter(({ status, detail }) => status !== 'refused' && detail === null);
      seen.counted += run.counting.values.size;
      seen.lost += rows.filter(({ reason }) => reason === 'not_won').length;

      expect([seed, rows.filter(({ status }) => status === 'waiting')]).toEqual([seed, []]);
      // Each won lead has gone out once.
      expect([seed, won.map((id) => gone.filter(({ recordId }) => recordId === id).length)]).toEqual([
        seed,
        won.map(() => 1),
      ]);
      expect([seed, told.filter(({ conversionId }) => !run.counting.values.has(conversionId))]).toEqual([
        seed,
        [],
      ]);
      // What the platform has, the outbox knows, and nothing was counted again after a merge.
      const known = new Set(rows.map(({ conversionId }) => conversionId));
      expect([seed, [...run.counting.values.keys()].filter((id) => !known.has(id))]).toEqual([seed, []]);
      const excess = states.filter(({ lead_id: id }) => {
        const counted = idsOf(run, rule, id).filter((each) => run.counting.values.has(each));
        return counted.length > (bounds.get(id) ?? 1);
      });
      expect([seed, excess]).toEqual([seed, []]);
      const stale = rows.filter(
        ({ recordId, value, sentValue, status }) =>
          won.includes(recordId) && status === 'sent' && value !== sentValue,
      );
      expect([seed, platform === 'google_data_manager' ? stale : []]).toEqual([seed, []]);
    }

    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  },
);
