/** The measured operations, each as a request and as the same work in this process. */
import type { WriteContext } from '../../worker/core/engine/context/request-context.ts';
import { changeBodies } from '../../worker/core/engine/log/stream-bodies.ts';
import { readChanges } from '../../worker/core/engine/commit/stream.ts';
import { readableLead } from '../../worker/core/leads/record/access.ts';
import { readLeadInput } from '../../worker/core/leads/record/lead-input.ts';
import { leadBody } from '../../worker/core/leads/record/lead-bodies.ts';
import { createLead, modifyLead, upsertLead } from '../../worker/core/leads/editing/lead-writes.ts';
import { mergeLeads } from '../../worker/core/leads/merges/merges.ts';
import { listRecentLeads } from '../../worker/core/leads/finding/listing/recent-leads.ts';
import { eventBody } from '../../worker/core/leads/timeline/event-bodies.ts';
import { countEvents, listEvents } from '../../worker/core/leads/timeline/events.ts';
import { MERGES, type SeededCompany } from './seed.ts';
import { settingsOf } from '../../worker/core/company/settings/settings.ts';

/** A request below `/companies/<uuid>`. */
interface BenchRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** An operation; `turn` counts its runs, so that no two are the same. */
export interface Operation {
  name: string;
  turns: number;
  request(company: SeededCompany, turn: number): BenchRequest;
  work(context: WriteContext, company: SeededCompany, turn: number): unknown;
}

const TURNS = 400;

const IDENTIFIER_REQUIRED = { identifierRequired: true };

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'get',
    turns: TURNS,
    request: (company, turn) => ({ method: 'GET', path: `/leads/${anyLead(company, turn)}` }),
    work: (context, company, turn) => leadBody(context, readableLead(context, anyLead(company, turn))),
  },
  {
    name: 'create',
    turns: TURNS,
    request: (_company, turn) => ({ method: 'POST', path: '/leads/create', body: newLeadBody('http', turn) }),
    work: (context, _company, turn) => {
      const body = newLeadBody('inside', turn);
      return createLead(context, readLeadInput(settingsOf(context), body, IDENTIFIER_REQUIRED));
    },
  },
  {
    name: 'upsert (match)',
    turns: TURNS,
    request: (company, turn) => ({
      method: 'POST',
      path: '/leads/upsert',
      body: { email: anyEmail(company, turn), name: `Upserted ${turn}` },
    }),
    work: (context, company, turn) => {
      const body = { email: anyEmail(company, turn), name: `Upserted inside ${turn}` };
      return upsertLead(context, readLeadInput(settingsOf(context), body, IDENTIFIER_REQUIRED));
    },
  },
  {
    name: 'modify',
    turns: TURNS,
    request: (company, turn) => ({
      method: 'POST',
      path: `/leads/${anyLead(company, turn)}/modify`,
      body: { name: `Modified ${turn}` },
    }),
    work: (context, company, turn) => {
      const body = { name: `Modified inside ${turn}` };
      const input = readLeadInput(settingsOf(context), body, { identifierRequired: false });
      return modifyLead(context, anyLead(company, turn), input);
    },
  },
  {
    name: 'modify, key and once',
    turns: TURNS,
    request: (company, turn) => ({
      method: 'POST',
      path: `/leads/${anyLead(company, turn)}/modify`,
      body: { name: `Modified once ${turn}` },
      headers: { Authorization: `Bearer ${company.key}`, 'Idempotency-Key': `modify-${turn}` },
    }),
    work: (context, company, turn) => {
      const body = { name: `Modified once inside ${turn}` };
      const input = readLeadInput(settingsOf(context), body, { identifierRequired: false });
      return modifyLead(context, anyLead(company, turn), input);
    },
  },
  {
    name: 'changes (1,000)',
    turns: 40,
    request: ({ size }, turn) => ({
      method: 'GET',
      path: `/changes?limit=1000&after=${anyPosition(size, turn)}`,
    }),
    work: (context, { size }, turn) =>
      changeBodies(
        context,
        readChanges(context.database, { after: anyPosition(size, turn), limit: 1_000, types: [] }),
      ),
  },
  {
    name: 'events page',
    turns: TURNS,
    request: (company, turn) => ({ method: 'GET', path: `/leads/${longLead(company, turn)}/events` }),
    work: (context, company, turn) => {
      const lead = readableLead(context, longLead(company, turn));
      return {
        count: countEvents(context.database, lead.leadNumber),
        events: listEvents(context.database, lead.leadNumber, { start: 0, size: 20 }).map((event) =>
          eventBody(context, event, lead.leadId),
        ),
      };
    },
  },
  {
    name: 'recent leads (500)',
    turns: 40,
    request: () => ({ method: 'GET', path: '/leads/recent_leads?relative=last_7_days' }),
    work: (context) =>
      listRecentLeads(context, {
        relative: 'last_7_days',
        tz_offset: 0,
        tz: undefined,
        from: undefined,
        to: undefined,
        created_relative: undefined,
        created_from: undefined,
        created_to: undefined,
      }),
  },
  {
    name: 'merge (1,000 events)',
    turns: MERGES,
    request: (company, turn) => ({
      method: 'POST',
      path: `/leads/${anyLead(company, turn)}/merge`,
      body: { with: company.longLeads[turn] ?? '' },
    }),
    work: (context, company, turn) => {
      const secondary = company.longLeads[MERGES + turn] ?? '';
      const input = { with: secondary, retain_fields: [], merge_fields: [] };
      return mergeLeads(context, anyLead(company, turn), input, false);
    },
  },
];

/** Chooses a lead for each turn, spread over the company, so that runs use different database pages. */
function anyLead({ leads }: SeededCompany, turn: number): string {
  return leads[(turn * 7_919) % leads.length] ?? '';
}

/** Returns a position followed by 1,000 changes, as every lead has one for its creation. */
function anyPosition(size: number, turn: number): number {
  return (turn * 7_919) % Math.max(1, size - 1_000);
}

function anyEmail({ size }: SeededCompany, turn: number): string {
  return `lead.${(turn * 7_919) % size}@example.com`;
}

function longLead({ longLeads }: SeededCompany, turn: number): string {
  return longLeads[turn % longLeads.length] ?? '';
}

function newLeadBody(who: string, turn: number): Record<string, unknown> {
  return { email: `${who}.${turn}@bench.example`, name: `New ${turn}`, source_tags: ['Website'] };
}
