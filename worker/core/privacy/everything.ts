/** The copy of a person's data: everything that the company stores about a lead, as one JSON document. */
import type { RequestContext } from '../engine/context/request-context.ts';
import { copiesOfCalls } from '../phone/calls/copies.ts';
import { listChangesOf } from '../engine/commit/stream.ts';
import { listCommentsOf } from '../leads/comments/comments.ts';
import { leadBody } from '../leads/record/lead-bodies.ts';
import type { LeadRecord } from '../leads/record/schema.ts';
import { mergedInto, readSnapshot } from '../leads/merges/merge-snapshots.ts';
import { notificationsAbout } from '../people/notifications/notifications.ts';
import { pause } from '../engine/work/pauses.ts';
import { copiesOfTexts } from '../phone/messages/copies.ts';
import { isOptedOut } from '../phone/messages/message-store.ts';
import { eventBody } from '../leads/timeline/event-bodies.ts';
import { listEvents } from '../leads/timeline/events.ts';
import type { TimelinePosition } from '../leads/timeline/schema.ts';
import { writeMoment } from '../engine/times/moments.ts';

/** Events or changes read at a time. */
const PAGE = 100;

/**
 * Writes the document in pieces, so that memory does not grow with its size: `{lead, merged_leads, events,
 * calls, texts, opt_outs, notifications, changes}`. Every event has its comments; removed notes are left out. Recordings and files of texts
 * stay with their carriers: the document says where.
 */
export function everythingOf(context: RequestContext, lead: LeadRecord): ReadableStream<Uint8Array> {
  const pieces = piecesOf(context, lead);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}

async function* piecesOf(context: RequestContext, lead: LeadRecord): AsyncGenerator<string, undefined> {
  const { database } = context;
  const merged = mergedInto(database, lead.leadNumber);
  const leadIds = [lead.leadId, ...merged.map(({ leadId }) => leadId)];
  const mergedLeads = merged.map(({ leadId, mergedTime, snapshot }) => ({
    lead_id: leadId,
    merged_time: writeMoment(mergedTime),
    ...(snapshot === '' ? {} : { before: leadBody(context, readSnapshot(snapshot).secondary) }),
  }));
  const notifications = notificationsAbout(database, leadIds).map((each) => ({
    type: each.type,
    user_id: each.userId,
    data: each.data,
    created_time: writeMoment(each.createdTime),
  }));
  yield `{"lead":${JSON.stringify(leadBody(context, lead))},"merged_leads":${JSON.stringify(mergedLeads)}`;
  const optOuts = lead.phones.map(({ phone }) => phone).filter((phone) => isOptedOut(database, phone));
  yield `,"notifications":${JSON.stringify(notifications)},"opt_outs":${JSON.stringify(optOuts)},"events":[`;
  yield* listed(eventPages(context, lead));
  yield '],"calls":[';
  yield* listed(copiesOfCalls(context, lead));
  yield '],"texts":[';
  yield* listed(copiesOfTexts(context, lead));
  yield '],"changes":[';
  yield* listed(changePages(context, leadIds));
  yield ']}';
  return undefined;
}

/** The items of all pages with commas between them. */
async function* listed(pages: Iterable<object[]>): AsyncGenerator<string> {
  let separator = '';
  for (const page of pages) {
    if (page.length > 0) yield separator + page.map((item) => JSON.stringify(item)).join(',');
    if (page.length > 0) separator = ',';
    await pause();
  }
}

function* eventPages(context: RequestContext, lead: LeadRecord): Generator<object[]> {
  let after: TimelinePosition | undefined;
  do {
    const from = after === undefined ? { start: 0 } : { after };
    const events = listEvents(context.database, lead.leadNumber, { ...from, size: PAGE });
    const comments = listCommentsOf(
      context,
      events.filter(({ commentCount }) => commentCount > 0),
    );
    yield events.map((event) => ({
      ...eventBody(context, event, lead.leadId),
      comments: comments.get(event.eventId) ?? [],
    }));
    after = events.length < PAGE ? undefined : events.at(-1);
  } while (after !== undefined);
}

function* changePages(context: RequestContext, leadIds: readonly string[]): Generator<object[]> {
  for (let after = 0; ;) {
    const changes = listChangesOf(context.database, leadIds, { after, limit: PAGE });
    yield changes.map(({ sequence, type, changeTime, actor, requestId }) => ({
      sequence,
      type,
      timestamp: writeMoment(changeTime),
      actor,
      request_id: requestId,
    }));
    after = changes.at(-1)?.sequence ?? 0;
    if (changes.length < PAGE) return;
  }
}
