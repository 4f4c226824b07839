/** The report on a call, as the events of its carrier add up to it, and the result that follows from it. */
import type { Outcome } from '../../../shared/contact/outcomes.ts';
import type { DialResult, Screening } from '../ringing/plans.ts';
import type { RingPriority } from '../ringing/turns.ts';
import type { Suspicion } from '../rules/suspects.ts';
import type { Attestation, HangupReason } from './carrier-events.ts';

/** A phone that rang. Times are milliseconds since the epoch. */
export interface Leg {
  number: string;
  userId?: string;
  turn: number;
  ringingTime?: number;
  answeredTime?: number;
  /** When the carrier asked for the whisper. */
  whisperTime?: number;
  /** When whoever answered pressed 1. */
  acceptedTime?: number;
  endedTime?: number;
  seconds?: number;
  /** Whether whoever answers has to press 1; absent if the terms say it for everybody. */
  isScreened?: boolean;
}

/** The end of a turn, and when it was reported. */
export interface Turn extends Omit<DialResult, 'turn'> {
  time: number;
}

export interface Recording {
  recordingId: string;
  seconds: number;
  /** Its address, for carriers whose recordings are not found by id. */
  url?: string;
}

/** Another phone system's report on a call that it handled. */
export interface SystemReport {
  ringSeconds?: number;
  answeredTime?: number;
  talkSeconds?: number;
  endedTime?: number;
  /** Null while the call goes on; absent if it follows from the other members. */
  outcome?: Outcome | null;
  recordingUrl?: string;
}

/** The terms of a call, fixed when it comes in. */
export interface Terms {
  isBlocked: boolean;
  screening: Screening;
  /** The caller was told that the call is recorded. */
  isAnnounced: boolean;
  /** The number of planned turns. */
  turns: number;
  /** The users whose phones ring by the plan, besides those of the branch; absent if there are none. */
  users?: readonly string[];
  /** Whether only phones of the company's own country may ring. */
  isHomeOnly?: boolean;
  /** Who rings first; absent if the rules alone say it. */
  priority?: RingPriority;
  /** Seconds that screening takes at most; absent if unknown. */
  screeningSeconds?: number;
  /** Seconds that a whisper without screening takes at most; absent without one. */
  whisperSeconds?: number;
  /** Longest duration that the carrier counts without a conversation or a message; absent if unknown. */
  waitingSeconds?: number;
}

/** The end of a call, as the carrier reports it. */
export interface CallEnd {
  time: number;
  status: string;
  /** Since the carrier picked up. */
  seconds?: number;
  reason?: HangupReason;
}

/** The user who placed an outgoing call. Their phone rings first. Times are milliseconds since the epoch. */
export interface Placer {
  userId: string;
  /** The number of their phone: E.164. */
  phone: string;
  /** Whether they have to press 1, so that their mailbox calls nobody. */
  isScreened: boolean;
  answeredTime?: number;
  acceptedTime?: number;
  /** Why the carrier did not place the call. */
  error?: string;
}

/** What the caller did in the menus. */
export interface MenuReport {
  /** The keys, by the place where they were asked for and how often. */
  presses: Record<string, MenuPress>;
  /** Where the menus led to; absent while a menu speaks, and if the caller hung up there. */
  choice?: MenuChoice;
  /** Whether the caller's new lead waits for the branch. */
  hasNewLead?: true;
}

/** A key that the caller pressed, or a postal code, with the names that they had then. Times are milliseconds since the epoch. */
export interface MenuPress {
  menu: string;
  key: string;
  label?: string;
  time: number;
}

/** The end of the menus. */
export interface MenuChoice {
  /** The place, see `rules/menus.ts`. */
  via: string;
  leadsTo: 'ring' | 'location' | 'message' | 'voicemail';
  /** Of a location: its id. */
  locationId?: string;
  time: number;
}

/** The merged report on a call. */
export interface CallReport extends Attestation {
  startedTime: number;
  /** Whether that is when the call came in; else it is the earliest time that follows from the events. */
  isStartReported?: boolean;
  terms: Terms;
  callerName?: string;
  legs: Record<string, Leg>;
  turns: Record<string, Turn>;
  /** Why the caller was taken for spam; absent if they were not. */
  suspicion?: Suspicion;
  /** Absent if no menu answered. */
  menu?: MenuReport;
  message?: Recording;
  recording?: Recording;
  end?: CallEnd;
  /** When the call timed out. A late end of the carrier replaces it. */
  presumedEnd?: number;
  systemReport?: SystemReport;
  /** Of a call that a user placed. */
  placed?: Placer;
}

/** The result of a call, derived from its report. */
export interface CallResult {
  state: 'ringing' | 'talking' | 'ended';
  outcome: Outcome | null;
  ringSeconds: number;
  answeredTime: number | null;
  talkSeconds: number | null;
  endedTime: number | null;
  answeredBy: { number: string; userId?: string } | null;
  message: Recording | null;
  recording: Recording | null;
}
