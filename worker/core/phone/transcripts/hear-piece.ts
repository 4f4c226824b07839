/** Fetches the next piece of a recording, and has an engine write it down. */
import { Problem } from '../../../shared/http/problems.ts';
import { ByteReader } from '../../../shared/limits/byte-reader.ts';
import { type Failure, type Hearing, notAsked } from '../../../shared/speech/hearing.ts';
import { nextPiece } from '../../../shared/speech/pieces.ts';
import { SOUND_START, type SoundPiece, type SoundPosition } from '../../../shared/speech/sound.ts';
import type { SpeechEngine } from '../../../shared/speech/speech.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { CallRecord } from '../calls/schema.ts';
import { fetchRecording, fileRequestOf } from '../progress/recordings.ts';
import type { Spoken } from './queueing.ts';
import type { TranscriptRecord } from './schema.ts';

/** How long the carrier may take to send a piece. */
const FETCH_MS = 90_000;
/** The longest recording that is given to an engine whole, if its format cannot be cut. */
export const WHOLE_SECONDS = 600;

const NO_SOUND = notAsked('The recording is no sound.', true);
const TOO_LARGE = notAsked('The recording is too large.', true);
const TOO_LONG = notAsked(
  `It is longer than ${WHOLE_SECONDS / 60} minutes, and its format cannot be cut.`,
  true,
);
const NOT_THERE = notAsked('The carrier sent another part of the recording.');
const NOT_WHOLE = notAsked('The recording did not come whole.');
const NOTHING: Hearing = { outcome: 'heard', language: null, segments: [] };

export const ACTOR = { kind: 'system', name: 'transcripts' } as const;

/** What became of a piece. */
export interface HeardPiece {
  hearing: Hearing;
  /** The piece; undefined if nothing was left, or it failed. */
  piece?: Omit<SoundPiece, 'bytes'> | undefined;
}

/** A piece to write down. */
interface Wanted {
  engine: SpeechEngine;
  record: CallRecord;
  spoken: Spoken;
  transcript: TranscriptRecord;
}

/** Fetches the piece at the transcript's position, and has it written down. Does not throw. */
export async function hearPiece(company: CompanyContext, env: CoreEnv, wanted: Wanted): Promise<HeardPiece> {
  const { engine, transcript } = wanted;
  const position = transcript.position ?? SOUND_START;
  const piece = await fetchPiece(company, env, { ...wanted, position }).catch(failureOf);
  if (piece === undefined) return { hearing: position.byte === 0 ? NO_SOUND : NOTHING };
  if ('outcome' in piece) return { hearing: piece };
  if (piece.seconds === undefined && transcript.seconds > WHOLE_SECONDS) return { hearing: TOO_LONG };
  const { transcript_language: chosen } = settingsOf(company).options();
  const { bytes, ...facts } = piece;
  // What the first piece was spoken in holds for the others, in which there may be little speech.
  const language = chosen ?? transcript.language ?? undefined;
  return { hearing: await engine.hear({ bytes, type: piece.type, language }), piece: facts };
}

/** Returns why no piece was fetched; undefined if nothing follows the position. */
function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Problem)) return NOT_WHOLE;
  return error.code === 'range_not_satisfiable' ? undefined : notAsked(error.message);
}

/** Fetches a piece; undefined if nothing is left. @throws Problem like `fetchRecording`; Error if it breaks off */
async function fetchPiece(
  company: CompanyContext,
  env: CoreEnv,
  { record, spoken: { isVoicemail, recording }, position }: Wanted & { position: SoundPosition },
): Promise<SoundPiece | Failure | undefined> {
  const { byte } = position;
  const headers = byte === 0 ? {} : { Range: `bytes=${byte}-` };
  const request = fileRequestOf(
    new Request('https://core.internal/', { headers }),
    { ...env, company },
    record.carrier,
  );
  const context = contextOfActor(company, ACTOR);
  const response = await fetchRecording(context, record, { ...request, format: isVoicemail ? 'mp3' : 'wav' });
  const reader = new ByteReader(response, FETCH_MS);
  try {
    const type = position.type ?? response.headers.get('Content-Type') ?? '';
    if (!/^(?:audio|video)\//.test(type)) return NO_SOUND;
    // A server may send the file from its start, whatever was requested.
    if (response.status !== 206) await reader.passOver(byte);
    else if (response.headers.get('Content-Range')?.startsWith(`bytes ${byte}-`) === false) return NOT_THERE;
    // Recordings found by id are of carriers that were asked for a channel for each side of a call.
    const isSplit = !isVoicemail && recording.recordingId !== '';
    const piece = await nextPiece(reader, { position, type, isSplit });
    return piece === 'too large' ? TOO_LARGE : piece;
  } finally {
    reader.cancel();
  }
}
