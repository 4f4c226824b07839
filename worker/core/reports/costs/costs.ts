/** Costs by day, source and campaign: the one file that reads and writes their table. */
import { Problem } from '../../../shared/http/problems.ts';
import { CHANNELS } from '../../../dni/pure/channels.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import type { Currency } from '../../company/settings/records.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database, Row, SqlValue } from '../../engine/storage/database.ts';
import { ownCurrency, rateBetween } from '../company-rules.ts';
import type { CostBody, CostPage, SavedCosts } from './reference.ts';
import { type CostFilter, type CostList, type GivenCost, MAX_AMOUNT } from './schema.ts';

/** Most costs of a company: 500 campaigns on 1,000 days. */
const MAX_COSTS = 500_000;

const INSERT_OR_REPLACE = `INSERT OR REPLACE INTO costs
  (day, source, campaign, amount, unit, own_amount, own_unit, modified_time, feed_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

interface CostRow extends Row {
  day: string;
  source: string;
  campaign: string;
  amount: number;
  unit: string;
  modified_time: number;
}

interface FullCostRow extends CostRow {
  own_amount: number;
  own_unit: string;
  /** The feed that saved it; null for a person or a program. */
  feed_id: string | null;
}

/** A cost with its currency. */
type Cost = Omit<GivenCost, 'unit'> & { unit: string };

/** A cost before a change, as its columns have it. */
type FormerCost = [
  amount: number,
  unit: string,
  ownAmount: number,
  ownUnit: string,
  modifiedTime: number,
  feedId?: string | null,
];
/**
 * A cost that an import has saved, and the one that it replaced; null if it is new. An empty campaign is that of the whole source.
 * One that an import has removed has no amount and no currency.
 */
export type ChangedCost = [
  day: string,
  source: string,
  campaign: string,
  amount: number | null,
  unit: string | null,
  before: FormerCost | null,
];
type CostKey = readonly [day: string, source: string, campaign: string];

/**
 * Saves costs. One of a day, source and campaign replaces the former one; several of them in a request are added up.
 * @param feedId the feed whose file they are in; absent for a person or a program
 * @throws Problem `invalid_parameter` for currencies and for a cost of another feed, `too_many_values`
 */
export function saveCosts(
  context: WriteContext,
  given: readonly GivenCost[],
  currencies: readonly Currency[],
  feedId: string | null = null,
): { body: SavedCosts; changes: ChangedCost[] } {
  const costs = summed(given, currencies);
  const changes: ChangedCost[] = [];
  for (const cost of costs) {
    const { day, source, campaign, amount, unit } = cost;
    const key = [day, source, campaign ?? ''] as const;
    const before = findCost(context.database, key);
    if (feedId !== null) adopt(context.database, before, feedId);
    if (before?.amount === amount && before.unit === unit) continue;
    saveCost(context, { ...cost, feedId }, currencies);
    changes.push([...key, amount, unit, before === undefined ? null : valuesOf(before)]);
  }
  refuseTooMany(context.database);
  if (changes.length > 0) {
    const days = costs.map(({ day }) => day).toSorted();
    const detail = { saved: costs.length, from: days[0] ?? '', to: days.at(-1) ?? '' };
    context.audit({ action: 'costs.saved', subject: 'costs', detail });
  }
  return { body: { saved: costs.length, changed: changes.length }, changes };
}

/** Makes a cost one of a feed. @throws Problem if it is in the file of another feed, since they would replace each other every day */
function adopt(database: Database, cost: FullCostRow | undefined, feedId: string): void {
  if (cost === undefined || cost.feed_id === feedId) return;
  const other = database.maybe<{ name: string }>(
    'SELECT name FROM cost_feeds WHERE feed_id = ?',
    cost.feed_id,
  );
  const { day, source, campaign } = cost;
  if (other !== undefined) {
    const what = campaign === '' ? source : `${source}, ${campaign}`;
    throw new Problem(
      'invalid_parameter',
      `The cost of ${what} on ${day} is in the file “${other.name}” already. Give this file another source.`,
    );
  }
  const sql = 'UPDATE costs SET feed_id = ? WHERE day = ? AND source = ? AND campaign = ?';
  database.run(sql, feedId, day, source, campaign);
}

/**
 * Removes what a feed has saved for the days of its file, and is not in the file any more, such as a campaign under its former name.
 * @returns the removed costs
 */
export function removeOthers(
  { database }: WriteContext,
  feedId: string,
  costs: readonly GivenCost[],
): ChangedCost[] {
  const kept = new Set(costs.map(({ day, source, campaign }) => keyText([day, source, campaign ?? ''])));
  const rows = database.all<FullCostRow>(
    'SELECT * FROM costs WHERE day IN (SELECT value FROM json_each(?)) AND feed_id = ?',
    JSON.stringify([...new Set(costs.map(({ day }) => day))]),
    feedId,
  );
  return rows.flatMap((row): ChangedCost[] => {
    const key: CostKey = [row.day, row.source, row.campaign];
    if (kept.has(keyText(key))) return [];
    deleteCost(database, key);
    return [[...key, null, null, valuesOf(row)]];
  });
}

function keyText(key: CostKey): string {
  return JSON.stringify(key);
}

/** Finds the cost of a day, source and campaign. */
export function findCost(database: Database, key: CostKey): FullCostRow | undefined {
  return database.maybe<FullCostRow>(
    'SELECT * FROM costs WHERE day = ? AND source = ? AND campaign = ?',
    ...key,
  );
}

/** Puts a cost back as it was before a change, or deletes it if there was none. */
export function restoreCost(database: Database, [day, source, campaign, , , before]: ChangedCost): void {
  if (before === null) return deleteCost(database, [day, source, campaign]);
  const [amount, unit, ownAmount, ownUnit, time, feedId = null] = before;
  database.run(INSERT_OR_REPLACE, day, source, campaign, amount, unit, ownAmount, ownUnit, time, feedId);
}

function deleteCost(database: Database, key: CostKey): void {
  database.run('DELETE FROM costs WHERE day = ? AND source = ? AND campaign = ?', ...key);
}

/**
 * Returns those of some sources that the company does not have. It has channels, its own names, and the sources of visits and costs,
 * which are read only if one of them is neither.
 */
export function newSources(context: RequestContext, sources: ReadonlySet<string>): string[] {
  const own = dniSettingsOf(context).read()?.settings.sources ?? [];
  const usual = new Set<string>([...CHANNELS, ...own.map(({ name }) => name)]);
  const others = [...sources].filter((source) => !usual.has(source));
  if (others.length === 0) return [];
  const rows = context.database.all<{ source: string }>(
    'SELECT source FROM costs UNION SELECT source FROM visit_counts',
  );
  const known = new Set(rows.map(({ source }) => source));
  return others.filter((source) => !known.has(source));
}

function valuesOf({
  amount,
  unit,
  own_amount: own,
  own_unit: ownUnit,
  modified_time: time,
  feed_id: feedId,
}: FullCostRow): FormerCost {
  return [amount, unit, own, ownUnit, time, feedId];
}

/** Returns a page of costs, latest day first. */
export function listCosts(database: Database, { limit, cursor, ...filter }: CostList): CostPage {
  const start = cursor ?? 0;
  const { sql, values } = conditionOf(filter);
  const rows = database.all<CostRow>(
    `SELECT day, source, campaign, amount, unit, modified_time FROM costs WHERE ${sql}
     ORDER BY day DESC, source, campaign LIMIT ? OFFSET ?`,
    ...values,
    limit + 1,
    start,
  );
  return {
    costs: rows.slice(0, limit).map(toBody),
    ...(rows.length > limit ? { next_cursor: start + limit } : {}),
  };
}

/** Deletes costs. @returns how many */
export function removeCosts(context: WriteContext, filter: CostFilter): number {
  const { sql, values } = conditionOf(filter);
  context.database.run(`DELETE FROM costs WHERE ${sql}`, ...values);
  const { count } = context.database.one<{ count: number }>('SELECT changes() AS count');
  if (count > 0) context.audit({ action: 'costs.removed', subject: 'costs', detail: { ...filter, count } });
  return count;
}

/** Returns the factor from the currency of a row to the company's, for costs that were saved under another one. */
export function factorOf(own: string, currencies: readonly Currency[]): (row: Row) => number {
  return ({ own_unit: unit }) =>
    unit === own || typeof unit !== 'string' ? 1 : rateBetween(currencies, unit);
}

/** Adds up the costs of one day, source and campaign. */
function summed(given: readonly GivenCost[], currencies: readonly Currency[]): Cost[] {
  const own = ownCurrency(currencies)?.unit ?? 'USD';
  const costs = new Map<string, Cost>();
  for (const [index, { unit, ...cost }] of given.entries()) {
    const known = { ...cost, unit: unit ?? own };
    const key = JSON.stringify([known.day, known.source, known.campaign || null]);
    const before = costs.get(key);
    if (Number.isNaN(rateBetween(currencies, known.unit)))
      refuse(index, `The company has no rate of ${known.unit}.`);
    if (before !== undefined && before.unit !== known.unit)
      refuse(index, 'A day, source and campaign has one currency.');
    const amount = known.amount + (before?.amount ?? 0);
    if (Math.abs(amount) > MAX_AMOUNT) {
      refuse(index, `The costs of a day, source and campaign are at most ${MAX_AMOUNT}.`, 'amount');
    }
    costs.set(key, { ...known, amount });
  }
  return [...costs.values()];
}

function refuse(index: number, detail: string, member = 'unit'): never {
  throw new Problem('invalid_parameter', detail, {
    errors: [{ pointer: `/costs/${index}/${member}`, code: 'invalid_parameter', detail }],
  });
}

function saveCost(
  { database, now }: RequestContext,
  { day, source, campaign, amount, unit, feedId }: Cost & { feedId: string | null },
  currencies: readonly Currency[],
): void {
  const own = ownCurrency(currencies)?.unit ?? 'USD';
  const ownAmount = amount * rateBetween(currencies, unit);
  database.run(INSERT_OR_REPLACE, day, source, campaign ?? '', amount, unit, ownAmount, own, now, feedId);
}

function refuseTooMany(database: Database): void {
  const { count } = database.one<{ count: number }>('SELECT count(*) AS count FROM costs');
  if (count <= MAX_COSTS) return;
  throw new Problem('too_many_values', `A company keeps at most ${MAX_COSTS} costs; remove old ones.`, {
    members: { limit: MAX_COSTS },
  });
}

function conditionOf({ from, to, source, campaign }: CostFilter): { sql: string; values: SqlValue[] } {
  const conditions: [string, SqlValue | undefined][] = [
    ['day >= ?', from],
    ['day <= ?', to],
    ['source = ?', source],
    ['campaign = ?', campaign],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    sql: ['TRUE', ...given.map(([sql]) => sql)].join(' AND '),
    values: given.flatMap(([, value]) => value ?? []),
  };
}

function toBody({ day, source, campaign, amount, unit, modified_time: time }: CostRow): CostBody {
  return { day, source, campaign: campaign || null, amount, unit, modified_at: writeMoment(time) };
}
