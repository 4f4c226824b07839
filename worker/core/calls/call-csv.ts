/** Calls as a CSV file (RFC 4180) that streams, so that memory does not grow with its size. */
import type { Call } from '../call.ts';
import { guardCell, writeLine } from '../csv/cells.ts';
import { pause } from '../pauses.ts';
import { writeMoment } from '../times/moments.ts';
import { type CallOfLead, listCalls } from './call-store.ts';
import type { CallResult } from './facts.ts';
import { resultOf } from './results.ts';
import type { CallPosition, CallsFilter } from './schema.ts';

const CALLS_AT_A_TIME = 500;

type Cell = string | number | boolean | null | undefined;

/** The columns: name, and what stands in them. */
const COLUMNS: readonly [name: string, cell: (of: CallOfLead, result: CallResult) => Cell][] = [
  ['call_id', ({ record }) => record.callId],
  ['started_at', ({ record }) => writeMoment(record.startedTime)],
  ['direction', ({ record }) => record.direction],
  ['number', ({ record }) => record.number],
  ['from', ({ record }) => record.caller],
  ['caller_name', ({ record }) => record.facts.callerName],
  ['location_id', ({ record }) => record.locationId],
  ['source', ({ record }) => record.source],
  ['outcome', ({ record }) => record.outcome],
  ['ring_seconds', (_, { ringSeconds }) => ringSeconds],
  ['talk_seconds', (_, { talkSeconds }) => talkSeconds],
  ['answered_by', (_, { answeredBy }) => answeredBy?.number],
  ['first_time', ({ record }) => record.priorCalls === 0],
  ['lead_id', ({ leadId }) => leadId],
  ['tags', ({ record }) => record.remarks.tags.join('; ')],
  ['value', ({ record }) => record.remarks.value?.value],
  ['currency', ({ record }) => record.remarks.value?.unit],
  ['lead_status', ({ record }) => record.remarks.leadStatus],
  ['note', ({ record }) => record.remarks.note],
];

/** A header and a line for each call that matches, newest first; calls that come meanwhile are not in it. */
export function callCsv(call: Call, filter: CallsFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: CallPosition | undefined;
  return new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(
        encoder.encode(
          writeLine(
            COLUMNS.map(([name]) => name),
            guardCell,
          ),
        ),
      ),
    pull: async (controller) => {
      await pause();
      const found = listCalls(call, { ...filter, after, limit: CALLS_AT_A_TIME });
      if (found.length > 0) controller.enqueue(encoder.encode(found.map(lineOf).join('')));
      after = found.at(-1)?.position;
      if (found.length < CALLS_AT_A_TIME) controller.close();
    },
  });
}

function lineOf(of: CallOfLead): string {
  const result = resultOf(of.record.facts);
  const cells = COLUMNS.map(([, cell]) => textOf(cell(of, result)));
  return writeLine(cells, guardCell);
}

function textOf(value: Cell): string {
  return String(value ?? '');
}
