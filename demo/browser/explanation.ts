/** Explains in words why the page shows its number. Pure. */
import { NATIONAL_NUMBER, printed } from '../company.ts';
import type { PanelInput, KeptAnswer, Preview } from './panel-input.ts';

const KM_A_MILE = 1.609344;

/** One step of the decision. */
export interface Step {
  name: string;
  value: string;
  why: string;
  /** Locations by distance, the chosen one marked. */
  rows?: { name: string; distance: string; isChosen: boolean }[];
}

/** The contents of the panel. */
export interface Explanation {
  /** The number on the page, as it is printed. */
  number: string;
  /** A short state, for instance `New` or `Cached`. */
  state: string;
  /** What was decided, when, and how long it is kept. */
  story: string[];
  /** Heading of the steps. */
  heading: string;
  steps: Step[];
}

/** Explains the number on the page. */
export function explain(input: PanelInput): Explanation {
  const { plan, now } = input;
  const shown = plan === undefined ? NATIONAL_NUMBER : numberOn(plan);
  const number = printed(shown);
  const without = { number, heading: '', steps: [] };
  if (plan === undefined) {
    const story = ['The lookup did not answer, so the page shows the number in its HTML.'];
    return { ...without, state: 'Not swapped', story: [...story, ...listOf(input.refusal)] };
  }
  if (now === undefined) return { ...without, state: 'Swapped', story: listOf(input.refusal) };
  if (plan.source === 'bot') {
    const story = [
      'This browser identifies itself as a crawler. Search engines see and list the number in the HTML.',
    ];
    return { ...without, state: 'Crawler', story };
  }
  if (plan.overflow !== undefined && now.number.pool !== null) {
    return { number, ...storyOfLease(now.number.pool, number), steps: stepsOf(now) };
  }
  const isKept = input.cache === 'hit' || (input.cache === undefined && input.kept !== null);
  const explained = isKept ? storyOfKept(input, now) : storyOfNew(input, now, shown);
  const fromBrowser = input.isFromBrowser
    ? ['This page sent no lookup: the browser keeps the answer for half an hour.']
    : [];
  return { number, ...explained, story: [...explained.story, ...fromBrowser], steps: stepsOf(now) };
}

type Story = Pick<Explanation, 'state' | 'story' | 'heading'>;

function storyOfLease(
  { name, numbers, free }: NonNullable<Preview['number']['pool']>,
  number: string,
): Story {
  const left = free === null ? '' : ` ${free} are free.`;
  return {
    state: 'Leased',
    story: [
      `This visit leases ${number}, one of the ${numbers} numbers of the pool ${name}.${left}`,
      'It stays the visit’s while its pages are open, and 20 minutes longer. A call to it belongs to this visit.',
    ],
    heading: 'Why this pool',
  };
}

function storyOfNew({ cache, kept }: PanelInput, now: Preview, shown: string): Story {
  const until = kept ? ` until ${dayOf(kept.expires)}` : '';
  const story =
    cache === 'bypass'
      ? 'Decided for this page only, without the cache.'
      : `A new visitor: decided just now, and kept for this IP address${until}.`;
  // The settings may have changed since the page's lookup.
  const since =
    now.answer.phone_number === shown ? [] : [`A new lookup would give ${printed(now.answer.phone_number)}.`];
  return {
    state: cache === 'bypass' ? 'Not cached' : 'New',
    story: [story, ...since],
    heading: 'Why this number',
  };
}

function storyOfKept({ kept, plan }: PanelInput, now: Preview): Story {
  const branch = plan?.closest_location?.name;
  const story = [
    `A returning visitor: this IP address keeps its number${kept ? ` until ${dayOf(kept.expires)}` : ''}, whichever source the next visit has.`,
    `It was decided for the source ${plan?.source ?? ''}${branch ? ` and ${branch}` : ''}${whenDecided(kept)}.`,
  ];
  const other = now.answer.phone_number;
  return other === plan?.phone_number
    ? { state: 'Kept', story, heading: 'A new visitor would get the same number, because' }
    : { state: 'Kept', story, heading: `A new visitor would get ${printed(other)}, because` };
}

function stepsOf(now: Preview): Step[] {
  return [placeStep(now), branchStep(now), sourceStep(now), numberStep(now)];
}

function placeStep({ place }: Preview): Step {
  if (place === null)
    return { name: 'Place', value: 'Unknown', why: 'The visitor’s network has no known place.' };
  const region = place.region?.split('-')[1] ?? place.country;
  const code = [region, place.postal_code].filter(Boolean).join(' ');
  const value = [place.city, code].filter(Boolean).join(', ');
  return { name: 'Place', value, why: FOUND_BY[place.found_by] ?? `${place.found_by}.` };
}

const FOUND_BY: Readonly<Record<string, string>> = {
  'forced postal code': 'From the postal code that the site sends.',
  'network of the request': 'From the visitor’s network.',
  'kept for this IP': 'From an earlier visit.',
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
        distance: item.distance_km === null ? '' : milesOf(item.distance_km),
        isChosen: item === chosen,
      })),
    }),
  };
}

/** Formats a distance in miles, since the demo company is in the US. */
function milesOf(km: number): string {
  return `${Math.round(km / KM_A_MILE).toLocaleString('en')} miles`;
}

function whyBranch(
  { reason, candidates }: Preview['location'],
  place: Preview['place'],
  chosen: Preview['location']['candidates'][number] | undefined,
): string {
  const isNearest = chosen === candidates[0];
  if (reason === 'service_area') {
    const area = chosen?.service_area === 'region' ? place?.region : place?.postal_code;
    return `It serves ${area ?? 'this place'}${isNearest ? '.' : ', which counts more than distance.'}`;
  }
  if (reason === 'closest') return isNearest ? 'The nearest branch.' : 'The nearest open branch.';
  return OTHER_REASONS[reason] ?? reason;
}

const OTHER_REASONS: Readonly<Record<string, string>> = {
  place_unknown: "The company's default, since the place is unknown.",
  too_far: "The company's default, since all branches are too far away.",
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
    why: `${rule}${seen || 'No campaign and no referring site'}.`,
  };
}

function numberStep({ number, source, location }: Preview): Step {
  if (number.pool !== null) {
    const { name, numbers } = number.pool;
    const why = `Each visit by the source ${source.name} leases one of its ${numbers} numbers.`;
    return { name: 'Pool', value: name, why };
  }
  const value = printed(number.phone_number);
  const chosen = number.candidates.find((item) => item.phone_number === number.phone_number);
  if (chosen === undefined)
    return { name: 'Number', value, why: "The company's own number, since no tracking number applies." };
  const branch = location.candidates.find((item) => item.location_id === chosen.location_id)?.name;
  const why =
    chosen.source === undefined
      ? `The number of ${branch} for sources without their own number.`
      : `The number of ${branch ?? 'all branches'} for the source ${source.name}.`;
  return { name: 'Number', value, why };
}

/** Returns the number that replaces the national one on the page. */
function numberOn({ swaps }: NonNullable<PanelInput['plan']>): string {
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
