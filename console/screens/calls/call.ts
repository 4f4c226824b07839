/** Calls as the API answers them, and their texts. Pure. */
import type { CallBody as Call } from '../../../worker/core/phone/calls/answer-schema.ts';
import { formatPhone } from '../../components/text/values.tsx';
import { channelName } from '../../../worker/dni/pure/channels.ts';

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

/** Words for people's ratings of a call. */
export const RATING_NAMES = { good: 'Good lead', not_a_lead: 'Not a lead' } as const;

/** The least confidence that is called sure. */
const SURE = 0.9;

/** Words for a confidence, with the least one of each. */
const CERTAINTIES: readonly (readonly [word: string, least: number])[] = [
  ['sure', SURE],
  ['likely', 0.7],
  ['possible', 0.5],
];

export type OutcomeName = keyof typeof OUTCOME_NAMES;

/** Outcomes that the form of a rule has; blocked and failed calls are hardly meant. */
export const CHOSEN_OUTCOMES: NonNullable<Call['outcome']>[] = [
  'answered',
  'voicemail',
  'missed',
  'abandoned',
  'busy',
];

export type { CallBody as Call, CallPage } from '../../../worker/core/phone/calls/answer-schema.ts';

/** The rating of a call by users. */
export type Remarks = Pick<Call, 'tags' | 'value' | 'lead_status' | 'note'>;

/** Returns the name of the caller's lead, else the name that the carrier sent, else the number. */
export function callerName({
  lead_name: known,
  caller_name: sent,
  from,
}: Pick<Call, 'lead_name' | 'caller_name' | 'from'>): string {
  return known ?? sent ?? (from === null ? 'Withheld number' : formatPhone(from));
}

/** Returns the outcome of a call; `in_progress` while it has none. */
export function outcomeOf({ outcome }: Pick<Call, 'outcome'>): OutcomeName {
  return outcome ?? 'in_progress';
}

/** Returns what the caller did in the menus: `1 (Sales), then 2`. @param placeName returns a location's name */
export function menuFact(
  { menu, outcome }: Pick<Call, 'menu'> & { outcome?: Call['outcome'] | undefined },
  placeName: (locationId: string) => string,
): string {
  const keys = (menu?.pressed ?? []).map(({ key, label }) => (label === null ? key : `${key} (${label})`));
  const pressed = keys.length === 0 ? 'No key' : `Pressed ${keys.join(', then ')}`;
  if (menu?.led_to === null && outcome) return `${pressed}, and hung up in the menu`;
  const place = menu?.location_id ?? null;
  return place === null ? pressed : `${pressed}, which led to ${placeName(place)}`;
}

/** Seconds as `3:20`. */
export function formatSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}

/** Describes the visit of a call, else its source and location, and their confidence. @param placeName returns a location's name */
export function attributionText(call: Call, placeName: (locationId: string) => string): string {
  const { visit, attribution } = call;
  if (visit !== null) {
    return `${visitText(visit)} (${certaintyOf(attribution)}: ${evidenceText(call)}).`;
  }
  const { candidates } = attribution;
  const parts = candidates.map(({ source, location_id: place }) =>
    [source && channelName(source), place && `the location ${placeName(place)}`].filter(Boolean).join(', '),
  );
  if (parts.length === 0) return 'Unknown: this number has no source and no location.';
  return `${parts.join(', or ')}, by the number called (${certaintyOf(attribution)}).`;
}

/**
 * Returns campaign and keyword of a call or text, else the page, for lists: with the confidence, unless it is sure.
 * @returns undefined when none is known
 */
export function campaignText({
  visit,
  attribution,
}: Pick<Call, 'visit' | 'attribution'>): string | undefined {
  const campaign = [visit?.campaign, visit?.term].filter(Boolean).join(', ') || visit?.landing_page;
  if (!campaign || attribution.confidence >= SURE) return campaign || undefined;
  return `${campaign} (${certaintyOf(attribution)})`;
}

/** Describes the visit of a timeline and how sure it is: `Google, campaign Plumber Denver (sure, 97%: tapped the number 9 seconds before).` */
export function visitEventText(event: VisitData): string {
  const { method, confidence, tapped_seconds: tapped } = event;
  if (method === undefined || confidence === undefined) return visitText(event);
  const evidence = evidenceOf(method, tapped ?? 0);
  return `${visitText(event)} (${certaintyOf({ method, confidence })}: ${evidence}).`;
}

/** The data of a visit on a timeline. */
type VisitData = ShownVisit & { method?: string; confidence?: number; tapped_seconds?: number };

/** The members of a visit that are shown. */
type ShownVisit = Pick<NonNullable<Call['visit']>, 'site' | 'source' | 'campaign' | 'term' | 'landing_page'>;

/** Returns site or source, campaign, keyword and page of a visit. */
export function visitText({ site, source, campaign, term, landing_page: page }: ShownVisit): string {
  const name = site ?? (source === null ? null : channelName(source));
  return [name, campaign && `campaign ${campaign}`, term && `keyword ${term}`, page && `page ${page}`]
    .filter(Boolean)
    .join(', ');
}

/** Puts a confidence into words. Only the number itself is certain: a visit is likely at best. */
function certaintyOf({ method, confidence }: { method: string; confidence: number }): string {
  if (method === 'number' && confidence === 1) return 'certain';
  const [word] = CERTAINTIES.find(([, least]) => confidence >= least) ?? ['unsure'];
  return `${word}, ${Math.min(99, Math.round(confidence * 100))}%`;
}

function evidenceText({ attribution: { method, candidates }, started_at: started }: Call): string {
  const tapped = candidates[0]?.tapped_at ?? started;
  return evidenceOf(method, Math.max(0, Math.round((Date.parse(started) - Date.parse(tapped)) / 1000)));
}

/** @param seconds from the tap to the call */
function evidenceOf(method: string, seconds: number): string {
  if (method === 'same_person') return 'the visit of an earlier call of this person';
  if (method === 'visits') return 'a visitor who was shown the number';
  if (method !== 'tap') return 'a visitor who had the number';
  return `tapped the number ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before`;
}
