/** What was said in a call, and how far it is written down. */
import type { VNode } from 'preact';
import type { TranscriptBody } from '../../../../worker/core/phone/transcripts/reference.ts';
import { companyPath } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { mayHear } from '../../../api/user.ts';
import { plural } from '../../../components/text/values.tsx';

/** Reads what was said in a call; undefined for those who may not hear it, too. */
export function useTranscript(callId: string): TranscriptBody | undefined {
  const path = mayHear() ? companyPath(`/calls/${callId}/transcript`) : undefined;
  return useResource<TranscriptBody>(path).data;
}

/** Says how a transcript was made, or why there is none. Nothing where nobody has turned it on. */
export function TranscriptState({ transcript }: { transcript: TranscriptBody }): VNode | null {
  const text = stateText(transcript);
  return text === undefined ? null : <p class="small soft">{text}</p>;
}

function stateText({ state, segments, redactions, error, engine }: TranscriptBody): string | undefined {
  const isBegun = segments.length > 0;
  switch (state) {
    case 'off':
      return undefined;
    case 'pending':
      return error ?? 'Being written down …';
    case 'failed':
      return `Not ${isBegun ? 'all ' : ''}written down: ${error}`;
    default: {
      if (!isBegun) return 'No words were heard.';
      const origin = engine === null ? 'From another phone system' : 'Written down by a machine';
      return redactions > 0 ? `${origin}, ${plural(redactions, 'number')} left out` : origin;
    }
  }
}

/** Returns the words of a transcript. */
export function spokenText({ segments }: TranscriptBody): string {
  return segments.map(({ text }) => text).join(' ');
}
