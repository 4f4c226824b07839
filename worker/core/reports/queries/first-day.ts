/** The first day of a company's data, where reports about all of it begin. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import { clockOfCompany } from '../company-rules.ts';
import type { Facts } from '../facts/facts.ts';
import { type AskedDays, beginsWithData } from '../counting/periods.ts';

const DAY_MS = 86_400_000;
/** Before this, a date is a mistake: 2000-01-01. */
const EARLIEST = Date.UTC(2000, 0);

/**
 * Returns the number of the day with which a range begins, within a read of the facts; Infinity if there is no data, and for ranges
 * that name their first day.
 */
export async function firstDayIn(
  company: Pick<CompanyState, 'database' | 'memory'>,
  range: AskedDays,
  facts: Facts,
): Promise<number> {
  if (!beginsWithData(range)) return Infinity;
  const { database } = company;
  const { first } = database.one<{ first: number | null }>(
    `SELECT min(first) AS first FROM (
       SELECT min(started_time) AS first FROM calls
       UNION ALL SELECT min(sent_time) FROM texts
       UNION ALL SELECT min(sent_time) FROM forms
       UNION ALL SELECT unixepoch(min(day)) * 1000 FROM (
         SELECT min(day) AS day FROM visit_counts UNION ALL SELECT min(day) FROM tap_counts
         UNION ALL SELECT min(day) FROM costs))`,
  );
  // Imported leads may be older than those before them, so their facts are asked: no index has their times.
  const lead = (await facts.firstTime('lead')) ?? Infinity;
  const earliest = Math.min(first ?? Infinity, lead * 1000);
  return Number.isFinite(earliest)
    ? Math.floor(clockOfCompany(company).toLocal(Math.max(earliest, EARLIEST)) / DAY_MS)
    : Infinity;
}
