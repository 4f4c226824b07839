/** Turns recorded speech into text with what the deployment has: a server in `SPEECH_URL`, or the binding `AI`. */
import { configured } from '../configuration.ts';
import type { Hearing, SpokenRecording } from './hearing.ts';
import { hearByServer } from './speech-server.ts';
import { hearByWorkersAi, type SpeechModel } from './workers-ai.ts';

/** Price of `@cf/openai/whisper-large-v3-turbo`, in USD a minute (Workers AI, pricing). */
const WORKERS_AI_PRICE = 0.00051;

/** The bindings, variables and secrets for speech. */
export interface SpeechEnv {
  /** Workers AI. `SPEECH_URL` goes before it. */
  AI?: SpeechModel;
  /** A server that speaks OpenAI's `POST /v1/audio/transcriptions`: the whole address of that endpoint. */
  SPEECH_URL?: string;
  /** Secret. The key of that server, sent as a bearer token. */
  SPEECH_KEY?: string;
  /** The model of that server; `whisper-1` by default. */
  SPEECH_MODEL?: string;
  /** What that server costs, in USD a minute. Unset: unknown. */
  SPEECH_PRICE?: string;
}

/** An engine that writes down speech. */
export interface SpeechEngine {
  name: 'workers_ai' | 'server';
  /** USD a minute; null if unknown. */
  pricePerMinute: number | null;
  /** Writes down a recording. Does not throw. */
  hear(recording: SpokenRecording): Promise<Hearing>;
}

/** Returns the deployment's engine; undefined if it has none. */
export function speechEngineOf(env: SpeechEnv): SpeechEngine | undefined {
  const { AI: model, SPEECH_KEY: key, SPEECH_MODEL: modelName } = env;
  const url = configured(env, 'SPEECH_URL');
  if (url !== undefined) {
    const price = configured(env, 'SPEECH_PRICE');
    return {
      name: 'server',
      pricePerMinute: price === undefined ? null : Number(price),
      hear: (recording) => hearByServer({ url, key, model: modelName || 'whisper-1' }, recording),
    };
  }
  if (model === undefined) return undefined;
  return {
    name: 'workers_ai',
    pricePerMinute: WORKERS_AI_PRICE,
    hear: (recording) => hearByWorkersAi(model, recording),
  };
}
