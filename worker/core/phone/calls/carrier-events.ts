/** What a carrier tells of a call, as its adapter reads it. Plain data: it comes over RPC. */
import type { Instruction } from '../ringing/plans.ts';
import type { CarrierName } from '../ringing/settings-schema.ts';

/**
 * What our addresses end with so that a carrier tries again when nothing answers, or an error: by itself Twilio does so only when
 * it cannot connect (Twilio, "Webhook connection overrides"; such a fragment is neither sent nor signed). Others have no such words.
 */
export const RETRIES: Readonly<Record<CarrierName, string>> = {
  twilio: '#rc=2&rp=all',
  signalwire: '',
  telnyx: '',
};

/** What the network says of the caller's number (STIR/SHAKEN), as far as the carrier passes it on. */
export interface Attestation {
  /** A, B or C, as the caller's carrier claims it. */
  attestation?: string;
  /** Whether its signature was right; `none`: there was nothing that could be checked. */
  verification?: 'passed' | 'failed' | 'none';
  /** Whether the signature is that of a carrier which has forwarded the call, or one that was passed through. */
  attestationPath?: 'diverted' | 'passthrough';
}

/** Why a call ended, in the carrier's own words. */
export interface HangupReason {
  cause?: string;
  errorCode?: string;
  errorMessage?: string;
}

/** One thing that happened. Times are milliseconds since the epoch, as the carrier says; absent: now. */
export type Happening =
  | ({ kind: 'incoming' } & Attestation)
  | {
      kind: 'dialed';
      turn: number;
      status: string;
      isBridged?: boolean;
      seconds?: number;
      legId?: string;
      /** Whether the caller has gone. */
      isOver: boolean;
    }
  | {
      kind: 'leg';
      turn: number;
      legId: string;
      number: string;
      status: string;
      time?: number;
      seconds?: number;
    }
  | { kind: 'whisper'; turn: number; legId: string; number: string }
  | { kind: 'key'; turn: number; legId: string; number: string; digits: string }
  | { kind: 'message' | 'recording'; recordingId: string; seconds: number; url?: string }
  | ({
      kind: 'status';
      status: string;
      time?: number;
      seconds?: number;
      reason?: HangupReason;
    } & Attestation);

/** A request of a carrier whose signature was right. */
export interface CarrierEvent {
  carrier: CarrierName;
  accountId: string;
  /** The call with the caller, not that with one of the phones that are rung. */
  carrierCallId: string;
  /** The number that was called; absent where the carrier speaks of a phone that is rung. */
  number?: string;
  /** Null when it is withheld. */
  from?: string | null;
  /** Whether the carrier has no number for the caller that it lets a phone show. */
  hidesCaller?: boolean;
  callerName?: string;
  happened: Happening;
  /** When the edge got it: milliseconds since the epoch. It may be told later. */
  receivedTime?: number;
  /** When the call began, where the edge knows it although it says something else. */
  startedTime?: number;
  /** Everything that came, and what tells it from others. */
  parameters: string;
  checksum: string;
}

/** Statuses of a leg or a call that is over. */
export const OVER: readonly string[] = ['completed', 'busy', 'no-answer', 'failed', 'canceled'];

/** What the edge is answered. */
export type CarrierAnswer =
  | { outcome: 'planned'; instructions: readonly Instruction[] }
  /** The account or the number is not the company's. */
  | { outcome: 'refused'; detail: string };
