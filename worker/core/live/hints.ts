/** Turns changes of the stream into hints for open consoles, and merges them. Pure. */
import type { ChangeType, NewChange } from '../engine/context/stream-schema.ts';
import type { Hint, HintKind } from './messages.ts';

/** The most hints of a message. Beyond it each kind becomes one hint without an id, so a large import is a short message. */
const MOST_HINTS = 100;

/** The members that name the record in changes. */
const NAMED_BY: Partial<Record<HintKind, string>> = {
  call: 'call_id',
  text: 'text_id',
  form: 'form_id',
  user: 'user_id',
};

/** Changes after which a user may no longer see the lead. */
const MAY_HIDE: ReadonlySet<ChangeType> = new Set([
  'lead.assigned',
  'lead.changed',
  'lead.merged',
  'lead.removed',
  'lead.erased',
]);

/** A hint, with who may get it. */
export interface ScopedHint extends Hint {
  /** Users who may see this lead. Undefined with `withoutLead` for super admins, managers and those who serve it, else for everybody. */
  leadId?: string;
  /** The call, text or form without a lead. */
  withoutLead?: { kind: HintKind; id: string };
  /** Whether users who may not see the lead get the hint without its id, since the lead may have left their lists. */
  mayHide?: boolean;
}

/** Collects hints until they are sent. */
export class PendingHints {
  readonly #hints = new Map<string, ScopedHint>();
  /** Kinds with so many changes that single ones are no longer collected. */
  readonly #many = new Set<HintKind>();

  get isEmpty(): boolean {
    return this.#hints.size === 0 && this.#many.size === 0;
  }

  /** Adds the changes of a write. */
  add(changes: readonly NewChange[]): void {
    // The first assignment of a new lead hides it from nobody.
    const created = new Set(changes.flatMap(({ type, leadId }) => (type === 'lead.created' ? leadId : [])));
    for (const change of changes) {
      const mayHide = MAY_HIDE.has(change.type) && !created.has(change.leadId);
      for (const hint of hintsOf(change))
        this.#add(hint.kind === 'lead' && mayHide ? { ...hint, mayHide } : hint);
    }
  }

  /** Adds leads that are read again although the stream has no entry. */
  addLeads(leadIds: readonly string[]): void {
    for (const leadId of leadIds) this.#add({ kind: 'lead', id: leadId, leadId });
  }

  /** Returns the collected hints, and starts anew. */
  take(): ScopedHint[] {
    const hints: ScopedHint[] = [...this.#hints.values(), ...[...this.#many].map((kind) => ({ kind }))];
    this.#hints.clear();
    this.#many.clear();
    return hints;
  }

  #add(hint: ScopedHint): void {
    if (this.#many.has(hint.kind)) return;
    const key = `${hint.kind} ${hint.id ?? ''}`;
    const known = this.#hints.get(key);
    if (known === undefined || hint.mayHide === true) this.#hints.set(key, hint);
    if (this.#hints.size > MOST_HINTS) this.#merge();
  }

  #merge(): void {
    for (const { kind } of this.#hints.values()) this.#many.add(kind);
    this.#hints.clear();
  }
}

/**
 * Returns the hints that a reader may get, without what they may not read.
 * @param sees tells whether the reader may see a lead
 * @param serves tells whether the reader may see a call, text or form without a lead
 */
export function hintsFor(
  hints: readonly ScopedHint[],
  {
    sees,
    serves,
  }: {
    sees: (leadId: string) => boolean;
    serves: (contact: NonNullable<ScopedHint['withoutLead']>) => boolean;
  },
): Hint[] {
  const found = new Map<string, Hint>();
  for (const { kind, id, leadId, withoutLead, mayHide = false } of hints) {
    if (withoutLead !== undefined && !serves(withoutLead)) continue;
    const isSeen = leadId === undefined || sees(leadId);
    if (!isSeen && !mayHide) continue;
    found.set(`${kind} ${isSeen ? id : ''}`, isSeen && id !== undefined ? { kind, id } : { kind });
  }
  return [...found.values()];
}

function hintsOf({ type, leadId, data = {} }: NewChange): ScopedHint[] {
  const kind = kindOf(type);
  const named = data[NAMED_BY[kind] ?? ''];
  const ofLead: ScopedHint[] = leadId === undefined ? [] : [{ kind: 'lead', id: leadId, leadId }];
  if (kind === 'lead' || typeof named !== 'string') return kind === 'lead' ? ofLead : [...ofLead, { kind }];
  if (kind === 'user') return [{ kind, id: named }];
  const readers = leadId === undefined ? { withoutLead: { kind, id: named } } : { leadId };
  return [...ofLead, { kind, id: named, ...readers }];
}

/** What a type of change is about. */
type Subject<Type extends string> = Type extends `${infer About}.${string}` ? About : never;

/** The compiler refuses a change about something that is no kind: consoles would not know what to read. */
function kindOf(type: ChangeType): HintKind {
  const [subject] = type.split('.') as [Subject<ChangeType>];
  return subject === 'event' ? 'lead' : subject;
}
