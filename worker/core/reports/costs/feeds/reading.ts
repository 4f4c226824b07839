/** Reads the file of a feed as costs. It is refused like one that a person imports, and besides if it is written in another way than before. */
import type { Currency } from '../../../company/settings/records.ts';
import type { RequestContext } from '../../../engine/context/request-context.ts';
import type { CsvRecord } from '../../../leads/csv/imports/csv-reader.ts';
import { type Fault, Problem, refuseFaults } from '../../../../shared/http/problems.ts';
import type { AddressRules } from '../../../../shared/http/public-addresses.ts';
import { clockOfCompany } from '../../company-rules.ts';
import { dayNumber, writeDay } from '../../counting/days.ts';
import { columnsOf, readCosts, type ReadCosts } from '../cost-file.ts';
import { knownTo, recordsOf } from '../file-saving.ts';
import { faultsOfQuestions } from '../questions.ts';
import type { FileChoices } from '../schema.ts';
import { fetchFile } from './fetch-file.ts';
import type { FeedFile, FeedOptions } from './schema.ts';

const DAY_MS = 86_400_000;
/** Ad platforms correct what they said of the last weeks. Costs before these days are left as they are. */
const CORRECTED_DAYS = 30;
/** Most rows of a file, of which most are older than those days. */
const MAX_ROWS = 20_000;

/** The company's side of a reading. */
export interface Reading {
  currencies: readonly Currency[];
  rules: AddressRules;
  /** Whether sources are taken that the company does not have. */
  takesNewSources: boolean;
}

/** Fetches a file. @throws Problem those of `fetchFile`, `invalid_csv` */
export async function recordsAt({ url }: FeedFile, { rules }: Reading): Promise<CsvRecord[]> {
  return recordsOf(new Blob([await fetchFile(url, rules)]).stream());
}

/**
 * Reads a file as costs.
 * @throws Problem that lists the faults of the file, whose members are those of the body
 */
export function costsIn(
  context: RequestContext,
  records: readonly CsvRecord[],
  { options, ownUnit, readDay }: FeedFile,
  { currencies, takesNewSources }: Reading,
): ReadCosts {
  const query = choicesOf(records, options, { readDay, takesNewSources });
  const read = withPointers(() =>
    readCosts(records, query, { ...knownTo(context, currencies), unit: ownUnit }),
  );
  refuseChange(options, read.shown);
  return read;
}

/** Refuses a file that leaves something open. @throws Problem `missing_parameter` */
export function refuseQuestions({ questions }: ReadCosts): void {
  withPointers(() => refuseFaults(faultsOfQuestions(questions)));
}

/** Returns the options of a file with what a reading has shown, so that no later file is read in another way. */
export function learnt(options: FeedOptions, { used, shown }: ReadCosts): FeedOptions {
  const nulls = Object.entries(options.mapping).filter(([, field]) => field === null);
  return {
    ...options,
    mapping: { ...Object.fromEntries(nulls), ...Object.fromEntries(used) },
    decimal: options.decimal ?? shown.decimal ?? null,
    days: options.days ?? shown.days ?? null,
  };
}

/** Returns today in the company's zone. */
export function todayOf(context: RequestContext): string {
  return writeDay(Math.floor(clockOfCompany(context).toLocal(context.now) / DAY_MS));
}

function choicesOf(
  records: readonly CsvRecord[],
  { mapping, from, unit, decimal, days, ...options }: FeedOptions,
  { readDay, takesNewSources }: { readDay: string | null; takesNewSources: boolean },
): FileChoices {
  const given = new Map(Object.entries(mapping));
  const names = new Set(columnsOf(records, { mapping: given }).map(({ name }) => name));
  // A column that is left out may be missing.
  const needed = [...given].filter(([name, field]) => field !== null || names.has(name));
  const corrected = readDay === null ? '' : writeDay(dayNumber(readDay) - CORRECTED_DAYS);
  return {
    ...options,
    ...(unit === null ? {} : { unit }),
    ...(decimal === null ? {} : { decimal }),
    ...(days === null ? {} : { days }),
    mapping: new Map(needed),
    new_sources: takesNewSources,
    from: [from ?? '', corrected].toSorted().at(-1) ?? '',
    mostRows: MAX_ROWS,
  };
}

/** Refuses a file that shows another order of days, or other decimals, than it was read with before. */
function refuseChange({ days, decimal }: FeedOptions, shown: ReadCosts['shown']): void {
  const isOther = <Value>(known: Value | null, now: Value | undefined): boolean =>
    known !== null && now !== undefined && now !== known;
  const faults: Fault[] = [];
  const refuse = (member: string, detail: string): void =>
    void faults.push({ pointer: `/${member}`, code: 'invalid_parameter', detail });
  if (isOther(days, shown.days)) {
    const [now, before] = days === 'day_first' ? ['month', 'day'] : ['day', 'month'];
    refuse('days', `The days of the file now begin with the ${now}, and were read with the ${before} first.`);
  }
  if (isOther(decimal, shown.decimal)) {
    const [now, before] = decimal === 'point' ? ['comma', 'point'] : ['point', 'comma'];
    refuse('decimal', `The amounts now have a decimal ${now}, and were read with a decimal ${before}.`);
  }
  refuseFaults(faults);
}

/** Does what refuses parameters of a query, which are members of the body here. */
function withPointers<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.errors.map(({ parameter, ...fault }) =>
      parameter === undefined ? fault : { ...fault, pointer: `/${parameter}` },
    );
    throw new Problem(error.code, error.message, { errors, members: error.members });
  }
}
