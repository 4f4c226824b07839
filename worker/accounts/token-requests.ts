/** Access tokens: how one is asked for, and what comes of it. */

/** What a token is for: sessions of the console must not push out the tokens of integrations. */
export const TOKEN_KINDS = ['token', 'session'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export interface IssuedToken {
  token: string;
  /** Milliseconds since the epoch. */
  expiresTime: number;
}

/** A token, or why there is none. */
export type TokenIssue = { outcome: 'issued'; issued: IssuedToken } | { outcome: 'unknown' | 'suspended' };

/** What is asked when a token is asked for. */
export interface TokenRequest {
  /** Milliseconds; two weeks by default. */
  lifetimeMs?: number;
  /** When it ends at the latest, in milliseconds since the epoch. */
  latestEnd?: number;
  /** What it is for; tokens and sessions count apart. */
  kind?: TokenKind;
  /** Whether the user has signed in for it, which is remembered as the last login; otherwise the operator asked for it. */
  isSignIn: boolean;
}
