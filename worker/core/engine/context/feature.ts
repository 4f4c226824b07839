/**
 * The manifest of a feature. A feature is a folder with a `feature.ts` and one line in `features.ts`. The object, the router,
 * background work, retention, erasure and the copy of a person's data loop over that list; the engine knows features only by the types below.
 */
import type { Hono } from 'hono';
import type { ChangeRecord, NewChange } from './stream-schema.ts';
import type { BackgroundTask } from './background.ts';
import type { RequestContext, WriteContext } from './request-context.ts';
import type { CompanyContext, CompanyObject, CompanyState, CoreApp, CoreEnv } from './company-context.ts';
import type { MailFile } from '../../../shared/mail/mime.ts';
import type { MailTable } from '../../../shared/mail/tables.ts';
import type { AgingData } from './aged-rows.ts';
import type { ActingUser, KnownCredential } from './actors.ts';
import {
  type CopiedData,
  ERASURE_STAGES,
  type LeadData,
  type PersonalData,
  type UserData,
} from './personal-data.ts';

/** The manifest of a feature. Every member is optional. */
export interface Feature {
  routes?: readonly RouteGroup[];
  /** Methods of the company's object, by name, for the edge, for accounts and for other companies. */
  rpc?: Readonly<Record<string, Method>>;
  background?: readonly BackgroundTask[];
  /** Kinds of data with a retention. */
  retention?: readonly AgingData[];
  /** What erasing a person means here, and what belongs into the copy of a person's data. */
  personalData?: PersonalData;
  /** Reacts to changes of the company, in the transaction that makes them. */
  react?: (context: WriteContext, changes: readonly NewChange[]) => void;
  /** Learns of each write after it was saved. Must neither wait nor throw. */
  saved?: (company: CompanyContext, saved: SavedWrite) => void;
  /** Adds the current state of its records to changes of the stream. */
  details?: DetailsOfChanges;
  /** Returns the message of a delivery; undefined if this feature does not have it. */
  message?: (context: RequestContext, deliveryId: string, env: CoreEnv) => OutgoingMessage | undefined;
  /** Adds to the mail about one thing that this feature tells of; undefined if it has nothing to add. Must not throw. */
  mailParts?: (company: CompanyContext, env: CoreEnv, told: ToldThing) => Promise<MailParts | undefined>;
  /** Tells whether a user may see a lead; false for one that does not exist. */
  maySeeLead?: (context: RequestContext, user: ActingUser, leadId: string) => boolean;
  credentials?: CredentialStore;
  /** Hears of what does not work, in the transaction that finds it out. */
  troubles?: TroubleKeeper;
  /** Prepares its part of the memory when the object starts. */
  start?: (company: CompanyObject) => void;
  /** Reads the object's sockets. */
  socketReader?: SocketReader;
  /** Resolves when no request works with its part of the memory. */
  whenIdle?: (company: CompanyState) => Promise<unknown>;
}

/** A message to a receiver, as `outbound/webhooks/signing.ts` sends it. */
export interface OutgoingMessage {
  /** The same in every attempt. */
  id: string;
  /** JSON. */
  body: string;
  /** A parameter of the address by which the receiver recognizes repetitions; absent if it has none. */
  repeatedBy?: { parameter: string; value: string };
}

/** A notification that is told by mail, and to whom. */
export interface ToldThing {
  type: string;
  data: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  createdTime: number;
  reader: ActingUser;
}

/** What a mail has besides the facts of its notification. */
export interface MailParts {
  paragraphs: readonly string[];
  tables: readonly MailTable[];
  files: readonly MailFile[];
}

type Answering = (company: CompanyObject, ...input: never[]) => unknown;

/**
 * A method of the company's object. `absent` answers where the company does not exist; a method that is only a function then answers
 * undefined. What comes in and goes out crosses RPC, so it is plain data.
 */
export type Method = Answering | { answer: Answering; absent: Answering };

/** A method as its callers see it. The object adds the company. */
type Call<M> = M extends (company: never, ...input: infer Input) => infer Answer
  ? (...input: Input) => Answer | undefined
  : M extends {
        answer: (company: never, ...input: infer Input) => infer Answer;
        absent: (...input: never[]) => infer Absent;
      }
    ? (...input: Input) => Answer | Absent
    : never;

/** The names and methods in the manifests of features. */
type NamedMethods<F> = F extends { rpc: infer Rpc }
  ? { [Name in keyof Rpc]: [Name, Rpc[Name]] }[keyof Rpc]
  : never;

/** The methods in the manifests of features, as callers see them. Such a manifest `satisfies Feature`, which keeps their types. */
export type MethodsOf<F> = { [M in NamedMethods<F> as M[0]]: Call<M[1]> };

/** Reads the sockets of open consoles. */
export interface SocketReader {
  receive(company: CompanyState, socket: WebSocket, message: string | ArrayBuffer): void;
  left(company: CompanyState, socket: WebSocket): void;
}

/** Something outside of the company that does not work, for instance the receiver of a webhook. */
export interface Trouble {
  /** Names the part that does not work: `webhook:<id>`. */
  part: string;
  /** The type and the content of the notification. */
  type: string;
  data: Record<string, unknown>;
}

/** Keeps what does not work. */
export interface TroubleKeeper {
  /** A part does not work, as far as its user knows. Repeating it changes nothing. */
  begin(context: WriteContext, trouble: Trouble): void;
  /** A part works, or is used no more. `over` is told to those who were told of it; absent if nobody is waiting for it. */
  end(context: WriteContext, part: string, over?: Omit<Trouble, 'part'>): void;
}

/** What a saved write has reported. */
export interface SavedWrite {
  /** Its entries of the stream. */
  changes: readonly NewChange[];
  /** The ids of the users whose notifications it changed. */
  notified: readonly string[];
  /** The ids of leads that consoles read again without an entry. */
  hinted: readonly string[];
}

/** Routes and where they are: below the company's address, below `/me`, or below `/dni/api/companies/<uuid>`. */
export interface RouteGroup {
  /** `company` and `me` require authentication; `dni` does its own. */
  under: 'company' | 'me' | 'dni';
  path: string;
  routes: Hono<CoreApp>;
}

/** Reads the records of some changes, once for all of them. @returns the addition to the `data` of each */
export type DetailsOfChanges = (
  context: RequestContext,
  changes: readonly ChangeRecord[],
) => (change: ChangeRecord) => Record<string, unknown>;

/** Tokens and keys. */
export interface CredentialStore {
  /** Finds the actor of a secret, expired or not; undefined if it was never issued. */
  find(company: CompanyState, secret: string): KnownCredential | undefined;
  /**
   * Refuses a valid credential that may not be used for this path, or at all.
   * @throws Problem 403
   */
  limit(company: CompanyState, known: KnownCredential, path: string): void;
  /** Records a use. */
  noteUse(company: CompanyContext, used: KnownCredential): void;
}

/** The features of a company's object, by what they bring. */
export class Features {
  readonly background: readonly BackgroundTask[];
  readonly retention: readonly AgingData[];
  /** In the order in which a lead is erased. */
  readonly leadData: readonly LeadData[];
  readonly userData: readonly UserData[];
  readonly copiedData: readonly CopiedData[];
  readonly reactions: readonly NonNullable<Feature['react']>[];
  readonly saved: readonly NonNullable<Feature['saved']>[];
  readonly details: readonly DetailsOfChanges[];
  readonly messages: readonly NonNullable<Feature['message']>[];
  readonly mailParts: readonly NonNullable<Feature['mailParts']>[];
  readonly credentials: readonly CredentialStore[];
  readonly troubles: readonly TroubleKeeper[];
  readonly maySeeLead: NonNullable<Feature['maySeeLead']>;
  readonly starts: readonly NonNullable<Feature['start']>[];
  readonly socketReader: SocketReader | undefined;
  readonly #idle: readonly NonNullable<Feature['whenIdle']>[];

  /** @param _company none of it is needed; a part of the memory is made with it @param list in the order of `features.ts` */
  constructor(_company: CompanyState, list: readonly Feature[] = []) {
    this.background = list.flatMap(({ background = [] }) => background);
    this.retention = list.flatMap(({ retention = [] }) => retention);
    this.leadData = list.flatMap(({ personalData }) => personalData?.ofLeads ?? []).toSorted(byStage);
    this.userData = list.flatMap(({ personalData }) => personalData?.ofUsers ?? []);
    this.copiedData = list.flatMap(({ personalData }) => personalData?.copied ?? []);
    this.reactions = list.flatMap(({ react }) => react ?? []);
    this.saved = list.flatMap(({ saved }) => saved ?? []);
    this.details = list.flatMap(({ details }) => details ?? []);
    this.messages = list.flatMap(({ message }) => message ?? []);
    this.mailParts = list.flatMap(({ mailParts }) => mailParts ?? []);
    const [maySeeLead = () => false] = list.flatMap((feature) => feature.maySeeLead ?? []);
    this.maySeeLead = maySeeLead;
    this.credentials = list.flatMap(({ credentials }) => credentials ?? []);
    this.troubles = list.flatMap(({ troubles }) => troubles ?? []);
    this.starts = list.flatMap(({ start }) => start ?? []);
    [this.socketReader] = list.flatMap(({ socketReader }) => socketReader ?? []);
    this.#idle = list.flatMap(({ whenIdle }) => whenIdle ?? []);
  }

  /** Resolves when no request works with the memory. */
  async whenIdle(company: CompanyState): Promise<void> {
    await Promise.all(this.#idle.map((whenIdle) => whenIdle(company)));
  }

  /** Does nothing: features are the same after a rollback. */
  forget(): void {}
}

function byStage(one: LeadData, other: LeadData): number {
  return stageOf(one) - stageOf(other);
}

function stageOf({ stage = 'related' }: LeadData): number {
  return ERASURE_STAGES.indexOf(stage);
}

/** The features of a company. */
export function featuresOf({ memory }: Pick<CompanyState, 'memory'>): Features {
  return memory.of(Features);
}

/** Reports that a part does not work. */
export function beginTrouble(context: WriteContext, trouble: Trouble): void {
  for (const keeper of featuresOf(context).troubles) keeper.begin(context, trouble);
}

/** Reports that a part works, or is used no more. @param over is told if the part did not work before */
export function endTrouble(context: WriteContext, part: string, over?: Omit<Trouble, 'part'>): void {
  for (const keeper of featuresOf(context).troubles) keeper.end(context, part, over);
}
