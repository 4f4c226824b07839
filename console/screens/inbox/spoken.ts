/** What the callers of a page of the inbox said on voicemail. */
import type { RemindersBody } from '../../../worker/core/leads/reminders/reference.ts';
import type { TranscriptsBody } from '../../../worker/core/phone/transcripts/reference.ts';
import { companyPath } from '../../api/company.ts';
import { useResource } from '../../api/resource.ts';
import { mayHear } from '../../api/user.ts';
import { spokenText } from '../calls/spoken/transcript.tsx';
import { isVoicemail } from './waiting.tsx';

/** The most calls that one request may name. Voicemails beyond that play without their words. */
const MOST_CALLS = 50;

type OpenReminder = RemindersBody['reminders'][number];

/** Reads what callers said on the voicemails of a page, all at once. @returns the words by the id of the call */
export function useSpoken(reminders: readonly OpenReminder[]): ReadonlyMap<string, string> {
  const newest = reminders.map(({ contact }) => contact);
  const earlier = reminders.flatMap(({ earlier_contacts: contacts = [] }) => contacts);
  const calls = [...newest, ...earlier]
    .flatMap((contact) => (isVoicemail(contact) ? (contact.data.call_id ?? []) : []))
    .slice(0, MOST_CALLS);
  const isAsked = calls.length > 0 && mayHear();
  const path = companyPath(`/calls/transcripts?calls=${calls.join()}`);
  const { data } = useResource<TranscriptsBody>(isAsked ? path : undefined);
  const done = data?.transcripts.filter(({ segments }) => segments.length > 0) ?? [];
  return new Map(done.map((transcript) => [transcript.call_id, spokenText(transcript)]));
}
