/** Finds the records behind a cell of a report, latest first. */
import type { RequestContext } from '../../engine/context/request-context.ts';
import type { Currency } from '../../company/settings/records.ts';
import { clockOfCompany, derivationRulesOf, weekStartOf } from '../company-rules.ts';
import type { FactChunk, StoredKind } from '../facts/fact-chunk.ts';
import { factsOf } from '../facts/facts.ts';
import { type Test, filtersOf, missingOf, partTest } from '../counting/filters.ts';
import { firstDayIn } from './first-day.ts';
import { daysOf } from '../counting/periods.ts';
import { emptyPeriod, Scan } from '../counting/scan.ts';
import { scanRulesOf } from './scan-rules.ts';
import type { RecordsQuery } from '../counting/schema.ts';

/** A record in the order of the list. */
interface Position {
  /** Seconds since the epoch. */
  time: number;
  item: number;
}

/** The numbers of the records of a page, latest first, and where the next page starts. */
export interface FoundRecords {
  items: number[];
  nextCursor: string | undefined;
}

/** Finds a page of the records behind a cell. @throws Problem for a range */
export function findRecords(
  context: RequestContext,
  kind: StoredKind,
  query: RecordsQuery,
  currencies: readonly Currency[],
): Promise<FoundRecords> {
  const names = filtersOf(query).map(([name]) => name);
  if (missingOf(kind, names).length > 0) return Promise.resolve({ items: [], nextCursor: undefined });
  const facts = factsOf(context);
  return facts.read(derivationRulesOf(context), async () => {
    const rules = await scanRulesOf(context, facts, { scope: query, by: [], metrics: [], currencies });
    const clock = clockOfCompany(context);
    const firstDay = await firstDayIn(context, query, facts);
    const days = daysOf(query, { now: context.now, clock, weekStart: weekStartOf(context), firstDay });
    const period = emptyPeriod(rules.times, { ...days, until: Infinity }, 0);
    const scan = new Scan(kind, rules, [period]);
    const page = new Page(query, partTest(query.only, rules.isWon));
    await facts.visit({ kind, ...period }, (chunk, first) =>
      scan.select(chunk, (slot) => page.add(chunk, slot, first)),
    );
    return page.found();
  });
}

/** Collects the records of a page. */
class Page {
  readonly #limit: number;
  readonly #after: Position | undefined;
  readonly #test: Test | undefined;
  #records: Position[] = [];

  constructor({ limit, cursor }: RecordsQuery, test: Test | undefined) {
    this.#limit = limit;
    const [time = 0, item = 0] = (cursor ?? '').split('-').map(Number);
    this.#after = cursor === undefined ? undefined : { time, item };
    this.#test = test;
  }

  add(chunk: FactChunk, slot: number, first: number): void {
    if (this.#test?.(chunk, slot) === false) return;
    const record = { time: chunk.time[slot] ?? 0, item: first + slot };
    if (this.#after !== undefined && latestFirst(this.#after, record) >= 0) return;
    this.#records.push(record);
    // The others are dropped now and then, so that memory does not grow with the list.
    if (this.#records.length > 8 * (this.#limit + 1)) this.#cut();
  }

  found(): FoundRecords {
    this.#cut();
    const page = this.#records.slice(0, this.#limit);
    const last = this.#records.length > this.#limit ? page.at(-1) : undefined;
    return {
      items: page.map(({ item }) => item),
      nextCursor: last === undefined ? undefined : `${last.time}-${last.item}`,
    };
  }

  #cut(): void {
    // One record more shows whether there is a next page.
    this.#records = this.#records.sort(latestFirst).slice(0, this.#limit + 1);
  }
}

function latestFirst(one: Position, other: Position): number {
  return other.time - one.time || other.item - one.item;
}
