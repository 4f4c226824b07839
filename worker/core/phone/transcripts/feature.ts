/** What was said in calls, as text. */
import type { Feature } from '../../engine/context/feature.ts';
import { CALLS } from '../calls/call-store.ts';
import { queueRecordings } from './queueing.ts';
import { transcribing } from './transcribing.ts';
import { findTranscripts, transcriptBody } from './transcripts.ts';
import { transcriptRoutes } from './routes.ts';

export const transcriptsFeature: Feature = {
  routes: [{ under: 'company', path: '/calls', routes: transcriptRoutes }],
  background: [transcribing],
  react: queueRecordings,
  personalData: {
    // A transcript goes with its call.
    ofLeads: [{ columns: { transcripts: ['segments'] }, erase: () => undefined }],
    copied: [
      {
        member: 'transcripts',
        *pages({ database }, { leadNumber }) {
          for (const records of CALLS.onTimeline(database, leadNumber)) {
            const ids = records.map(({ callId }) => callId);
            yield findTranscripts(database, ids).map((each) => transcriptBody(each.callId, each));
          }
        },
      },
    ],
  },
};
