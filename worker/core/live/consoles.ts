/** The open consoles of a company: their sockets, with what an object that wakes up has to know of each. */
import { Problem } from '../../shared/http/problems.ts';
import { type Actor, type KnownCredential, roleOf, userOf } from '../engine/context/actors.ts';
import type { CompanyState, Sockets } from '../engine/context/company-context.ts';
import { findByHash, type HashedSecret, isLimited } from '../people/credentials/credentials.ts';
import { CLOSE } from './messages.ts';

/** The most consoles of a company. */
const MAX_CONSOLES = 2_000;
/** The most consoles of one user or key. A further one replaces the oldest. */
const MAX_OF_A_CALLER = 20;
/** A console that has not asked for so long is gone. It asks every 30 seconds, or each minute in a background tab. */
const SILENT_MS = 3 * 60_000;
/** The time after which a full company has room again, by then silent consoles are gone. */
const RETRY_AFTER_S = 60;

/** What is kept of a console while the object sleeps. The platform allows 16 KiB. */
interface Attachment {
  secret: HashedSecret;
  /** Milliseconds since the epoch. */
  openedTime: number;
  /** Differs for users with other rights. */
  rights: string;
  /** The lead that it shows. */
  leadId?: string;
}

/** An open console. */
export interface OpenConsole extends Attachment {
  socket: WebSocket;
  /** Undefined for a credential that is no longer valid. */
  credential: KnownCredential | undefined;
}

export class Consoles {
  readonly #company: CompanyState;
  readonly #sockets: Sockets;
  #open: Map<WebSocket, OpenConsole> | undefined;

  constructor(company: CompanyState, sockets: Sockets) {
    this.#company = company;
    this.#sockets = sockets;
  }

  /** Returns all consoles. An object that wakes up learns of them from their attachments. */
  get all(): ReadonlyMap<WebSocket, OpenConsole> {
    return this.#map;
  }

  /**
   * Adds a console and returns the socket of its client.
   * @throws Problem 503 `service_unavailable` when the company has the most consoles
   */
  open(secret: HashedSecret, now: number): { client: WebSocket; console: OpenConsole } {
    this.#makeRoom(secret, now);
    const { 0: client, 1: socket } = new WebSocketPair();
    this.#sockets.acceptWebSocket(socket);
    const credential = findByHash(this.#company, secret);
    const opened = { socket, secret, openedTime: now, rights: rightsOf(credential?.actor), credential };
    this.#add(opened);
    return { client, console: opened };
  }

  /** Remembers the lead that a console shows. @returns the lead that it showed before */
  show(shown: OpenConsole, leadId: string | undefined): string | undefined {
    const { leadId: before, ...rest } = shown;
    const after = leadId === undefined ? rest : { ...rest, leadId };
    this.#add(after);
    return before;
  }

  /** Forgets a console, and closes it if there is a reason. */
  drop(socket: WebSocket, reason?: keyof typeof CLOSE): void {
    this.#map.delete(socket);
    if (reason !== undefined) socket.close(CLOSE[reason], reason);
  }

  /** Reads the credentials of all consoles again. Closes those whose session has ended or whose rights have changed. */
  verify(now: number): OpenConsole[] {
    return [...this.all.values()].filter((shown) => {
      const credential = findByHash(this.#company, shown.secret);
      const isEnded = credential === undefined || credential.expiresTime <= now;
      const hasOtherRights =
        !isEnded && (rightsOf(credential.actor) !== shown.rights || isLimited(this.#company, credential));
      if (isEnded || hasOtherRights) this.drop(shown.socket, isEnded ? 'ended' : 'rights');
      else this.#map.set(shown.socket, { ...shown, credential });
      return isEnded || hasOtherRights;
    });
  }

  /** Returns when the next session ends, in milliseconds since the epoch; undefined without consoles. */
  nextEnd(): number | undefined {
    const ends = [...this.all.values()].map(({ credential }) => credential?.expiresTime ?? 0);
    const next = Math.min(...ends, Infinity);
    return next === Infinity ? undefined : next;
  }

  /** Tells whether a console still asks. */
  isHeard({ socket, openedTime }: OpenConsole, now: number): boolean {
    const heard = this.#sockets.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? openedTime;
    return now - heard < SILENT_MS;
  }

  get #map(): Map<WebSocket, OpenConsole> {
    this.#open ??= new Map(this.#sockets.getWebSockets().map((socket) => [socket, this.#restored(socket)]));
    return this.#open;
  }

  #restored(socket: WebSocket): OpenConsole {
    const attachment = socket.deserializeAttachment() as Attachment;
    return { ...attachment, socket, credential: findByHash(this.#company, attachment.secret) };
  }

  #add({ socket, credential, ...attachment }: OpenConsole): void {
    socket.serializeAttachment(attachment satisfies Attachment);
    this.#map.set(socket, { ...attachment, socket, credential });
  }

  #makeRoom(secret: HashedSecret, now: number): void {
    const owner = ownerOf(findByHash(this.#company, secret)?.actor);
    const own = [...this.all.values()]
      .filter(({ credential }) => ownerOf(credential?.actor) === owner)
      .toSorted((left, right) => left.openedTime - right.openedTime);
    for (const { socket } of own.slice(0, Math.max(0, own.length + 1 - MAX_OF_A_CALLER)))
      this.drop(socket, 'replaced');
    if (this.all.size < MAX_CONSOLES) return;
    const silent = [...this.all.values()].filter((shown) => !this.isHeard(shown, now));
    for (const { socket } of silent) this.drop(socket, 'ended');
    if (this.all.size < MAX_CONSOLES) return;
    const detail = `At most ${MAX_CONSOLES} consoles of a company can be open.`;
    throw new Problem('service_unavailable', detail, { headers: { 'Retry-After': String(RETRY_AFTER_S) } });
  }
}

/** Returns a text that differs for actors with different rights. */
function rightsOf(actor: Actor | undefined): string {
  return actor === undefined ? '' : `${roleOf(actor)} ${userOf(actor)?.groupId ?? ''}`;
}

function ownerOf(actor: Actor | undefined): string {
  if (actor?.kind === 'key') return actor.key.keyId;
  return actor === undefined ? '' : (userOf(actor)?.userId ?? '');
}
