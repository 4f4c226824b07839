/** A simple model of leads, timelines and merges in memory, with which the product is compared. */

/** The answer that the reference expects: a status and, for a refusal, its code. */
export interface Expected {
  status: number;
  code?: string;
  /** The lead that the answer names. */
  lead?: RefLead;
}

interface Entry {
  type: string;
  value: string;
}

/** The members that a merge compares, by name; `undefined` and `[]` mean no value. */
export interface Members {
  name: string | undefined;
  emails: Entry[];
  phones: Entry[];
  source_tags: string[];
  tags: string[];
  state: string;
  assigned_to: string | undefined;
}

export interface RefLead {
  /** The id from the product. */
  id: string;
  members: Members;
  aliases: Set<string>;
  /** The place in the order of creation. */
  created: number;
  /** Grows with every change of the lead or its timeline. */
  version: number;
  events: { type: string; origin: RefLead }[];
  /** The lead that it was merged into. */
  mergedInto: RefLead | undefined;
  /** `no` if the lead was not removed, even if it was merged. */
  gone: 'no' | 'removed' | 'erased';
  snapshots: Map<RefLead, Snapshot>;
}

interface Snapshot {
  before: Members;
  beforeAliases: Set<string>;
  beforeCreated: number;
  beforeVersion: number;
  after: Members;
  afterVersion: number;
  afterCreated: number;
}

/** The members of a body that the sequences use; `null` clears a member. */
export interface RefInput {
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  source_tags?: string[];
  tags?: string[];
}

const SINGLE: readonly string[] = ['name', 'state', 'assigned_to'];
type MemberName = keyof Members;
const NAMES: readonly MemberName[] = [
  'name',
  'emails',
  'phones',
  'source_tags',
  'tags',
  'state',
  'assigned_to',
];

const NOT_FOUND: Expected = { status: 404, code: 'not_found' };

export class Reference {
  readonly leads: RefLead[] = [];
  #versions = 0;

  living(): RefLead[] {
    return this.leads.filter((lead) => lead.mergedInto === undefined && lead.gone === 'no');
  }

  /** Returns the survivor of `lead`, or `lead` itself. */
  survivor(lead: RefLead): RefLead {
    return lead.mergedInto === undefined ? lead : this.survivor(lead.mergedInto);
  }

  create(input: RefInput): Expected {
    if (!input.email && !input.phone) return { status: 400, code: 'identifier_required' };
    const lead: RefLead = {
      id: '',
      members: {
        name: undefined,
        emails: [],
        phones: [],
        source_tags: [],
        tags: [],
        state: 'open',
        assigned_to: undefined,
      },
      aliases: new Set(),
      created: this.leads.length,
      version: this.#next(),
      events: [],
      mergedInto: undefined,
      gone: 'no',
      snapshots: new Map(),
    };
    lead.members = patched(lead.members, input);
    lead.events.push({ type: 'lead_created', origin: lead });
    this.leads.push(lead);
    return { status: 200, lead };
  }

  modify(lead: RefLead, input: RefInput): Expected {
    const refusal = this.#refusal(lead);
    if (refusal !== undefined) return refusal;
    const after = patched(lead.members, input);
    if (after.emails.length + after.phones.length === 0) return { status: 409, code: 'last_identifier' };
    this.#save(lead, after, 'lead_modified');
    return { status: 200, lead };
  }

  upsert(input: RefInput): Expected {
    if (!input.email && !input.phone) return { status: 400, code: 'identifier_required' };
    const has = (lead: RefLead, key: string | null | undefined): boolean =>
      Boolean(key) && keysOf(lead).has(key!.toLowerCase());
    const oldest = this.living().toSorted((a, b) => a.created - b.created);
    const match =
      oldest.find((lead) => has(lead, input.email) && has(lead, input.phone)) ??
      oldest.find((lead) => has(lead, input.email)) ??
      oldest.find((lead) => has(lead, input.phone));
    if (match === undefined) return this.create(input);
    const { members } = match;
    const append = (list: Entry[], value: string | null | undefined): Entry[] =>
      !value || list.some((entry) => entry.value.toLowerCase() === value.toLowerCase())
        ? list
        : [...list, { type: 'Work', value }];
    const after = {
      ...members,
      ...('name' in input ? { name: input.name ?? undefined } : {}),
      emails: append(members.emails, input.email),
      phones: append(members.phones, input.phone),
      source_tags: unique([...members.source_tags, ...(input.source_tags ?? [])], (tag) => tag),
      tags: unique([...members.tags, ...(input.tags ?? [])], (tag) => tag),
    };
    this.#save(match, after, 'lead_modified');
    return { status: 200, lead: match };
  }

  assign(lead: RefLead, user: string): Expected {
    const refusal = this.#refusal(lead);
    if (refusal !== undefined) return refusal;
    this.#save(lead, { ...lead.members, assigned_to: user }, 'lead_assigned');
    return { status: 200, lead };
  }

  unassign(lead: RefLead, user: string): Expected {
    const refusal = this.#refusal(lead);
    if (refusal !== undefined) return refusal;
    const owner = lead.members.assigned_to;
    if (owner === undefined) return { status: 409, code: 'not_assigned' };
    if (owner !== user) return { status: 409, code: 'stale_assignment' };
    this.#save(lead, { ...lead.members, assigned_to: undefined }, 'lead_unassigned');
    return { status: 200, lead };
  }

  changeState(lead: RefLead, state: string): Expected {
    const refusal = this.#refusal(lead);
    if (refusal !== undefined) return refusal;
    this.#save(lead, { ...lead.members, state }, 'state_change');
    return { status: 200, lead };
  }

  note(lead: RefLead): Expected {
    const refusal = this.#refusal(lead);
    if (refusal !== undefined) return refusal;
    lead.events.push({ type: 'note', origin: lead });
    lead.version = this.#next();
    return { status: 200, lead };
  }

  remove(lead: RefLead): Expected {
    const refusal = this.#refusal(lead);
    if (refusal !== undefined) return refusal;
    lead.gone = 'removed';
    return { status: 200 };
  }

  restore(lead: RefLead): Expected {
    if (lead.gone !== 'removed') return NOT_FOUND;
    lead.gone = 'no';
    lead.version = this.#next();
    return { status: 200, lead };
  }

  erase(lead: RefLead): Expected {
    const refusal = lead.gone === 'removed' ? undefined : this.#refusal(lead);
    if (refusal !== undefined) return refusal;
    lead.gone = 'erased';
    return { status: 200 };
  }

  merge(primary: RefLead, secondary: RefLead, retain: string[], unite: string[]): Expected {
    const refusal = this.#refusalOfMerge({ primary, secondary }, retain, unite);
    if (refusal !== undefined) return refusal;
    if (secondary.mergedInto === primary) return { status: 200, lead: primary };
    const snapshot = {
      before: primary.members,
      beforeAliases: primary.aliases,
      beforeCreated: primary.created,
      beforeVersion: primary.version,
    };
    const keys = new Set([...keysOf(primary), ...keysOf(secondary)]);
    const after = { ...primary.members };
    for (const name of NAMES) {
      const [own, other] = [primary.members[name], secondary.members[name]];
      if (isEmpty(other) || same(own, other)) continue;
      if (isEmpty(own) || retain.includes(name)) set(after, name, other);
      else if (unite.includes(name)) set(after, name, both(name, own, other));
    }
    primary.members = after;
    primary.aliases = new Set([...keys].filter((key) => !shownKeys(after).has(key)));
    primary.created = Math.min(primary.created, secondary.created);
    primary.version = this.#next();
    primary.events.push(...secondary.events, { type: 'lead_merged', origin: primary });
    secondary.events = [];
    secondary.mergedInto = primary;
    primary.snapshots.set(secondary, {
      ...snapshot,
      after,
      afterVersion: primary.version,
      afterCreated: primary.created,
    });
    return { status: 200, lead: primary };
  }

  unmerge(primary: RefLead, secondary: RefLead): Expected {
    const refusal = this.#refusal(primary);
    if (refusal !== undefined) return refusal;
    const snapshot = primary.snapshots.get(secondary);
    if (snapshot === undefined || secondary.mergedInto !== primary) {
      if (this.isGone(secondary)) return NOT_FOUND;
      return { status: 409, code: 'unmerge_unavailable' };
    }
    const isUntouched = primary.version === snapshot.afterVersion;
    primary.snapshots.delete(secondary);
    secondary.mergedInto = undefined;
    const absorbed = this.#absorbed(secondary);
    secondary.events = primary.events.filter(({ origin }) => absorbed.has(origin));
    primary.events = primary.events.filter(({ origin }) => !absorbed.has(origin));
    if (isUntouched) {
      primary.members = snapshot.before;
      primary.aliases = snapshot.beforeAliases;
      primary.created = snapshot.beforeCreated;
      primary.version = snapshot.beforeVersion;
      primary.events = primary.events.slice(0, -1);
      return { status: 200, lead: primary };
    }
    const ownKeys = new Set([...shownKeys(snapshot.before), ...snapshot.beforeAliases]);
    const leaving = new Set([...keysOf(secondary)].filter((key) => !ownKeys.has(key)));
    const staying = [...keysOf(primary)].filter((key) => !leaving.has(key));
    const after = { ...primary.members };
    for (const name of NAMES) {
      const wasBrought = !same(snapshot.before[name], snapshot.after[name]);
      if (wasBrought && same(after[name], snapshot.after[name])) set(after, name, snapshot.before[name]);
    }
    primary.members = after;
    primary.aliases = new Set(staying.filter((key) => !shownKeys(after).has(key)));
    if (primary.created === snapshot.afterCreated) primary.created = snapshot.beforeCreated;
    primary.version = this.#next();
    primary.events.push({ type: 'lead_unmerged', origin: primary });
    return { status: 200, lead: primary };
  }

  #refusalOfMerge(
    { primary, secondary }: { primary: RefLead; secondary: RefLead },
    retain: string[],
    unite: string[],
  ): Expected | undefined {
    if (this.isGone(primary)) return NOT_FOUND;
    if (unite.some((name) => SINGLE.includes(name))) return { status: 400, code: 'field_not_mergeable' };
    if (unite.some((name) => retain.includes(name))) return { status: 400, code: 'invalid_parameter' };
    if (primary === secondary) return { status: 400, code: 'cannot_merge_self' };
    const isRepeated = primary.mergedInto === undefined && secondary.mergedInto === primary;
    if (isRepeated) return undefined;
    return this.#refusal(primary) ?? this.#refusal(secondary);
  }

  /** Tells whether the lead or its survivor was removed or erased. */
  isGone(lead: RefLead): boolean {
    return this.survivor(lead).gone !== 'no';
  }

  #refusal(lead: RefLead): Expected | undefined {
    if (this.isGone(lead)) return NOT_FOUND;
    return lead.mergedInto === undefined ? undefined : { status: 409, code: 'lead_merged' };
  }

  #absorbed(lead: RefLead): Set<RefLead> {
    const absorbed = new Set([lead]);
    for (const other of this.leads) {
      for (let up = other.mergedInto; up !== undefined; up = up.mergedInto) {
        if (up === lead) absorbed.add(other);
      }
    }
    return absorbed;
  }

  #save(lead: RefLead, after: Members, type: string): void {
    if (same(lead.members, after)) return;
    lead.members = after;
    const shown = shownKeys(after);
    lead.aliases = new Set([...lead.aliases].filter((key) => !shown.has(key)));
    lead.version = this.#next();
    lead.events.push({ type, origin: lead });
  }

  #next(): number {
    this.#versions += 1;
    return this.#versions;
  }
}

function patched(members: Members, input: RefInput): Members {
  const primary = (list: Entry[], value: string | null | undefined): Entry[] => {
    if (value === undefined) return list;
    if (value === null) return list.slice(1);
    const others = list.slice(1).filter((entry) => entry.value.toLowerCase() !== value.toLowerCase());
    return [{ type: 'Work', value }, ...others];
  };
  return {
    ...members,
    ...('name' in input ? { name: input.name ?? undefined } : {}),
    emails: primary(members.emails, input.email),
    phones: primary(members.phones, input.phone),
    source_tags: input.source_tags ?? members.source_tags,
    tags: input.tags ?? members.tags,
  };
}

function shownKeys(members: Members): Set<string> {
  return new Set([...members.emails, ...members.phones].map(({ value }) => value.toLowerCase()));
}

function keysOf(lead: RefLead): Set<string> {
  return new Set([...shownKeys(lead.members), ...lead.aliases]);
}

function both(name: MemberName, own: Members[MemberName], other: Members[MemberName]): unknown {
  const all = [...(own as unknown[]), ...(other as unknown[])];
  return name === 'source_tags' || name === 'tags'
    ? unique(all as string[], (tag) => tag)
    : unique(all as Entry[], ({ value }) => value);
}

function unique<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  const keys = items.map((item) => keyOf(item).toLowerCase());
  return items.filter((_, index) => keys.indexOf(keys[index]!) === index);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function set(members: Members, name: MemberName, value: unknown): void {
  Object.assign(members, { [name]: value });
}
