/** Says in words why the page shows its number. Pure: facts in, texts out. */
import { NATIONAL_NUMBER, printed } from '../company.ts';
import type { Facts, KeptAnswer, Preview } from './facts.ts';

/** One step of the decision. */
export interface Step {
  name: string;
  value: string;
  why: string;
  /** Locations by distance, the chosen one marked. */
  rows?: { name: string; distance: string; isChosen: boolean }[];
}

/** What the panel shows. */
export interface Explanation {
  /** The number on the page, as it is printed. */
  number: string;
  /** A word or two: how the number came about. */
  state: string;
  /** What was decided, when, and for how long. */
  story: string[];
  /** What the steps below are about. */
  heading: string;
  steps: Step[];
}

/** The number in the page, and the decision behind it. */
export function explain(facts: Facts): Explanation {
  const { plan, now } = facts;
  const shown = plan === undefined ? NATIONAL_NUMBER : numberOn(plan);
  const number = printed(shown);
  const without = { number, heading: '', steps: [] };
  if (plan === undefined) {
    const story = ['The edge gave no answer, so the page stays as it is: the number in its HTML.'];
    return { ...without, state: 'Not swapped', story: [...story, ...listOf(facts.refusal)] };
  }
  if (now === undefined) return { ...without, state: 'Swapped', story: listOf(facts.refusal) };
  if (plan.source === 'bot') {
    const story = [
      'This browser says that it is a crawler. Search engines see, and list, the number in the HTML.',
    ];
    return { ...without, state: 'Crawler', story };
  }
  const isKept = facts.cache === 'hit' || (facts.cache === undefined && facts.kept !== null);
  const told = isKept ? toldOfKept(facts, now) : toldOfNew(facts, now, shown);
  const fromBrowser = facts.isFromBrowser
    ? ['This page did not have to ask: the browser keeps the answer for half an hour.']
    : [];
  return { number, ...told, story: [...told.story, ...fromBrowser], steps: stepsOf(now) };
}

type Told = Pick<Explanation, 'state' | 'story' | 'heading'>;

function toldOfNew({ cache, kept }: Facts, now: Preview, shown: string): Told {
  const until = kept ? ` until ${dayOf(kept.expires)}` : '';
  const story =
    cache === 'bypass'
      ? 'Decided for this page alone: nothing was looked up, nothing is kept.'
      : `Somebody new: decided just now, and kept for this address${until}.`;
  // Somebody may have saved other settings since the page asked.
  const since =
    now.answer.phone_number === shown
      ? []
      : [`Asked again, it would be ${printed(now.answer.phone_number)}.`];
  return {
    state: cache === 'bypass' ? 'Not cached' : 'New',
    story: [story, ...since],
    heading: 'Why this number',
  };
}

function toldOfKept({ kept, plan }: Facts, now: Preview): Told {
  const branch = plan?.closest_location?.name;
  const story = [
    `Been here before: this address keeps its number${kept ? ` until ${dayOf(kept.expires)}` : ''}, whatever brings it back.`,
    `It was decided for the source ${plan?.source ?? ''}${branch ? ` and ${branch}` : ''}${whenDecided(kept)}.`,
  ];
  const other = now.answer.phone_number;
  return other === plan?.phone_number
    ? { state: 'Kept', story, heading: 'Somebody new would get the same, because' }
    : { state: 'Kept', story, heading: `Somebody new would get ${printed(other)}, because` };
}

function stepsOf(now: Preview): Step[] {
  return [placeStep(now), branchStep(now), sourceStep(now), numberStep(now)];
}

function placeStep({ place }: Preview): Step {
  if (place === null)
    return { name: 'Place', value: 'Unknown', why: 'The network does not say where it is.' };
  const region = place.region?.split('-')[1] ?? place.country;
  const code = [region, place.postal_code].filter(Boolean).join(' ');
  const value = [place.city, code].filter(Boolean).join(', ');
  return { name: 'Place', value, why: FOUND_BY[place.found_by] ?? `${place.found_by}.` };
}

const FOUND_BY: Readonly<Record<string, string>> = {
  'forced postal code': 'The postal code that the site names.',
  'network of the request': 'What the network says about the address.',
  'kept for this IP': 'Found at an earlier visit.',
};

function branchStep({ location, place }: Preview): Step {
  const chosen = location.candidates.find((item) => item.location_id === location.location_id);
  const isMeasured = location.candidates.some((item) => item.distance_km !== null);
  return {
    name: 'Branch',
    value: chosen?.name ?? 'None',
    why: whyBranch(location, place, chosen),
    ...(isMeasured && {
      rows: location.candidates.map((item) => ({
        name: item.name,
        distance: item.distance_km === null ? '' : `${Math.round(item.distance_km).toLocaleString('en')} km`,
        isChosen: item === chosen,
      })),
    }),
  };
}

function whyBranch(
  { reason, candidates }: Preview['location'],
  place: Preview['place'],
  chosen: Preview['location']['candidates'][number] | undefined,
): string {
  const isNearest = chosen === candidates[0];
  if (reason === 'service_area') {
    const area = chosen?.service_area === 'region' ? place?.region : place?.postal_code;
    return `It serves ${area ?? 'this place'}${isNearest ? '.' : ', which goes before distance.'}`;
  }
  if (reason === 'closest') return isNearest ? 'The nearest.' : 'The nearest that is open.';
  return OTHER_REASONS[reason] ?? reason;
}

const OTHER_REASONS: Readonly<Record<string, string>> = {
  place_unknown: "The company's default, since the place is unknown.",
  too_far: "The company's default, since every branch is too far away.",
  company_without_locations: 'The company has no branches.',
};

function sourceStep({ source }: Preview): Step {
  const { evidence } = source;
  const tags = Object.entries(evidence).filter(([name, value]) => name.startsWith('utm_') && value !== '');
  const seen = [
    ...tags.map(([name, value]) => `${name}=${value}`),
    ...listOf(evidence['click_id'] && `the click id ${evidence['click_id']}`),
    ...listOf(evidence['referrer'] && `a link on ${evidence['referrer']}`),
  ].join(', ');
  const rule = source.rule ? `The company's rule for ${source.channel}: ` : '';
  return {
    name: 'Source',
    value: source.name,
    why: `${rule}${seen || 'No campaign, no link from elsewhere'}.`,
  };
}

function numberStep({ number, source, location }: Preview): Step {
  const value = printed(number.phone_number);
  const chosen = number.candidates.find((item) => item.phone_number === number.phone_number);
  if (chosen === undefined)
    return { name: 'Number', value, why: "The company's own, since no other applies." };
  const branch = location.candidates.find((item) => item.location_id === chosen.location_id)?.name;
  const why =
    chosen.source === undefined
      ? `${branch}, for every source without a number of its own.`
      : `${branch ?? 'Every branch'}, for the source ${source.name}.`;
  return { name: 'Number', value, why };
}

/** What stands on the page in place of the national number. */
function numberOn({ swaps }: NonNullable<Facts['plan']>): string {
  return swaps.find(({ from }) => from === NATIONAL_NUMBER)?.to ?? NATIONAL_NUMBER;
}

function whenDecided(kept: KeptAnswer | null): string {
  return kept?.decided ? `, on ${dayOf(kept.decided)}` : '';
}

function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });
}

function listOf(text: string | undefined): string[] {
  return text ? [text] : [];
}
