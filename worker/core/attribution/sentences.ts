/** Explains an attribution in sentences. Pure. */
import type { Attribution, Candidate, VisitSnapshot } from './schema.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Explains why a call belongs to a visit. @param startedTime of the call, milliseconds since the epoch */
export function explain(attribution: Attribution, startedTime: number): string[] {
  const { method, candidates, candidateCount, confidence, visit } = attribution;
  const [first] = candidates;
  if (first === undefined)
    return ['The number stands for several sources and locations, and no visit is known.'];
  if (method === 'number') return [aboutNumber(first)];
  return [
    ...aboutEvidence(method, first, startedTime),
    ...(candidateCount > 1 ? [aboutOthers(method, candidateCount - 1)] : []),
    aboutVisit(visit),
    `Confidence: ${percentOf(confidence)} %.`,
  ];
}

/** Returns a confidence in percent. Only a certainty is 100. */
const percentOf = (confidence: number): number =>
  confidence === 1 ? 100 : Math.min(99, Math.round(confidence * 100));

function aboutNumber({ source, locationId }: Candidate): string {
  const stands = [
    ...(source === null ? [] : [`the source ${source}`]),
    ...(locationId === null ? [] : [`the location ${locationId}`]),
  ];
  return `No visit is known. The number stands for ${stands.join(' and ')}.`;
}

function aboutEvidence(
  method: Attribution['method'],
  { tappedTime, seenTime }: Candidate,
  startedTime: number,
): string[] {
  if (method === 'form') return ['The visitor has sent it in this visit.'];
  if (method === 'same_person') return ['An earlier call of this person belongs to this visit.'];
  if (method === 'tap' && tappedTime !== null) {
    return [`A visitor tapped the number ${spanBefore(startedTime - tappedTime)} the call.`];
  }
  if (method === 'live_lease') return ['The visitor who holds the number now is likely to have called.'];
  const seen = seenTime === null ? 'before' : spanBefore(startedTime - seenTime);
  return method === 'visits'
    ? [`A visitor who was shown the number was on the site ${seen} the call.`]
    : [`A visitor had the number until ${seen} the call.`];
}

function aboutOthers(method: Attribution['method'], count: number): string {
  const others = `${count} other ${count === 1 ? 'visitor' : 'visitors'}`;
  if (method === 'tap') return `${others} tapped the number in the same two minutes.`;
  return method === 'visits'
    ? `${others} had been shown the number in the 30 days before.`
    : `${others} had the number in the 30 days before.`;
}

function aboutVisit(visit: VisitSnapshot | null): string {
  if (visit === null) return 'Nothing is known of the visit, or too little is certain.';
  const members = [
    ['the source', visit.source],
    ['the campaign', visit.campaign],
    ['the keyword', visit.term],
    ['the page', visit.landing_page],
  ].flatMap(([label, value]) => (value === null ? [] : [`${label} ${value}`]));
  const known = members.join(', ');
  return visit.visit_id === null
    ? `All visits in question have in common: ${known}.`
    : `The visit began with ${known}.`;
}

/** `9 seconds before`; `just before` for a tap that was told after the call. */
function spanBefore(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds <= 0) return 'just before';
  const [unit, length] = (
    [
      ['day', DAY_S],
      ['hour', HOUR_S],
      ['minute', MINUTE_S],
    ] as const
  ).find(([, size]) => seconds >= 2 * size) ?? ['second', 1];
  const count = Math.round(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'} before`;
}
