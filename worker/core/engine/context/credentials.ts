/** Tokens and API keys, and the actors behind them. */
import type { ActingKey, ActingUser } from './actors.ts';

/** Whoever has a token or a key. */
export type KnownActor =
  | { kind: 'user'; user: ActingUser }
  | { kind: 'key'; key: ActingKey; user: ActingUser | undefined };

/** A stored token or key: its actor and its expiry. */
export interface KnownCredential {
  actor: KnownActor;
  /** Milliseconds since the epoch. */
  expiresTime: number;
  /** The last recorded use, in milliseconds since the epoch; null: none. */
  lastUsedTime: number | null;
}
