/** The refusals of what somebody proves, and how they cross to another object. */
import { Problem, type Refusal } from '../../shared/http/problems.ts';

/**
 * What is wrong with a passkey. `unknown`: the account has no such passkey; `late`: the challenge is old or was used; `copied`: the
 * counter went back; `wrong`: anything else.
 */
export type PasskeyFault = 'unknown' | 'late' | 'wrong' | 'copied';

const PASSKEY_FAULTS: Record<PasskeyFault, string> = {
  unknown: 'This passkey is not known here any more.',
  late: 'That took too long, or was sent twice. Try again.',
  wrong: 'The passkey was not accepted. Try again.',
  copied: 'The passkey was not accepted, because there may be a copy of it. Remove it in your profile.',
};

/** A refusal; plain data, because errors lose their class over RPC. */
export interface Refused {
  outcome: 'refused';
  refusal: Refusal;
}

/** Returns the answer of some work, or its refusal. */
export async function refusable<Answer>(work: () => Promise<Answer>): Promise<Answer | Refused> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, headers } = error;
    return { outcome: 'refused', refusal: { code, message, headers } };
  }
}

/** Returns the problem of a password that opened nothing, for somebody who is signed in. */
export function refusalOfPassword(
  result: { outcome: 'passed' | 'refused' } | { outcome: 'throttled'; retryAfterSeconds: number },
): Problem {
  if (result.outcome !== 'throttled') return new Problem('wrong_password', 'The password is wrong.');
  return new Problem(
    'rate_limited',
    'Too many wrong passwords for this address. Wait before you try again.',
    {
      headers: { 'Retry-After': String(result.retryAfterSeconds) },
    },
  );
}

/** Returns the problem of too many wrong codes. */
export function tooManyCodes(retryAfterSeconds: number): Problem {
  return new Problem('rate_limited', 'Too many wrong codes. Wait before you try again.', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

/** Returns the problem of a wrong or used code. */
export function wrongCode(): Problem {
  return new Problem('wrong_code', 'The code is wrong or was used before. Wait for the next one.');
}

/** Returns the problem of a passkey that was not accepted. */
export function passkeyRefused(fault: PasskeyFault): Problem {
  return new Problem('passkey_refused', PASSKEY_FAULTS[fault]);
}

/** Returns the problem of somebody who has to prove who they are, with more than a password if they have more. */
export function confirmationRequired(detail = 'Confirm that it is you first.'): Problem {
  return new Problem('confirmation_required', detail);
}
