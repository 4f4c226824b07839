/** Writes down speech by Workers AI. */
import { within } from '../limits/bounded-wait.ts';
import { type Hearing, noAnswer, readWhisper, type SpokenRecording } from './hearing.ts';

const MODEL = '@cf/openai/whisper-large-v3-turbo';
/** How long the binding may take for one recording. */
const TIMEOUT_MS = 120_000;

/** The part of the binding `AI` that is used. */
export interface SpeechModel {
  run(
    model: typeof MODEL,
    input: { audio: string; language?: string; vad_filter: boolean },
  ): Promise<unknown>;
}

/** Writes down a recording. Does not throw. */
export async function hearByWorkersAi(
  ai: SpeechModel,
  { bytes, language }: SpokenRecording,
): Promise<Hearing> {
  const audio = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  const heard = ai
    .run(MODEL, { audio, vad_filter: true, ...(language === undefined ? {} : { language }) })
    .then(readWhisper)
    .catch((error: unknown) => noAnswer(error instanceof Error ? error.message.slice(0, 200) : 'It failed.'));
  return within(heard, TIMEOUT_MS, noAnswer('The engine did not answer.'));
}
