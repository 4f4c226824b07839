/** The demo's engine for speech: says back the words that stand in the sound of the simulated carrier. */
import type { SpeechEnv } from '../../worker/shared/speech/speech.ts';
import { heardIn } from '../carrier/sound.ts';

/** Returns the environment with this engine, unless `.dev.vars` sets up another. */
export function withSpeech<Env extends SpeechEnv>(env: Env): Env {
  if (env.AI !== undefined || (env.SPEECH_URL ?? '') !== '') return env;
  return { ...env, AI: { run: async (_, { audio }) => whisperOf(Buffer.from(audio, 'base64')) } };
}

/** Answers as Whisper does, a segment for each sentence. */
function whisperOf(sound: Uint8Array): object {
  const { lines } = heardIn(sound);
  const segments = lines.map((line) => ({ ...line, avg_logprob: -0.2, no_speech_prob: 0.01 }));
  const text = lines.map((line) => line.text).join(' ');
  return { text, transcription_info: { language: 'en' }, segments };
}
