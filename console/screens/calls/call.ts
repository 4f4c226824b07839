/** Calls as the API answers them, and their texts. Pure. */
import { formatPhone } from '../../components/text/values.tsx';
import { channelName } from '../numbers/words.ts';

export const OUTCOME_NAMES = {
  answered: 'Answered',
  voicemail: 'Voicemail',
  missed: 'Missed',
  abandoned: 'Caller hung up',
  busy: 'Busy',
  blocked: 'Blocked',
  failed: 'Failed',
  in_progress: 'In progress',
} as const;

export type OutcomeName = keyof typeof OUTCOME_NAMES;

/** The rating of a call by users. */
export interface Remarks {
  tags: string[];
  value: { unit: string; value: number } | null;
  lead_status: 'good' | 'not_a_lead' | null;
  note: string | null;
}

/** A call. */
export interface Call extends Remarks {
  call_id: string;
  direction: 'inbound' | 'outbound';
  number: string;
  from: string | null;
  caller_name: string | null;
  location_id: string | null;
  source: string | null;
  started_at: string;
  ring_seconds: number;
  talk_seconds: number | null;
  outcome: Exclude<OutcomeName, 'in_progress'> | null;
  answered_by: { number: string; user_id?: string } | null;
  first_time: boolean;
  prior_calls: number;
  lead_id: string | null;
  attribution: {
    confidence: number;
    candidates: { source: string | null; location_id: string | null }[];
  };
  recording: { seconds: number; announced: boolean } | null;
  voicemail: { seconds: number } | null;
  spam: {
    attestation: string | null;
    verification: string | null;
    attestation_path: string | null;
    reasons: string[];
  };
}

/** A page of calls, newest first. */
export interface CallPage {
  calls: Call[];
  next_cursor?: string;
}

/** Returns the caller's name, else the number. */
export function callerName({ caller_name: name, from }: Pick<Call, 'caller_name' | 'from'>): string {
  return name ?? (from === null ? 'Withheld number' : formatPhone(from));
}

/** Returns the outcome of a call, or that it is in progress. */
export function outcomeOf({ outcome }: Pick<Call, 'outcome'>): OutcomeName {
  return outcome ?? 'in_progress';
}

/** Seconds as `3:20`. */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** Returns the source and location of a call, and how certain they are. @param placeName returns a location's name */
export function attributionText(
  { attribution: { candidates, confidence } }: Call,
  placeName: (locationId: string) => string,
): string {
  const told = candidates.map(({ source, location_id: place }) =>
    [source && channelName(source), place && `the location ${placeName(place)}`].filter(Boolean).join(', '),
  );
  if (told.length === 0) return 'Unknown: this number has no source and no location.';
  const certainty = confidence === 1 ? 'certain' : `${Math.round(confidence * 100)} % sure`;
  return `${told.join(', or ')}, from the number that was called (${certainty}).`;
}
