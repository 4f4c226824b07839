/** What a caller said on voicemail, as text. */
import type { VNode } from 'preact';
import type { TranscriptBody } from '../../../worker/core/phone/transcripts/reference.ts';
import { companyPath } from '../../api/company.ts';
import { useResource } from '../../api/resource.ts';
import { mayHear } from '../../api/user.ts';
import { Player } from '../../components/player.tsx';
import { plural } from '../../components/text/values.tsx';

interface VoicemailProps {
  callId: string;
  /** Whether there is a recording; another phone system may have sent the text alone. */
  isRecorded: boolean;
  preload?: 'none' | 'metadata';
}

/** Plays a voicemail, and shows below what it says. */
export function Voicemail({ callId, isRecorded, preload = 'none' }: VoicemailProps): VNode {
  const path = mayHear() ? companyPath(`/calls/${callId}/transcript`) : undefined;
  const { data } = useResource<TranscriptBody>(path);
  return (
    <>
      {isRecorded && <Player callId={callId} label="Voicemail" preload={preload} />}
      {data !== undefined && <Spoken transcript={data} />}
    </>
  );
}

/** Shows what was said, or why that is not known. Nothing where nobody has turned it on. */
function Spoken({ transcript }: { transcript: TranscriptBody }): VNode | null {
  const { state, segments, redactions, error, engine } = transcript;
  if (state === 'off') return null;
  if (state === 'pending') return <p class="small soft">{error ?? 'Being written down …'}</p>;
  if (state === 'failed') return <p class="small soft">Not written down: {error}</p>;
  if (segments.length === 0) return <p class="small soft">No words were heard.</p>;
  return (
    <>
      <blockquote dir="auto">{spokenText(transcript)}</blockquote>
      <p class="small soft">
        {engine === null ? 'From another phone system' : 'Written down by a machine'}
        {redactions > 0 && `, ${plural(redactions, 'number')} left out`}
      </p>
    </>
  );
}

/** Returns the words of a transcript. */
export function spokenText({ segments }: TranscriptBody): string {
  return segments.map(({ text }) => text).join(' ');
}
