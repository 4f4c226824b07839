/** Finds the visits of calls, messages and forms in the evidence of the months, after they were saved. */
import { attribute } from '../../attribution/attribution.ts';
import type { Attribution, WeighedTap } from '../../attribution/schema.ts';
import { CLOCKS_MS, TAP_MS, VISIT_MS } from '../../attribution/shown.ts';
import {
  type Evidence,
  type EvidenceObject,
  evidenceNames,
  type EvidenceQuestion,
  type KeptTap,
} from '../../../dni/evidence.ts';
import { isPool } from '../../../dni/pure/number-entries.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { inTime } from '../../../shared/limits/bounded-wait.ts';
import { commit } from '../../engine/commit/commit.ts';
import { type Waits, waitAfter } from '../../engine/context/back-off.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import type { NewChange } from '../../engine/context/stream-schema.ts';
import type { Database } from '../../engine/storage/database.ts';
import { CALLS } from '../calls/call-store.ts';
import { MESSAGES } from '../messages/message-store.ts';
import { attributeCall } from '../progress/calls.ts';
import { FORMS } from '../forms/form-store.ts';
import { attributeForm, visitOfForm } from '../forms/attributed-forms.ts';
import { attributeMessage } from '../messages/messages.ts';
import {
  type Contact,
  formerCalls,
  promptCalls,
  takenVisits,
  type VisitContact,
  visitContacts,
} from './other-attributions.ts';
import {
  awaitAttribution,
  type ItemKind,
  nextWaitingItem,
  retryLater,
  stopWaiting,
} from './waiting-attributions.ts';

/** Longest wait for the evidence; the item is tried again later. */
const TIMEOUT_MS = 3_000;
/** Evidence that is busy for a moment is asked again soon: somebody may be looking at the call. All tries take eleven hours. */
const WAITS: Waits = { first: 5_000, longest: 24 * 60 * 60_000, factor: 2 };
const MOST_TRIES = 14;

/** A call, message or form, and how its attribution is found and saved. */
interface Item {
  /** Milliseconds since the epoch. */
  time: number;
  /** Whether it may have a visit: outgoing calls and messages have none. */
  hasVisit: boolean;
  /** @returns undefined if the evidence does not answer */
  attribute(company: CompanyContext, env: CoreEnv): Promise<Attribution | undefined>;
  save(context: WriteContext, attribution: Attribution): void;
}

/** Queues new calls, messages and forms for attribution. */
export function awaitVisits(context: WriteContext, changes: readonly NewChange[]): void {
  let place = 0;
  for (const { type, data } of changes) {
    const kind = KINDS.get(type);
    const itemId = data?.[`${kind}_id`];
    if (kind === undefined || typeof itemId !== 'string') continue;
    const item = findItem(context.database, kind, itemId);
    if (item?.hasVisit !== true) continue;
    awaitAttribution(context, { kind, itemId, time: item.time }, place);
    place += 1;
  }
}

const KINDS: ReadonlyMap<string, ItemKind> = new Map([
  ['call.started', 'call'],
  ['text.received', 'text'],
  ['form.received', 'form'],
]);

export const attributing: BackgroundTask = {
  kind: 'attribution of calls, messages and forms',
  nextTime: ({ database }) => nextWaitingItem(database)?.due_time,
  run: async (company, env) => {
    const waiting = nextWaitingItem(company.database);
    if (waiting === undefined || waiting.due_time > Date.now()) return;
    const { item_id: itemId, kind, tries } = waiting;
    const waitingItem = findItem(company.database, kind, itemId);
    const attribution = await waitingItem?.attribute(company, env);
    commit(company, contextOfActor(company, { kind: 'system', name: 'attribution' }), (context) => {
      // The item may have been erased or changed meanwhile.
      const item = findItem(context.database, kind, itemId);
      if (item !== undefined && attribution === undefined && tries + 1 < MOST_TRIES) {
        retryLater(context, waiting, context.now + waitAfter(tries, WAITS));
        return;
      }
      stopWaiting(context.database, waiting);
      // The attribution by the number follows from the item itself.
      if (attribution !== undefined && attribution.method !== 'number') item?.save(context, attribution);
    });
  },
};

function findItem(database: Database, kind: ItemKind, itemId: string): Item | undefined {
  if (kind === 'form') return formItem(database, itemId);
  if (kind === 'call') {
    const record = CALLS.find(database, itemId)?.record;
    if (record === undefined) return undefined;
    const { startedTime: time, caller: person } = record;
    return contactItem({ ...record, itemId, time, person }, record.direction, (context, attribution) =>
      attributeCall(context, record, attribution),
    );
  }
  const record = MESSAGES.find(database, itemId)?.record;
  if (record === undefined) return undefined;
  const { sentTime: time, phone: person } = record;
  return contactItem({ ...record, itemId, time, person }, record.direction, (context, attribution) =>
    attributeMessage(context, record, attribution),
  );
}

function contactItem(contact: Contact, direction: 'inbound' | 'outbound', save: Item['save']): Item {
  return {
    time: contact.time,
    hasVisit: direction === 'inbound',
    attribute: (company, env) => attributionFor(company, env, contact),
    save,
  };
}

function formItem(database: Database, formId: string): Item | undefined {
  const record = FORMS.find(database, formId)?.record;
  return (
    record && {
      time: record.sentTime,
      hasVisit: record.visitId !== null,
      attribute: (company, env) => visitOfForm(company, env, record),
      save: (context, attribution) => attributeForm(context, record, attribution),
    }
  );
}

/** Attributes a call or message by the evidence. @returns undefined if the evidence does not answer */
async function attributionFor(
  company: CompanyContext,
  env: CoreEnv,
  contact: Contact,
): Promise<Attribution | undefined> {
  const { number, time, source, locationId } = contact;
  const question: EvidenceQuestion = {
    number,
    visitsFrom: time - VISIT_MS,
    tapsFrom: time - TAP_MS,
    until: time + CLOCKS_MS,
  };
  const names = evidenceNames(company.companyId, question.visitsFrom, question.until);
  const months = names.map((name) => env.EVIDENCE.getByName(name));
  const evidence = await inTime(
    evidenceOf(months, question).catch(() => undefined),
    TIMEOUT_MS,
    () => undefined,
  );
  if (evidence === undefined) return undefined;
  const contacts = visitContacts(company.database, contact, question.visitsFrom);
  return attribute({
    startedTime: time,
    source,
    locationId,
    ...evidence,
    taps: evidence.taps.map((tap) => weighedTap(tap, contacts)),
    takenVisits: takenVisits(contacts, contact.person),
    formers: formerCalls(company.database, contact),
    promptCalls: promptCalls(company.database, contact, poolOf(company, number)),
  });
}

/** Returns the numbers of the pool that a number belongs to; none if it belongs to no pool. */
function poolOf(company: CompanyContext, number: string): readonly string[] {
  const entries = dniSettingsOf(company).read()?.settings.numbers ?? [];
  return entries.filter(isPool).find((pool) => pool.phone_numbers.includes(number))?.phone_numbers ?? [];
}

/** Counts the earlier taps that led to no call. One call speaks for one tap of its visit, whoever called. */
function weighedTap({ earlier, ...tap }: KeptTap, contacts: readonly VisitContact[]): WeighedTap {
  const tapped = new Set(earlier);
  const called = new Set(contacts.map(({ visitId }) => visitId).filter((visitId) => tapped.has(visitId)));
  return { ...tap, silent: earlier.length - called.size };
}

/** Reads the evidence of all months, and then the visits of taps and leases from another month, since a month may end within a visit. */
async function evidenceOf(months: readonly EvidenceObject[], question: EvidenceQuestion): Promise<Evidence> {
  const answers = await Promise.all(months.map((month) => month.find(question)));
  const taps = answers.flatMap((answer) => answer.taps).toSorted((a, b) => b.time - a.time);
  const found = answers.flatMap((answer) => answer.visits);
  const missing = [...taps, ...answers.flatMap(({ leases }) => leases)].flatMap(({ visitId }) =>
    visitId === null || found.some((visit) => visit.visitId === visitId) ? [] : visitId,
  );
  const others = missing.length === 0 ? [] : await Promise.all(months.map((month) => month.visits(missing)));
  return {
    taps,
    leases: mergedLeases(answers.flatMap(({ leases }) => leases)),
    visits: merged([...found, ...others.flat()]),
    visitCount: answers.reduce((sum, { visitCount }) => sum + visitCount, 0),
  };
}

/** Merges a lease that was renewed in another month. */
function mergedLeases(leases: Evidence['leases']): Evidence['leases'] {
  const byStart = new Map<number, Evidence['leases'][number]>();
  for (const lease of leases) {
    const other = byStart.get(lease.from);
    byStart.set(lease.from, other !== undefined && other.until > lease.until ? other : lease);
  }
  return [...byStart.values()];
}

/** Merges a visit that two months know: it began in the earlier one. */
function merged(visits: Evidence['visits']): Evidence['visits'] {
  const byId = new Map<string, Evidence['visits'][number]>();
  for (const visit of visits) {
    const other = byId.get(visit.visitId);
    const first = other !== undefined && other.begunTime < visit.begunTime ? other : visit;
    const seenTime = Math.max(visit.seenTime, other?.seenTime ?? 0);
    byId.set(visit.visitId, { ...first, seenTime });
  }
  return [...byId.values()];
}
