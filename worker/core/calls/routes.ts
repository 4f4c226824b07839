/** `/companies/<uuid>/calls`: the list, one call, what people say of it, and the lane of other phone systems. */
import { Hono } from 'hono/tiny';
import { parse } from '../../input.ts';
import { asId } from '../../ids.ts';
import { notFound, Problem } from '../../problems.ts';
import { userOf } from '../actors.ts';
import type { Call } from '../call.ts';
import { callOf } from '../api-calls.ts';
import { addressRules, type CoreApp } from '../core-app.ts';
import { csvFile } from '../csv/paged-csv.ts';
import { uniqueTags } from '../leads/lead-input.ts';
import { readableLead } from '../leads/access.ts';
import { write } from '../write.ts';
import { callBody } from './call-bodies.ts';
import { type CallOfLead, findCall } from './call-store.ts';
import { listCalls } from './call-lists.ts';
import { callCsv } from './call-csv.ts';
import { remarkCall } from './calls.ts';
import { callPlaces } from './places.ts';
import { askedOf, fetchRecording } from './recordings.ts';
import {
  callChangeSchema,
  type CallChange,
  callsFilterSchema,
  callsQuerySchema,
  type Remarks,
  toldCallSchema,
} from './schema.ts';
import { tellCall } from './told-calls.ts';

export const callRoutes = new Hono<CoreApp>();

/** Calls, newest first: `{calls, next_cursor?}`. */
callRoutes.get('/', async (c) => {
  const { cursor, limit, ...filter } = parse(callsQuerySchema, c.req.query(), 'parameters');
  // One call more than asked for tells whether there is a next page.
  const found = await listCalls(callOf(c), { ...filter, after: cursor, limit: limit + 1 });
  const calls = found.slice(0, limit);
  const last = found.length > limit ? calls.at(-1)?.position : undefined;
  return c.json({
    calls: calls.map(({ record, leadId }) => callBody(record, leadId)),
    ...(last === undefined ? {} : { next_cursor: `${last.startedTime}-${last.callNumber}` }),
  });
});

/** Tells of a call that another phone system handled -> the call. */
callRoutes.post('/', (c) =>
  write(c, {
    body: toldCallSchema,
    change: (call, told) => {
      const { callId } = tellCall(call, told, addressRules(c.env));
      return { body: bodyOf(requireCall(call, callId)) };
    },
  }),
);

/** Calls as a file, newest first. */
callRoutes.get('/export.csv', (c) => {
  const filter = parse(callsFilterSchema, c.req.query(), 'parameters');
  return csvFile(callCsv(callOf(c), filter), 'calls.csv');
});

/** What the locations and sources of calls are called: `{locations, sources}`. */
callRoutes.get('/places', (c) => c.json(callPlaces(callOf(c))));

/** A call. */
callRoutes.get('/:call', (c) => c.json(bodyOf(requireCall(callOf(c), c.req.param('call')))));

/** Changes any of `{tags, value, lead_status, note}`. */
callRoutes.post('/:call/modify', (c) =>
  write(c, {
    body: callChangeSchema,
    change: (call, change) => {
      const { record, leadId } = requireCall(call, c.req.param('call'));
      return { body: callBody(remarkCall(call, record, remarksAfter(record.remarks, change)), leadId) };
    },
  }),
);

/** The recording, or the message that the caller left, from where the carrier keeps it; ranges are passed on. */
callRoutes.get('/:call/recording', async (c) => {
  const call = callOf(c);
  const { record } = requireCall(call, c.req.param('call'));
  return fetchRecording(call, record, { ...askedOf(c.req.raw), addresses: addressRules(c.env) });
});

/** @throws Problem `not_found`; `permission_denied` for a lead out of the caller's scope, and for an agent without one */
function requireCall(call: Call, idText: string): CallOfLead {
  const callId = asId(idText);
  const found = callId === undefined ? undefined : findCall(call.database, callId);
  if (found === undefined) throw notFound();
  if (found.leadId !== null) readableLead(call, found.leadId);
  else if (userOf(call.actor)?.roleId === 'agent') {
    throw new Problem('permission_denied', 'A call without a lead is for managers and super admins.');
  }
  return found;
}

function bodyOf({ record, leadId }: CallOfLead): object {
  return callBody(record, leadId);
}

function remarksAfter(before: Remarks, change: CallChange): Remarks {
  return {
    tags: change.tags === undefined ? before.tags : uniqueTags(change.tags),
    value: change.value === undefined ? before.value : change.value,
    leadStatus: change.lead_status === undefined ? before.leadStatus : change.lead_status,
    note: change.note === undefined ? before.note : change.note === '' ? null : change.note,
  };
}
