/** What a token or an API key proves. */
import type { ActingKey, ActingUser } from './actors.ts';

/** Whoever has a token or a key. */
export type KnownActor =
  | { kind: 'user'; user: ActingUser }
  | { kind: 'key'; key: ActingKey; user: ActingUser | undefined };

/** A stored token or key: who acts with it, and until when. */
export interface KnownCredential {
  actor: KnownActor;
  /** Milliseconds since the epoch. */
  expiresTime: number;
  /** When somebody used it, as far as that is noted; null: never. Milliseconds since the epoch. */
  lastUsedTime: number | null;
}
