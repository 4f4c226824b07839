/** The rules on calls: kept as one list, remembered, and replaced by super admins. */
import type { CompanyState } from '../../../engine/context/company-context.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { type Fault, refuseFaults } from '../../../../shared/http/problems.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import { faultOfState } from '../../../leads/record/lead-input.ts';
import { isAssignable } from '../../../people/users/schema.ts';
import { findUserOnce } from '../../../people/users/users.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { reportSettingsChanged } from '../../../company/settings/settings-changes.ts';
import { asksForWords, phrasesOf } from './conditions.ts';
import { PhraseIndex } from './phrase-index.ts';
import type { ContactRule, ContactRulesInput } from './schema.ts';

const NAME = 'contact_rules';
/** From a word, for all phrases: the longest transcript then takes seconds. Random phrases of 44 words, all with a *, need 70. */
const MOST_STEPS = 200;

interface SavedRules {
  version: number;
  rules: readonly ContactRule[];
}

/** Returns the rules of a company from its object's memory. */
export function contactRulesOf({ memory }: Pick<CompanyState, 'memory'>): ContactRules {
  return memory.of(ContactRules);
}

/** The rules of a company. Every call asks for them, so they are remembered, and their phrases are in an index. */
export class ContactRules {
  readonly #database: Database;
  #saved: SavedRules | undefined;
  #index: PhraseIndex | undefined;

  constructor({ database }: Pick<CompanyState, 'database'>) {
    this.#database = database;
  }

  /** Returns the rules in their order. */
  all(): readonly ContactRule[] {
    return this.#read().rules;
  }

  /** Returns the version of the list, 0 before the first save. */
  version(): number {
    return this.#read().version;
  }

  /** Returns the index of all phrases; undefined if no rule asks for words. */
  index(): PhraseIndex | undefined {
    const rules = this.all();
    if (!rules.some(({ when }) => asksForWords(when))) return undefined;
    this.#index ??= new PhraseIndex(rules.flatMap(({ when }) => phrasesOf(when)));
    return this.#index;
  }

  /** Forgets the rules, so that the next read comes from the database. */
  forget(): void {
    this.#saved = undefined;
    this.#index = undefined;
  }

  #read(): SavedRules {
    this.#saved ??= readRules(this.#database);
    return this.#saved;
  }
}

/**
 * Returns the index of the phrases of rules.
 * @throws Problem if looking for them could take too long, as for `aa* aa*`, `aa* aaa*`, `aaa* aa*` and so on
 */
export function indexOfPhrases(rules: readonly Pick<ContactRule, 'when'>[]): PhraseIndex {
  const index = new PhraseIndex(rules.flatMap(({ when }) => phrasesOf(when)));
  const detail = 'Too many phrases with * begin alike; leave some out.';
  if (index.mostSteps() > MOST_STEPS) refuseFaults([{ pointer: '', code: 'invalid_parameter', detail }]);
  return index;
}

/**
 * Replaces the list. A rule that asks for or sets something else gets the next version. The audit log says who did it.
 * @throws Problem `unknown_user`, `unknown_state`; those of `indexOfPhrases`
 */
export function replaceContactRules(context: WriteContext, input: ContactRulesInput): void {
  indexOfPhrases(input);
  const kept = contactRulesOf(context);
  const before = kept.all();
  const former = new Map(before.map((rule) => [rule.rule_id, rule]));
  refuseFaults(
    input.flatMap((rule, index) => {
      const faults = faultsOnLead(context, rule.then, former.get(rule.rule_id)?.then);
      return faults.map((fault) => ({ ...fault, pointer: `/${index}/then${fault.pointer}` }));
    }),
  );
  const after = input.map(({ rule_id, name, when, then }) => {
    return { rule_id, name, version: versionAfter(former.get(rule_id), { when, then }), when, then };
  });
  kept.forget();
  context.database.run(
    `INSERT INTO settings (name, version, document) VALUES (?, 1, ?)
     ON CONFLICT (name) DO UPDATE SET version = version + 1, document = excluded.document`,
    NAME,
    JSON.stringify(after),
  );
  reportSettingsChanged(context, { settings: NAME, version: kept.version(), before, after });
}

/** Returns what is wrong with what a rule does with the lead. What was saved before stays, since it does nothing any more. */
function faultsOnLead(
  context: WriteContext,
  { assign, state, notify = [] }: ContactRule['then'],
  before: ContactRule['then'] = {},
): (Fault & { pointer: string })[] {
  const known: readonly (string | undefined)[] = [
    before.assign,
    ...(before.notify ?? []),
    'managers',
    'owner',
  ];
  const isUnfit = (userId: string): boolean =>
    !known.includes(userId) && !isAssignable(findUserOnce(context, userId));
  const named = [
    ...(assign === undefined ? [] : [{ pointer: '/assign', userId: assign }]),
    ...notify.map((userId, index) => ({ pointer: `/notify/${index}`, userId })),
  ];
  const fault =
    state === undefined || state === before.state ? undefined : faultOfState(settingsOf(context), state);
  return [
    ...named
      .filter(({ userId }) => isUnfit(userId))
      .map(({ pointer }) => ({
        pointer,
        code: 'unknown_user' as const,
        detail: 'The user is not there, is suspended or reads only; choose another one.',
      })),
    ...(fault === undefined ? [] : [{ ...fault, pointer: '/state' }]),
  ];
}

function readRules(database: Database): SavedRules {
  const row = database.maybe<{ version: number; document: string }>(
    'SELECT version, document FROM settings WHERE name = ?',
    NAME,
  );
  if (row === undefined) return { version: 0, rules: [] };
  return { version: row.version, rules: JSON.parse(row.document) as ContactRule[] };
}

function versionAfter(
  former: ContactRule | undefined,
  { when, then }: Pick<ContactRule, 'when' | 'then'>,
): number {
  if (former === undefined) return 1;
  const isSame = JSON.stringify([former.when, former.then]) === JSON.stringify([when, then]);
  return isSame ? former.version : former.version + 1;
}
