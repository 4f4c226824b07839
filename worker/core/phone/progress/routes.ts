/** `/companies/<uuid>/calls`: the list, one call, what people say of it, and the lane of other phone systems. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { asId } from '../../../shared/http/ids.ts';
import { notFound, Problem } from '../../../shared/http/problems.ts';
import { userOf } from '../../engine/context/actors.ts';
import type { RequestContext } from '../../engine/context/request-context.ts';
import { callOf } from '../../engine/context/contexts.ts';
import { addressRules, type CoreApp } from '../../engine/context/company-context.ts';
import { csvFile } from '../../leads/csv/paged-csv.ts';
import { uniqueTags } from '../../leads/record/lead-input.ts';
import { readableLead } from '../../leads/record/access.ts';
import { write } from '../../engine/http/write.ts';
import { callBody } from '../calls/call-bodies.ts';
import { type CallOfLead, findCall } from '../calls/call-store.ts';
import { listCalls } from '../calls/call-lists.ts';
import { callCsv } from '../calls/call-csv.ts';
import { remarkCall } from './calls.ts';
import { callPlaces } from '../ringing/places.ts';
import { askedOf, fetchRecording } from './recordings.ts';
import {
  callChangeSchema,
  type CallChange,
  callsFilterSchema,
  callsQuerySchema,
  type Remarks,
  toldCallSchema,
} from '../calls/schema.ts';
import { tellCall } from './reported-calls.ts';

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
    change: (context, told) => {
      const { callId } = tellCall(context, told, addressRules(c.env));
      return { body: bodyOf(requireCall(context, callId)) };
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
    change: (context, change) => {
      const { record, leadId } = requireCall(context, c.req.param('call'));
      return { body: callBody(remarkCall(context, record, remarksAfter(record.remarks, change)), leadId) };
    },
  }),
);

/** The recording, or the message that the caller left, from where the carrier keeps it; ranges are passed on. */
callRoutes.get('/:call/recording', async (c) => {
  const context = callOf(c);
  const { record } = requireCall(context, c.req.param('call'));
  return fetchRecording(context, record, { ...askedOf(c.req.raw), addresses: addressRules(c.env) });
});

/** @throws Problem `not_found`; `permission_denied` for a lead out of the caller's scope, and for an agent without one */
function requireCall(context: RequestContext, idText: string): CallOfLead {
  const callId = asId(idText);
  const found = callId === undefined ? undefined : findCall(context.database, callId);
  if (found === undefined) throw notFound();
  if (found.leadId !== null) readableLead(context, found.leadId);
  else if (userOf(context.actor)?.roleId === 'agent') {
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
