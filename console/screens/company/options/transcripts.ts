/** Reads the options for what is said as text from their form. */
export interface Transcripts {
  transcripts: 'off' | 'voicemails' | 'all';
  transcript_language: string | null;
  transcript_minutes: number;
}

/** What may be written down. */
const WRITTEN_DOWN = ['off', 'voicemails', 'all'] as const;

/** Reads the fields of `TranscriptFields`; the options of before where there are none. @param values of the form */
export function readTranscripts(values: Readonly<Record<string, unknown>>, before: Transcripts): Transcripts {
  if (values['/transcript_minutes'] === undefined) {
    const { transcripts, transcript_language, transcript_minutes } = before;
    return { transcripts, transcript_language, transcript_minutes };
  }
  const language = values['/transcript_language'];
  return {
    transcripts: WRITTEN_DOWN.find((each) => each === values['/transcripts']) ?? 'off',
    transcript_language: language === '' || typeof language !== 'string' ? null : language,
    transcript_minutes: Number(values['/transcript_minutes']),
  };
}
