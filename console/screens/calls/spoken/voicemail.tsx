/** What a caller said on voicemail, as text. */
import type { VNode } from 'preact';
import { Player } from '../../../components/player.tsx';
import { spokenText, TranscriptState, useTranscript } from './transcript.tsx';

interface VoicemailProps {
  callId: string;
  /** Whether there is a recording; another phone system may have sent the text alone. */
  isRecorded: boolean;
  preload?: 'none' | 'metadata';
}

/** Plays a voicemail, and shows below what it says. */
export function Voicemail({ callId, isRecorded, preload = 'none' }: VoicemailProps): VNode {
  const transcript = useTranscript(callId);
  return (
    <>
      {isRecorded && <Player callId={callId} label="Voicemail" preload={preload} />}
      {transcript !== undefined && transcript.segments.length > 0 && (
        <blockquote dir="auto">{spokenText(transcript)}</blockquote>
      )}
      {transcript !== undefined && <TranscriptState transcript={transcript} />}
    </>
  );
}
