/** Calls as the API answers them, and their texts. Pure. */
import type { CallBody as Call } from '../../../worker/core/phone/calls/answer-schema.ts';
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

export type { CallBody as Call, CallPage } from '../../../worker/core/phone/calls/answer-schema.ts';

/** The rating of a call by users. */
export type Remarks = Pick<Call, 'tags' | 'value' | 'lead_status' | 'note'>;

/** Returns the caller's name, else the number. */
export function callerName({ caller_name: name, from }: Pick<Call, 'caller_name' | 'from'>): string {
  return name ?? (from === null ? 'Withheld number' : formatPhone(from));
}

/** Returns the outcome of a call; `in_progress` while it has none. */
export function outcomeOf({ outcome }: Pick<Call, 'outcome'>): OutcomeName {
  return outcome ?? 'in_progress';
}

/** Seconds as `3:20`. */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** Describes the source and location of a call and their confidence. @param placeName returns a location's name */
export function attributionText(
  { attribution: { candidates, confidence } }: Call,
  placeName: (locationId: string) => string,
): string {
  const parts = candidates.map(({ source, location_id: place }) =>
    [source && channelName(source), place && `the location ${placeName(place)}`].filter(Boolean).join(', '),
  );
  if (parts.length === 0) return 'Unknown: this number has no source and no location.';
  const certainty = confidence === 1 ? 'certain' : `${Math.round(confidence * 100)} % sure`;
  return `${parts.join(', or ')}, by the number called (${certainty}).`;
}
