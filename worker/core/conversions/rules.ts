/** Rules of conversions: the table, the memory, and changes by super admins. */
import { asId, newId } from '../../shared/http/ids.ts';
import { notFound, Problem } from '../../shared/http/problems.ts';
import { reportSettingsChanged } from '../company/settings/settings-changes.ts';
import { actorId } from '../engine/context/actors.ts';
import type { CompanyState } from '../engine/context/company-context.ts';
import type { WriteContext } from '../engine/context/request-context.ts';
import { checkIfMatch, versionTag } from '../engine/http/answers.ts';
import type { Database } from '../engine/storage/database.ts';
import { AS_IS, json, Table } from '../engine/storage/table.ts';
import type { Draft, RuleChange, RuleInput, RuleRecord } from './schema.ts';

const MAX_RULES = 50;

interface RuleRow extends Omit<RuleRecord, keyof Draft> {
  document: Draft;
}

const RULES = new Table<RuleRow>('conversion_rules', {
  ruleId: AS_IS,
  name: AS_IS,
  state: AS_IS,
  version: AS_IS,
  document: json(),
  createdTime: AS_IS,
  createdBy: AS_IS,
  changedTime: AS_IS,
  restateAfter: AS_IS,
});
const OLDEST_FIRST = RULES.select('ORDER BY created_time, rule_id');
const SAVE = RULES.upsert(['ruleId'], ['createdTime', 'createdBy']);

/** Returns the rules of a company from its object's memory. */
export function rulesOf({ memory }: Pick<CompanyState, 'memory'>): ConversionRules {
  return memory.of(ConversionRules);
}

/** The rules of a company. Every write of the company asks for them, so they are remembered. */
export class ConversionRules {
  readonly #database: Database;
  #rules: readonly RuleRecord[] | undefined;

  constructor({ database }: CompanyState) {
    this.#database = database;
  }

  /** Returns all rules, oldest first. */
  all(): readonly RuleRecord[] {
    this.#rules ??= RULES.all(this.#database, OLDEST_FIRST).map(({ document, ...row }) => ({
      ...row,
      ...document,
    }));
    return this.#rules;
  }

  /** Finds the rule with this id; undefined if there is none. */
  find(ruleId: string): RuleRecord | undefined {
    return this.all().find((rule) => rule.ruleId === ruleId);
  }

  /** Forgets the rules, so that the next read comes from the database. */
  forget(): void {
    this.#rules = undefined;
  }
}

/** Finds the rule with the id from a path. @throws Problem `not_found` */
export function requireRule(company: Pick<CompanyState, 'memory'>, idText: string): RuleRecord {
  const rule = rulesOf(company).find(asId(idText) ?? '');
  if (rule === undefined) throw notFound();
  return rule;
}

/** Nobody can enter a value on these, so that a rule names one. */
const WITHOUT_VALUE: readonly RuleRecord['when']['what'][] = ['text', 'form'];

/** @throws Problem `invalid_parameter` for a value that what the rule is about never has */
function checkValue({ when: { what }, value }: Pick<RuleRecord, 'when' | 'value'>): void {
  if (value !== 'lead' || !WITHOUT_VALUE.includes(what)) return;
  const detail = `Nobody enters a value on a ${what}. Write an amount, {unit, value}.`;
  throw new Problem('invalid_parameter', detail, {
    errors: [{ pointer: '/value', code: 'invalid_parameter', detail }],
  });
}

/** Creates a rule for what happens from now on. @throws Problem `too_many_values`, and as `checkValue` */
export function createRule(context: WriteContext, input: RuleInput): RuleRecord {
  checkValue(input);
  if (rulesOf(context).all().length >= MAX_RULES) {
    const detail = `A company has at most ${MAX_RULES} rules; remove an unused one.`;
    throw new Problem('too_many_values', detail, { members: { limit: MAX_RULES } });
  }
  const rule: RuleRecord = {
    ...input,
    ruleId: newId(context.now),
    version: 1,
    createdTime: context.now,
    createdBy: actorId(context.actor),
    changedTime: context.now,
    restateAfter: null,
  };
  save(context, undefined, rule);
  return rule;
}

/**
 * Changes the members in the input. What was reported before keeps its value, unless `restate` is set.
 * @throws Problem 404, 412, and as `checkValue`
 */
export function modifyRule(
  context: WriteContext,
  idText: string,
  { restate, ...input }: RuleChange,
): RuleRecord {
  const before = requireRule(context, idText);
  checkIfMatch(context.ifMatch, versionTag(before.version));
  const rule: RuleRecord = {
    ...before,
    ...input,
    version: before.version + 1,
    changedTime: context.now,
    restateAfter: restate ? 0 : before.restateAfter,
  };
  if (input.when !== undefined || input.value !== undefined) checkValue(rule);
  save(context, before, rule);
  if (restate) context.wakeBy(context.now);
  return rule;
}

/** Removes a rule. What it reported stays in the log. @throws Problem 404, 412 */
export function removeRule(context: WriteContext, idText: string): RuleRecord {
  const rule = requireRule(context, idText);
  checkIfMatch(context.ifMatch, versionTag(rule.version));
  context.database.run('DELETE FROM conversion_rules WHERE rule_id = ?', rule.ruleId);
  report(context, rule, undefined);
  return rule;
}

/** Records how far a restatement has come; null at its end. */
export function setRestated(context: WriteContext, ruleId: string, after: number | null): void {
  rulesOf(context).forget();
  context.database.run('UPDATE conversion_rules SET restate_after = ? WHERE rule_id = ?', after, ruleId);
}

function save(context: WriteContext, before: RuleRecord | undefined, rule: RuleRecord): void {
  const { when, value, platforms, ...row } = rule;
  context.database.run(SAVE, ...RULES.values({ ...row, document: { when, value, platforms } }));
  report(context, before, rule);
}

function report(context: WriteContext, before: RuleRecord | undefined, after: RuleRecord | undefined): void {
  rulesOf(context).forget();
  const view = ({ name, state, when, value, platforms }: RuleRecord): object => ({
    name,
    state,
    when,
    value,
    platforms,
  });
  reportSettingsChanged(context, {
    settings: 'conversions',
    id: (after ?? before)?.ruleId ?? '',
    ...(after === undefined ? {} : { version: after.version }),
    before: before && view(before),
    after: after && view(after),
  });
}
