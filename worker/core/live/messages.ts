/** The messages on the sockets of open consoles. Pure. */

/** The kinds of things that change. `lead` includes what is on its timeline; `settings`, `record` and `report` have no id. */
export const HINT_KINDS = [
  'lead',
  'call',
  'text',
  'form',
  'user',
  'settings',
  'record',
  'report',
  'notification',
] as const;
export type HintKind = (typeof HINT_KINDS)[number];

/** What has changed. Without an id, several things of the kind have, or one that the reader may no longer see. */
export interface Hint {
  kind: HintKind;
  id?: string;
}

/** Somebody who has a lead open. */
export interface Present {
  user_id: string;
  name: string;
}

/** A message to a console. Times are in milliseconds since the epoch by the clock of the Worker, which reads `now`. */
export type LiveMessage =
  /** The first message: the number of the newest change in the stream, and its time, null if it is not kept. */
  | { type: 'hello'; sequence: number; time: number | null; now: number }
  /** Changes after the number `after`, up to `sequence`, and the time of the newest. A reader who is not at `after` has missed some. */
  | { type: 'changes'; after: number; sequence: number; time: number; now: number; changes: Hint[] }
  /** Who has the lead open, the reader included. */
  | { type: 'present'; lead_id: string; people: Present[] };

/** The answer to the text `ping`, which the platform sends while the object sleeps. */
export const PING = 'ping';
export const PONG = 'pong';

/** The codes with which the Worker closes a socket (RFC 6455, 7.4). */
export const CLOSE = {
  /** The session has ended. */
  ended: 4001,
  /** The user has another role or group now. */
  rights: 4003,
  /** The user has opened too many other consoles since. */
  replaced: 4004,
  /** A message that is not one of the console's, or too many of them. */
  refused: 1008,
} as const;
