/** `/companies/<uuid>/calls/<id>/transcript`, and `/calls/transcripts`: what was said, the engine and its minutes. */
import { Hono } from 'hono/tiny';
import { parse } from '../../../shared/http/input.ts';
import { Problem } from '../../../shared/http/problems.ts';
import { speechEngineOf } from '../../../shared/speech/speech.ts';
import { hearsRecordings } from '../../company/settings/settings.ts';
import { userOf } from '../../engine/context/actors.ts';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import { write } from '../../engine/http/write.ts';
import type { OfLead } from '../calls/contact-table.ts';
import type { CallRecord } from '../calls/schema.ts';
import { requireCall } from '../progress/routes.ts';
import type { TranscriptBody, TranscriptsBody } from './reference.ts';
import { type TranscriptByHand, transcriptSchema, transcriptsQuerySchema } from './schema.ts';
import { findTranscript, findTranscripts, replaceTranscript, transcriptBody } from './transcripts.ts';
import { speechBody } from './usage.ts';

export const transcriptRoutes = new Hono<CoreApp>();

/** Transcripts of the calls in `calls`: `{transcripts}`. */
transcriptRoutes.get('/transcripts', (c) => {
  const context = contextOfRequest(c);
  requireHearing(context);
  const { calls } = parse(transcriptsQuerySchema, c.req.query(), 'parameters');
  const visible = calls.flatMap((id) => visibleCall(context, id)?.record.callId ?? []);
  const transcripts = findTranscripts(context.database, visible).map((each) =>
    transcriptBody(each.callId, each),
  );
  return c.json<TranscriptsBody>({ transcripts });
});

/** The deployment's engine, and the minutes of the last months. */
transcriptRoutes.get('/transcripts/usage', (c) =>
  c.json(speechBody(contextOfRequest(c), speechEngineOf(c.env))),
);

/** What was said in a call. */
transcriptRoutes.get('/:call/transcript', (c) => {
  const context = contextOfRequest(c);
  requireHearing(context);
  const { record } = requireCall(context, c.req.param('call'));
  return c.json(transcriptBody(record.callId, findTranscript(context.database, record.callId)));
});

/** Keeps a transcript from elsewhere. */
transcriptRoutes.put('/:call/transcript', (c) =>
  write(c, {
    body: transcriptSchema,
    change: (context, { language, segments }) => ({
      body: replace(context, c.req.param('call'), { state: 'done', language, segments }),
    }),
  }),
);

/** Deletes what was said. */
transcriptRoutes.delete('/:call/transcript', (c) =>
  write(c, {
    room: 'reserve',
    change: (context) => ({
      body: replace(context, c.req.param('call'), { state: 'deleted', language: null, segments: [] }),
    }),
  }),
);

/** Replaces the transcript of a call by hand. */
function replace(context: WriteContext, idText: string, given: TranscriptByHand): TranscriptBody {
  const found = requireCall(context, idText);
  return transcriptBody(found.record.callId, replaceTranscript(context, found, given));
}

/** @throws Problem `permission_denied` for a viewer who may not hear recordings */
function requireHearing(context: RequestContext): void {
  if (hearsRecordings(context, userOf(context.actor))) return;
  const detail =
    'The company’s viewers read no transcripts, as they hear no recordings (viewers_hear_recordings).';
  throw new Problem('permission_denied', detail);
}

/** Returns a call that the caller may see; undefined for any other. */
function visibleCall(context: RequestContext, idText: string): OfLead<CallRecord> | undefined {
  try {
    return requireCall(context, idText);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
