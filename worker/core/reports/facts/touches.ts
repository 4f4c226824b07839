/** The visits and numbers that led to a call, a message, a form or a lead, in order. Pure. */
import type { VisitSnapshot } from '../../attribution/schema.ts';
import { CHANNELS } from '../../../dni/pure/channels.ts';
import { isPaidChannel } from '../../../dni/pure/paid.ts';

/** Most touches of a path: the first two, and the latest before the contact. */
const MOST_TOUCHES = 10;
const KEPT_FIRST = 2;
/** Longest text of a touch in reports, in characters; a longer one is cut. */
const MAX_TEXT = 200;

/** How a touch counts in the models `last_non_direct` and `last_paid`. */
export type TouchKind = 'paid' | 'direct' | 'other';

/** A visit, or a number with a source of its own. A member is null if it is unknown. */
export interface Touch {
  source: string | null;
  medium: string | null;
  campaign: string | null;
  term: string | null;
  landingPage: string | null;
  kind: TouchKind;
}

/** The touches before a contact, the last one included. */
export interface Path {
  touches: readonly Touch[];
  /** The index of the touch that led to the lead's first contact. */
  creation: number;
}

/** A call, message or form from a person, as paths need it. */
export interface ContactTouch {
  visit: VisitSnapshot | null;
  /** The source of the number. */
  source: string | null;
}

/** Returns the path of the last of a person's contacts. @param contacts at least one, in the order of time */
export function pathOf(contacts: readonly ContactTouch[]): Path {
  const touches: Touch[] = [];
  let creation = 0;
  for (const [index, contact] of contacts.entries()) {
    const former = contacts[index - 1];
    if (former !== undefined && isSameTouch(former, contact)) continue;
    const first = touches.length === 0 ? firstTouchOf(contact.visit) : undefined;
    if (first !== undefined) touches.push(first);
    touches.push(touchOf(contact));
    if (index === 0) creation = touches.length - 1;
  }
  if (touches.length <= MOST_TOUCHES) return { touches, creation };
  return {
    touches: [...touches.slice(0, KEPT_FIRST), ...touches.slice(KEPT_FIRST - MOST_TOUCHES)],
    creation,
  };
}

/** Returns the path of a lead that no contact has made. */
export function pathOfTag(source: string | null): Path {
  return { touches: [touchOf({ visit: null, source })], creation: 0 };
}

function isSameTouch(one: ContactTouch, other: ContactTouch): boolean {
  if (one.visit === null || other.visit === null)
    return one.visit === other.visit && one.source === other.source;
  return one.visit.visit_id !== null && one.visit.visit_id === other.visit.visit_id;
}

/** Returns the visitor's first visit in the browser, if it was another one than this. */
function firstTouchOf(visit: VisitSnapshot | null): Touch | undefined {
  if (visit === null || visit.first_source === null) return undefined;
  const isSame = visit.first_source === visit.source && visit.first_campaign === visit.campaign;
  if (isSame) return undefined;
  return {
    source: shortened(visit.first_source),
    medium: null,
    campaign: shortened(visit.first_campaign),
    term: null,
    landingPage: null,
    kind: kindOf(visit.first_source),
  };
}

function touchOf({ visit, source }: ContactTouch): Touch {
  return {
    source: shortened(visit?.source ?? source),
    medium: shortened(visit?.medium),
    campaign: shortened(visit?.campaign),
    term: shortened(visit?.term),
    landingPage: shortened(visit?.landing_page),
    kind: kindOf(visit?.channel ?? visit?.source ?? source),
  };
}

/** Returns the kind by a channel, or by a source that is named like one. */
function kindOf(channel: string | null): TouchKind {
  if (channel === 'direct') return 'direct';
  const known = CHANNELS.find((each) => each === channel);
  return known !== undefined && isPaidChannel(known) ? 'paid' : 'other';
}

function shortened(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : text.slice(0, MAX_TEXT);
}
