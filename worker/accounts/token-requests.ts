/** Types for requesting access tokens. */

/** Kinds of tokens, with separate limits: console sessions must not displace the tokens of integrations. */
export const TOKEN_KINDS = ['token', 'session'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export interface IssuedToken {
  token: string;
  /** Milliseconds since the epoch. */
  expiresTime: number;
}

/**
 * A token, or the reason why there is none. `second_factor_required`: the company requires two factors, and the user has signed in
 * with one.
 */
export type TokenIssue =
  | { outcome: 'issued'; issued: IssuedToken }
  | { outcome: 'unknown' | 'suspended' }
  | { outcome: 'second_factor_required'; companyName: string };

/** A request for a token. */
export interface TokenRequest {
  /** Milliseconds; two weeks by default. */
  lifetimeMs?: number;
  /** Latest end of validity, in milliseconds since the epoch. */
  latestEnd?: number;
  /** Tokens and sessions are counted separately. */
  kind?: TokenKind;
  /** The browser or program that signs in, from `deviceName`. */
  device?: string;
  /** Whether the user has signed in with two factors. */
  hasSecondFactor?: boolean;
  /**
   * When the user last proved who they are, in milliseconds since the epoch; null: not in this session. By default a session begins
   * with it.
   */
  confirmedTime?: number | null;
  /** Whether the user signed in, which updates their last login; otherwise the operator requested it. */
  isSignIn: boolean;
}
