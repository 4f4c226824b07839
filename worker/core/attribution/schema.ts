/** The types of the attribution: the evidence about a call, and the answer. Times are milliseconds since the epoch. */
import type { KeptLease, KeptTap, KeptVisit, VisitTouch } from '../../dni/evidence.ts';
import type { PromptCalls } from './model.ts';

/** The kind of evidence that decided, strongest first. */
export const METHODS = [
  'form',
  'tap',
  'same_person',
  'live_lease',
  'last_lease',
  'leases',
  'visits',
  'number',
] as const;
export type Method = (typeof METHODS)[number];

/** A visit on a call or as a candidate. A member is null when it is unknown, or not the same for all candidates. */
export interface VisitSnapshot extends Omit<VisitTouch, 'source' | 'channel' | 'first_source'> {
  visit_id: string | null;
  begun_time: number | null;
  source: string | null;
  channel: string | null;
  first_source: string | null;
}

export interface Candidate {
  /** The probability that the call belongs to it, 0 to 1. */
  confidence: number;
  source: string | null;
  locationId: string | null;
  visit: VisitSnapshot | null;
  /** When the visitor tapped the number; when the visit was last seen. */
  tappedTime: number | null;
  seenTime: number | null;
}

export interface Attribution {
  method: Method;
  confidence: number;
  /** The likeliest first, at most five. Visits that were not chosen have no ids. */
  candidates: readonly Candidate[];
  /** How many candidates there were. */
  candidateCount: number;
  visit: VisitSnapshot | null;
  /** The version of the weights. */
  modelVersion: string;
  /** When it was saved, in milliseconds since the epoch, and what it replaced; absent before. */
  saved?: { time: number; former: readonly FormerAttribution[] };
}

/** An attribution that was replaced by a better one. */
export interface FormerAttribution {
  /** Milliseconds since the epoch. */
  time: number;
  method: Method;
  confidence: number;
  source: string | null;
  campaign: string | null;
}

/** A call or message of the same person before. */
export interface FormerCall {
  /** The visit that it belongs to, and the confidence of that: null and 0 if it is not known. */
  visit: VisitSnapshot | null;
  confidence: number;
  /** Whether the visit is that of another call before it. */
  isAgain: boolean;
  calledTime: number;
  /** Whether it was to the same number. */
  isSameNumber: boolean;
}

/** A tap, and how many others speak against it. */
export interface WeighedTap extends Omit<KeptTap, 'earlier'> {
  /** Earlier taps of the visit, or of its network, that led to no call. */
  silent: number;
}

/** A call and the evidence about it. */
export interface CallEvidence {
  startedTime: number;
  /** The source and location of the number; null where it has several. */
  source: string | null;
  locationId: string | null;
  /** The leases of the number that are live or ended within 30 days, the latest first. */
  leases: readonly KeptLease[];
  /** The visits that were shown the number, the latest first, and those of taps and leases. */
  visits: readonly KeptVisit[];
  /** How many visits were shown the number. */
  visitCount: number;
  /** The latest first. */
  taps: readonly WeighedTap[];
  /** The person's calls and messages before, the latest first. */
  formers: readonly FormerCall[];
  /** The visits that calls of other people belong to, with the greatest confidence of these. */
  takenVisits: ReadonlyMap<string, number>;
  promptCalls: PromptCalls;
}
