/** Events of a call, as read from a carrier's requests. Plain data, since it crosses RPC. */
import type { KeyPress } from '../ringing/menus.ts';
import type { DialResult, Instruction } from '../ringing/plans.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';

/**
 * A suffix for our addresses that makes the carrier retry after a timeout or an error. By itself Twilio retries only
 * when it cannot connect (Twilio, "Webhook connection overrides"; the fragment is neither sent nor signed). The
 * others have no such option.
 */
export const RETRIES: Readonly<Record<CarrierName, string>> = {
  twilio: '#rc=2&rp=all',
  signalwire: '',
  telnyx: '',
};

/** The network's attestation of the caller's number (STIR/SHAKEN), as far as the carrier passes it on. */
export interface Attestation {
  /** A, B or C, as the caller's carrier claims it. */
  attestation?: 'A' | 'B' | 'C';
  /** The check of its signature; `none` if there was nothing to check. */
  verification?: 'passed' | 'failed' | 'none';
  /** Whether the signature is from a carrier that forwarded the call, or was passed through. */
  attestationPath?: 'diverted' | 'passthrough';
}

/** Why a call ended, in the carrier's own words. */
export interface HangupReason {
  cause?: string;
  errorCode?: string;
  errorMessage?: string;
}

/** An event of a call. Times are the carrier's, in milliseconds since the epoch; absent means now. */
export type CallEvent =
  | ({ kind: 'incoming' } & Attestation)
  | ({ kind: 'dialed'; via?: string } & DialResult)
  /** The caller pressed keys in a menu, or none. */
  | ({ kind: 'menu' } & KeyPress)
  | {
      kind: 'leg';
      turn: number;
      via?: string;
      legId: string;
      number: string;
      status: string;
      time?: number;
      seconds?: number;
    }
  | { kind: 'whisper'; turn: number; via?: string; legId: string; number: string }
  /** The user who placed an outgoing call has picked up, or pressed a key. */
  | { kind: 'placer'; digits?: string }
  | { kind: 'key'; turn: number; via?: string; legId: string; number: string; digits: string }
  | { kind: 'message' | 'recording'; recordingId: string; seconds: number; url?: string }
  | ({
      kind: 'status';
      status: string;
      time?: number;
      seconds?: number;
      reason?: HangupReason;
    } & Attestation);

/** A carrier's request with a valid signature. */
export interface CarrierEvent {
  carrier: CarrierName;
  accountId: string;
  /** The id of the call with the caller, not of the call to a phone that rings. */
  carrierCallId: string;
  /** The called number; absent in requests about a phone that rings. */
  number?: string;
  /** Null when it is withheld. */
  from?: string | null;
  /** Whether the carrier cannot show the caller's number. */
  hidesCaller?: boolean;
  callerName?: string;
  callEvent: CallEvent;
  /** When the edge received it, in milliseconds since the epoch. It may reach the object later. */
  receivedTime?: number;
  /** When the call began, if the edge knows it. */
  startedTime?: number;
  /** Where the carrier reaches this deployment. */
  origin?: string;
  /** All parameters as JSON, and a checksum that identifies the request. */
  parameters: string;
  checksum: string;
}

/** An event of a call that a user placed, whose id is in the address that the carrier was given. */
export interface OutgoingCallEvent extends CarrierEvent {
  callId: string;
}

/** The final statuses of a leg or a call. */
export const OVER: readonly string[] = ['completed', 'busy', 'no-answer', 'failed', 'canceled'];

/** The object's answer to the edge. */
export type CarrierAnswer = { outcome: 'planned'; instructions: readonly Instruction[] } | RefusedReport;

/** The answer to reports about an account or a number that is not the company's. */
export interface RefusedReport {
  outcome: 'refused';
  detail: string;
}
