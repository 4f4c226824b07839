/**
 * The second factor of a login. Pure.
 *
 * It belongs to a login, as the password does, and so to the companies that the login is for: a company that adds a user with
 * somebody's address can neither use nor change the second factor with which that person signs in elsewhere (decision 008).
 */
import { isTotpCode, stepOfCode } from './totp.ts';
import { withoutRecoveryCode } from './recovery-codes.ts';

/** How long a set-up may take. */
export const SETUP_MS = 15 * 60_000;

/** A second factor. */
export interface SecondFactor {
  /** Copies, made when a login is split, have the same id: a code that one has used is used for all. */
  factorId: string;
  /** The sealed secret, base64. */
  sealed: string;
  /** When it was set up, in milliseconds since the epoch. */
  since: number;
  /** The step of the last used code. */
  lastStep: number;
  /** The hashes of the recovery codes that are left. */
  recovery: string[];
}

/** A second factor that is being set up. It counts for nothing until a code confirms it. */
export interface FactorSetup {
  /** The sealed secret, base64. */
  sealed: string;
  /** Milliseconds since the epoch. */
  time: number;
}

/** A second factor after one of its codes was used. */
export interface UsedFactor {
  factor: SecondFactor;
  isRecovery: boolean;
}

/**
 * Uses a code of the app, or a recovery code.
 * @param given.secret undefined if it cannot be opened: then only recovery codes work
 * @returns undefined for a wrong or used code
 */
export function useCode(
  factor: SecondFactor,
  { code, secret, now }: { code: string; secret: string | undefined; now: number },
): UsedFactor | undefined {
  const digits = code.replaceAll(/[\s-]/g, '');
  if (isTotpCode(digits)) {
    const step = secret && stepOfCode(secret, digits, { now, after: factor.lastStep });
    return typeof step === 'number'
      ? { factor: { ...factor, lastStep: step }, isRecovery: false }
      : undefined;
  }
  const recovery = withoutRecoveryCode(factor.recovery, code);
  return recovery && { factor: { ...factor, recovery }, isRecovery: true };
}
