/** The answers about calls. */
import * as v from 'valibot';
import { METHODS } from '../../attribution/schema.ts';
import { OUTCOMES } from '../../../shared/contact/outcomes.ts';
import { copied, count, id, named, time } from '../../../shared/reference/answers.ts';
import { menuOfCall } from '../../leads/timeline/reference.ts';
import { onTimeline } from '../../leads/timeline/changes-answer-schema.ts';
import { personAnswer } from '../ringing/answer-schema.ts';

const text = v.string();

/** Ids of a visitor with ad platforms and Google Analytics. */
const visitIds = named(
  'VisitIds',
  v.strictObject({
    fbp: v.nullable(text),
    fbc: v.nullable(text),
    ga_client_id: v.nullable(text),
    ga_session_ids: v.record(text, text),
    user_agent: v.nullable(text),
    read_at: time,
  }),
);

/** A visit of the company's site. */
export const callVisit = named(
  'CallVisit',
  v.strictObject({
    visit_id: v.nullable(text),
    began_at: v.nullable(time),
    source: v.nullable(text),
    channel: v.nullable(text),
    site: v.nullable(text),
    medium: v.nullable(text),
    campaign: v.nullable(text),
    term: v.nullable(text),
    content: v.nullable(text),
    first_source: v.nullable(text),
    first_campaign: v.nullable(text),
    landing_page: v.nullable(text),
    referrer: v.nullable(text),
    click_ids: v.record(text, text),
    ad_user_data: v.nullable(v.picklist(['granted', 'denied'])),
    ids: v.nullable(visitIds),
  }),
);
export type CallVisit = v.InferOutput<typeof callVisit>;

const probability = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
/** How a call or message is attributed. */
export const attributionEntries = {
  method: v.picklist(METHODS),
  confidence: probability,
  candidates: v.array(
    v.strictObject({
      confidence: probability,
      source: v.nullable(text),
      location_id: v.nullable(text),
      visit: v.nullable(callVisit),
      tapped_at: v.nullable(time),
      seen_at: v.nullable(time),
    }),
  ),
  model_version: text,
};

/** What a call or message was attributed to, the first first: by its number alone, then by the evidence. */
export const attributionHistory = v.array(
  v.strictObject({
    at: time,
    method: v.picklist(METHODS),
    confidence: probability,
    source: v.nullable(text),
    campaign: v.nullable(text),
  }),
);
export type AttributionHistory = v.InferOutput<typeof attributionHistory>;

/** The visit that a call belongs to, with the evidence in sentences. */
export const callAttributionAnswer = named(
  'CallAttribution',
  v.strictObject({
    call_id: id,
    ...attributionEntries,
    visit: v.nullable(callVisit),
    sentences: v.array(text),
    history: attributionHistory,
  }),
);
export type CallAttribution = v.InferOutput<typeof callAttributionAnswer>;

/** A call. */
export const callAnswer = named(
  'Call',
  v.strictObject({
    call_id: id,
    carrier: text,
    carrier_call_id: text,
    direction: v.picklist(['inbound', 'outbound']),
    number: text,
    from: v.nullable(text),
    caller_name: v.nullable(text),
    location_id: v.nullable(text),
    source: v.nullable(text),
    started_at: time,
    ring_seconds: count,
    answered_at: v.nullable(time),
    talk_seconds: v.nullable(count),
    ended_at: v.nullable(time),
    outcome: v.nullable(v.picklist(OUTCOMES)),
    hangup: v.nullable(
      v.strictObject({
        cause: v.nullable(text),
        error_code: v.nullable(text),
        error_message: v.nullable(text),
      }),
    ),
    answered_by: v.nullable(personAnswer),
    placed_by: v.nullable(personAnswer),
    first_time: v.nullable(v.boolean()),
    prior_calls: v.nullable(count),
    lead_id: v.nullable(id),
    lead_name: v.nullable(text),
    visit: v.nullable(callVisit),
    attribution: v.strictObject(attributionEntries),
    recording: v.nullable(v.strictObject({ state: text, seconds: count, announced: v.boolean() })),
    voicemail: v.nullable(v.strictObject({ seconds: count })),
    menu: v.exactOptional(menuOfCall),
    spam: v.strictObject({
      attestation: v.nullable(v.picklist(['A', 'B', 'C'])),
      verification: v.nullable(v.picklist(['passed', 'failed', 'none'])),
      attestation_path: v.nullable(v.picklist(['diverted', 'passthrough'])),
      reasons: v.array(text),
      score: v.exactOptional(count),
      treatment: v.exactOptional(v.picklist(['press_1', 'voicemail'])),
    }),
    tags: v.array(text),
    value: v.nullable(v.strictObject({ unit: text, value: v.number() })),
    lead_status: v.nullable(v.picklist(['good', 'not_a_lead'])),
    note: v.nullable(text),
    modified_at: time,
  }),
);
export type CallBody = v.InferOutput<typeof callAnswer>;

/** A page of calls, newest first. */
export const callPageAnswer = v.strictObject({
  calls: v.array(callAnswer),
  next_cursor: v.exactOptional(text),
});
export type CallPage = v.InferOutput<typeof callPageAnswer>;

/** The names of the locations and sources of calls. Sources are sorted. */
export const callNamesAnswer = v.strictObject({
  locations: v.array(v.strictObject({ location_id: text, name: text })),
  sources: v.array(text),
});
export type CallNames = v.InferOutput<typeof callNamesAnswer>;

/** A call in the copy of a person's data: where its recording is here, and its id and address at the carrier. */
const copiedCall = copied(
  'calls',
  v.strictObject({
    call: callAnswer,
    recording: v.nullable(
      v.strictObject({
        path: text,
        carrier: text,
        carrier_recording_id: v.nullable(text),
        url: v.nullable(text),
      }),
    ),
  }),
);
export type CopiedCall = v.InferOutput<typeof copiedCall>;

const changedCall = {
  ...onTimeline,
  call_id: id,
  call: v.exactOptional(callAnswer),
  number: text,
  outcome: v.nullable(v.picklist(OUTCOMES)),
};

/** The data of changes of calls. */
export const callChanges = {
  'call.started': changedCall,
  'call.completed': changedCall,
  'call.changed': changedCall,
  'call.transcribed': changedCall,
};
