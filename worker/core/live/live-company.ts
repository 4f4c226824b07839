/**
 * Tells the open consoles of a company what has changed, after each saved write. Hints are collected for a moment, so that
 * consoles get a few messages a second at most, however many writes there are.
 */
import { asId } from '../../shared/http/ids.ts';
import { logFailure } from '../../shared/log.ts';
import type { SavedWrite } from '../engine/context/feature.ts';
import type { Remembered } from '../engine/context/memory.ts';
import { userOf } from '../engine/context/actors.ts';
import type { CompanyContext, CompanyState, Sockets } from '../engine/context/company-context.ts';
import { findChange, streamEnds } from '../engine/commit/stream.ts';
import { isInScope, limitsOf } from '../leads/record/access.ts';
import { findLeads } from '../leads/record/lead-store.ts';
import { type Serves, serversOf, serversOfWithheld } from '../leads/record/serving.ts';
import { settingsOf } from '../company/settings/settings.ts';
import { type HashedSecret, versionOfRights } from '../people/credentials/credentials.ts';
import { Consoles, type OpenConsole } from './consoles.ts';
import { hintsFor, PendingHints, type ScopedHint } from './hints.ts';
import { type HintKind, type LiveMessage, PING, PONG, type Present } from './messages.ts';
import { MessageLimit } from './message-limit.ts';

/** The wait for further changes before the first message. */
const FIRST_WAIT_MS = 20;
/** The least time between two messages to a console. */
const BETWEEN_MS = 250;
/** The most people of a lead that are named. */
const MAX_PRESENT = 20;
/** The longest message of a console: the id of the lead that it shows. */
const MAX_MESSAGE = 100;

/** Tells whether a reader may see a lead. */
type Sees = (shown: OpenConsole, leadId: string) => boolean;

/** No sockets, for a memory that no object has made. */
const NO_SOCKETS: Sockets = {
  acceptWebSocket: () => undefined,
  getWebSockets: () => [],
  setWebSocketAutoResponse: () => undefined,
  getWebSocketAutoResponseTimestamp: () => null,
};

export class LiveCompany implements Remembered {
  readonly #company: CompanyState;
  readonly #sockets: Sockets;
  readonly #consoles: Consoles;
  readonly #hints = new PendingHints();
  readonly #limit = new MessageLimit();
  /** Users with changed notifications. */
  readonly #notified = new Set<string>();
  /** Leads that somebody has opened or left. */
  readonly #visited = new Set<string>();
  /** The number of the last change of which the consoles were told; undefined before the first message of this object. */
  #told: number | undefined;
  /** The version of the credentials that the consoles were checked with. */
  #verified: string | undefined;
  /** The time of the newest change. */
  #changeTime = 0;
  #isWaiting = false;
  #lastTime = 0;

  constructor(company: CompanyState, sockets: Sockets = NO_SOCKETS) {
    this.#company = company;
    this.#sockets = sockets;
    this.#consoles = new Consoles(company, sockets);
  }

  /** Keeps everything: hints are of saved writes, and consoles stay open after a rollback. */
  forget(): void {}

  /** Opens a socket for a console. @throws Problem 503 when too many are open */
  open(company: CompanyContext, secret: HashedSecret): WebSocket {
    this.#sockets.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    const { client, console } = this.#consoles.open(secret, Date.now());
    this.#send(console, this.#hello());
    const end = this.#consoles.nextEnd();
    if (end !== undefined) company.wakeBy(end);
    return client;
  }

  /** Collects what a saved write has changed. Costs nearly nothing while no console is open. */
  learn({ changes, notified, hinted }: SavedWrite): void {
    if (this.#consoles.all.size === 0) return;
    const isNew = changes.length > 0 || notified.length > 0 || hinted.length > 0;
    const areVerified = this.#verified === versionOfRights(this.#company);
    if (!isNew && areVerified) return;
    // Consoles do not hear of earlier changes that a former object has not sent. They see it by the numbers.
    this.#told ??= streamEnds(this.#company.database).end - changes.length;
    this.#changeTime = Date.now();
    this.#hints.add(changes);
    this.#hints.addLeads(hinted);
    for (const userId of notified) this.#notified.add(userId);
    this.#wait();
  }

  /** Reads a message of a console: `{"lead_id": …}` with the lead that it shows, or null. Closes the socket for others. */
  receive(socket: WebSocket, message: string | ArrayBuffer): void {
    const shown = this.#consoles.all.get(socket);
    if (shown === undefined || message === PING) return;
    const leadId = this.#limit.admits(socket) ? leadIn(message) : undefined;
    if (leadId === undefined) return this.left(socket, 'refused');
    const before = this.#consoles.show(shown, leadId ?? undefined);
    for (const visited of [before, leadId]) if (typeof visited === 'string') this.#visited.add(visited);
    this.#wait();
  }

  /** Forgets a closed socket. @param reason closes it */
  left(socket: WebSocket, reason?: 'refused'): void {
    const leadId = this.#consoles.all.get(socket)?.leadId;
    this.#consoles.drop(socket, reason);
    if (leadId === undefined) return;
    this.#visited.add(leadId);
    this.#wait();
  }

  /** Returns when the next session ends; undefined without consoles. */
  nextEnd(): number | undefined {
    return this.#consoles.nextEnd();
  }

  /** Closes the consoles whose session has ended or whose user has other rights now. */
  verify(): void {
    this.#verified = versionOfRights(this.#company);
    for (const { leadId } of this.#consoles.verify(Date.now()))
      if (leadId !== undefined) this.#visited.add(leadId);
  }

  #hello(): LiveMessage {
    const { database } = this.#company;
    const { end } = streamEnds(database);
    const newest = findChange(database, end);
    return { type: 'hello', sequence: end, time: newest?.changeTime ?? null, now: Date.now() };
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const wait = Math.max(FIRST_WAIT_MS, this.#lastTime + BETWEEN_MS - Date.now());
    setTimeout(() => this.#tryToTell(), wait);
  }

  #tryToTell(): void {
    this.#isWaiting = false;
    try {
      this.#tell();
    } catch (error) {
      // The next message has a gap before it, so the consoles read anew.
      logFailure({ company_id: this.#company.companyId }, error);
    }
  }

  #tell(): void {
    this.#lastTime = Date.now();
    if (this.#verified !== versionOfRights(this.#company)) this.verify();
    const hints = this.#hints.take();
    const visited = [...this.#visited];
    this.#visited.clear();
    const sees = this.#seer([...hints.flatMap(({ leadId }) => leadId ?? []), ...visited]);
    this.#tellChanges(hints, sees);
    for (const leadId of visited) this.#tellPresent(leadId, sees);
  }

  #tellChanges(hints: readonly ScopedHint[], sees: Sees): void {
    const { end } = streamEnds(this.#company.database);
    const after = this.#told ?? end;
    this.#told = end;
    if (hints.length === 0 && this.#notified.size === 0) return;
    // Consoles with the same rights get the same text.
    const texts = new Map<string, string>();
    for (const shown of this.#consoles.all.values()) {
      const audience = this.#audienceOf(shown);
      const text =
        texts.get(audience) ?? JSON.stringify(this.#changesFor(shown, { hints, sees, after, end }));
      texts.set(audience, text);
      sendText(shown.socket, text);
    }
    this.#notified.clear();
  }

  #changesFor(
    shown: OpenConsole,
    { hints, sees, after, end }: { hints: readonly ScopedHint[]; sees: Sees; after: number; end: number },
  ): LiveMessage {
    const changes = hintsFor(hints, {
      sees: (leadId) => sees(shown, leadId),
      serves: ({ kind, id }) => this.#servesWithheld(shown, kind, id),
    });
    const isNotified = this.#notified.has(userIdOf(shown) ?? '');
    const own = isNotified ? [{ kind: 'notification' as const }] : [];
    return {
      type: 'changes',
      after,
      sequence: end,
      time: this.#changeTime,
      now: Date.now(),
      changes: [...changes, ...own],
    };
  }

  #audienceOf(shown: OpenConsole): string {
    const userId = userIdOf(shown) ?? '';
    const isAlone = this.#notified.has(userId) || this.#limitsOf(shown) !== undefined;
    return isAlone ? userId : '';
  }

  #tellPresent(leadId: string, sees: Sees): void {
    const now = Date.now();
    const there = [...this.#consoles.all.values()].filter(
      (shown) => shown.leadId === leadId && sees(shown, leadId) && this.#consoles.isHeard(shown, now),
    );
    const people = new Map<string, Present>();
    for (const { credential } of there) {
      const user = credential === undefined ? undefined : userOf(credential.actor);
      if (user !== undefined) people.set(user.userId, { user_id: user.userId, name: user.name });
    }
    const message = {
      type: 'present',
      lead_id: leadId,
      people: [...people.values()].slice(0, MAX_PRESENT),
    } as const;
    for (const shown of there) this.#send(shown, message);
  }

  /** Returns who may see which of these leads. They and who serves them are read once for all consoles. */
  #seer(leadIds: readonly string[]): Sees {
    const leads = findLeads(this.#company.database, [...new Set(leadIds)]);
    const servers = new Map<string, Serves>();
    return (shown, leadId) => {
      const lead = leads.get(leadId);
      const limits = this.#limitsOf(shown);
      if (limits === undefined) return true;
      if (lead === undefined) return false;
      if (isInScope(limits, lead)) return true;
      const serves = servers.get(leadId) ?? serversOf(this.#company, lead);
      servers.set(leadId, serves);
      return serves(limits.userId);
    };
  }

  /** Tells whether a reader may see a call, text or form without a lead. */
  #servesWithheld(shown: OpenConsole, kind: HintKind, id: string): boolean {
    if (shown.credential === undefined) return false;
    const limits = this.#limitsOf(shown);
    if (limits === undefined) return true;
    return (kind === 'call' || kind === 'text') && serversOfWithheld(this.#company, kind, id)(limits.userId);
  }

  #limitsOf({ credential }: OpenConsole): ReturnType<typeof limitsOf> {
    return limitsOf(settingsOf(this.#company), credential && userOf(credential.actor));
  }

  #send({ socket }: OpenConsole, message: LiveMessage): void {
    sendText(socket, JSON.stringify(message));
  }
}

/** Returns the open consoles of a company. */
export function liveOf({ memory }: Pick<CompanyState, 'memory'>): LiveCompany {
  return memory.of(LiveCompany);
}

function userIdOf({ credential }: OpenConsole): string | undefined {
  return credential && userOf(credential.actor)?.userId;
}

/** Sends to a socket that may be closing. */
function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // The platform reports the end of the socket itself.
  }
}

/** Returns the lead in a message, null for none; undefined for another message. */
function leadIn(message: string | ArrayBuffer): string | null | undefined {
  if (typeof message !== 'string' || message.length > MAX_MESSAGE) return undefined;
  try {
    const { lead_id: leadId } = JSON.parse(message) as { lead_id?: unknown };
    if (leadId === null) return null;
    return typeof leadId === 'string' ? asId(leadId) : undefined;
  } catch {
    return undefined;
  }
}
