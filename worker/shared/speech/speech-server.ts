/** Writes down speech by a server with OpenAI's `POST /v1/audio/transcriptions`: whisper.cpp, Speaches, Groq and others. */
import { jsonOf, textWithin } from '../limits/bounded-text.ts';
import { type Hearing, noAnswer, notAsked, readWhisper, type SpokenRecording } from './hearing.ts';

/** How long a server may take for one recording. */
const TIMEOUT_MS = 120_000;
/** An hour of speech has some hundred kilobytes with its times. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Statuses of a server that does not take this recording. Any other may be about the address, the key or the model. */
const FINAL = new Set([413, 415]);
/** Servers tell the format by the name of the file. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/flac': 'flac',
  'video/webm': 'webm',
};

/** The server of the deployment. */
interface SpeechServer {
  url: string;
  key: string | undefined;
  model: string;
}

/** Writes down a recording. Does not throw. */
export async function hearByServer(server: SpeechServer, recording: SpokenRecording): Promise<Hearing> {
  const response = await post(server, recording).catch(() => undefined);
  if (response === undefined) return noAnswer('The engine did not answer.');
  const body = await textWithin(response, MAX_ANSWER_BYTES).catch(() => undefined);
  const { status } = response;
  if (response.ok) return readWhisper(jsonOf(body));
  const detail = `The engine answered ${status}.`;
  return status < 500 ? notAsked(detail, FINAL.has(status)) : noAnswer(detail);
}

async function post(
  { url, key, model }: SpeechServer,
  { bytes, type, language }: SpokenRecording,
): Promise<Response> {
  const form = new FormData();
  form.set('file', new File([bytes], `recording.${EXTENSIONS[type] ?? 'mp3'}`, { type }));
  form.set('model', model);
  form.set('response_format', 'verbose_json');
  form.set('temperature', '0');
  if (language !== undefined) form.set('language', language);
  return fetch(url, {
    method: 'POST',
    headers: key ? { Authorization: `Bearer ${key}` } : {},
    body: form,
    // A redirect would take the key elsewhere.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
