/**
 * What a feature of the core brings along. A feature is a folder with a manifest, `feature.ts`, and one line in
 * `features.ts`; the object, the router, background work and retention go through that list. The engine reaches a
 * feature only through what stands here.
 */
import type { Hono } from 'hono';
import type { ChangeRecord, NewChange } from './stream-schema.ts';
import type { BackgroundTask } from './background.ts';
import type { RequestContext, WriteContext } from './request-context.ts';
import type { CompanyContext, CompanyState, CoreApp } from './company-context.ts';
import type { AgingData } from './aged-rows.ts';
import type { KnownCredential } from './credentials.ts';

/** The manifest of a feature. Every member is optional. */
export interface Feature {
  routes?: readonly RouteGroup[];
  background?: readonly BackgroundTask[];
  /** Kinds of data that are kept for a time. */
  retention?: readonly AgingData[];
  /** Reacts to changes of the company, in the transaction that makes them. */
  react?: (context: WriteContext, changes: readonly NewChange[]) => void;
  /** Adds to the changes of the stream what they are about, as it is now. */
  details?: DetailsOfChanges;
  /** The message that a delivery brings, when this feature keeps it; undefined when it does not. */
  message?: (context: RequestContext, deliveryId: string) => { id: string; body: string } | undefined;
  credentials?: CredentialStore;
}

/** Routes and where they are: below the company's address, below `/me`, or below `/dni/api/companies/<uuid>`. */
export interface RouteGroup {
  /** `company` and `me` are for callers who proved who they are; `dni` checks that itself. */
  under: 'company' | 'me' | 'dni';
  path: string;
  routes: Hono<CoreApp>;
}

/** Reads what some changes are about, once for all of them. @returns what to add to the `data` of each */
export type DetailsOfChanges = (
  context: RequestContext,
  changes: readonly ChangeRecord[],
) => (change: ChangeRecord) => Record<string, unknown>;

/** Tokens and keys. */
export interface CredentialStore {
  /** Whose secret this is, expired or not; undefined for one that was never given out. */
  find(company: CompanyState, secret: string): KnownCredential | undefined;
  /** Notes that somebody used it. */
  noteUse(company: CompanyContext, used: KnownCredential): void;
}

/** The features of a company's object, by what they bring. */
export class Features {
  readonly background: readonly BackgroundTask[];
  readonly retention: readonly AgingData[];
  readonly reactions: readonly NonNullable<Feature['react']>[];
  readonly details: readonly DetailsOfChanges[];
  readonly messages: readonly NonNullable<Feature['message']>[];
  readonly credentials: readonly CredentialStore[];

  /** @param _company none of it is needed; a part of the memory is made with it @param list in the order of `features.ts` */
  constructor(_company: CompanyState, list: readonly Feature[] = []) {
    this.background = list.flatMap(({ background = [] }) => background);
    this.retention = list.flatMap(({ retention = [] }) => retention);
    this.reactions = list.flatMap(({ react }) => react ?? []);
    this.details = list.flatMap(({ details }) => details ?? []);
    this.messages = list.flatMap(({ message }) => message ?? []);
    this.credentials = list.flatMap(({ credentials }) => credentials ?? []);
  }

  /** Does nothing: features are the same after a rollback. */
  forget(): void {}
}

/** The features of a company. */
export function featuresOf({ memory }: Pick<CompanyState, 'memory'>): Features {
  return memory.of(Features);
}
