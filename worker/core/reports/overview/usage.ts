/** What a company has used in a month, as an agency bills it: calls and their minutes, texts, numbers, leads and costs. */
import type { CompanyUsage } from '../../../accounts/other-companies.ts';
import { parse } from '../../../shared/http/input.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { Database } from '../../engine/storage/database.ts';
import { pause } from '../../engine/work/pauses.ts';
import { membershipOf } from '../../people/memberships/memberships.ts';
import type { CallReport } from '../../phone/calls/call-report.ts';
import { resultOf } from '../../phone/calls/results.ts';
import { numbersOf } from '../../../dni/pure/number-entries.ts';
import { clockOfCompany, ownCurrency } from '../company-rules.ts';
import { reportQuerySchema } from '../counting/schema.ts';
import { report } from '../queries/report.ts';

const METRICS = 'leads,cost,cost_per_lead';
/** The calls that are read in one step. */
const STEP = 500;

/** Half-open, in milliseconds since the epoch. */
interface Range {
  from: number;
  to: number;
}

/**
 * Returns the usage of a month in the company's zone, for the user with this address.
 * @param month `2026-11`
 * @returns the name alone for agents and suspended users, who see no reports; undefined if the company has no such user
 */
export async function usageFor(
  company: CompanyState,
  email: string,
  month: string,
): Promise<{ name: string; usage: CompanyUsage | null } | undefined> {
  const membership = membershipOf(company, email);
  if (membership === undefined) return undefined;
  const { companyName: name, roleId, isSuspended } = membership;
  const isReader = roleId !== 'agent' && !isSuspended;
  return { name, usage: isReader ? await usageOf(company, month) : null };
}

async function usageOf(company: CompanyState, month: string): Promise<CompanyUsage> {
  const { database } = company;
  const days = daysOf(month);
  const currencies = settingsOf(company).currencies();
  const { totals } = await report(
    contextOfActor(company, { kind: 'system', name: 'usage' }),
    parse(reportQuerySchema, { metrics: METRICS, compare: 'none', ...days }, 'parameters'),
    currencies,
  );
  const range = rangeOf(company, days);
  return {
    ...(await callsIn(database, range)),
    ...textsIn(database, range),
    numbers: new Set(
      (dniSettingsOf(company).read()?.settings.numbers ?? []).flatMap((each) => numbersOf(each)),
    ).size,
    leads: totals.leads ?? 0,
    cost: totals.cost ?? null,
    costPerLead: totals.cost_per_lead ?? null,
    currency: ownCurrency(currencies)?.unit ?? 'USD',
  };
}

/** Counts the calls, and their minutes as carriers bill them: each call's are rounded up. */
async function callsIn(
  database: Database,
  { from, to }: Range,
): Promise<Pick<CompanyUsage, 'calls' | 'minutes'>> {
  let [calls, minutes, after] = [0, 0, [from, -1] as [number, number]];
  for (;;) {
    const rows = database.all<{ started_time: number; call_number: number; facts: string }>(
      `SELECT started_time, call_number, facts FROM calls
       WHERE (started_time, call_number) > (?, ?) AND started_time < ?
       ORDER BY started_time, call_number LIMIT ${STEP}`,
      ...after,
      to,
    );
    calls += rows.length;
    for (const { facts } of rows) {
      minutes += Math.ceil((resultOf(JSON.parse(facts) as CallReport).talkSeconds ?? 0) / 60);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < STEP) return { calls, minutes };
    after = [last.started_time, last.call_number];
    await pause();
  }
}

function textsIn(database: Database, { from, to }: Range): Pick<CompanyUsage, 'textsReceived' | 'textsSent'> {
  return database.one<{ textsReceived: number; textsSent: number }>(
    `SELECT coalesce(sum(direction = 'inbound'), 0) AS textsReceived,
       coalesce(sum(direction = 'outbound'), 0) AS textsSent
     FROM texts WHERE sent_time >= ? AND sent_time < ?`,
    from,
    to,
  );
}

/** Returns the first and the last day of a month. */
function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

function rangeOf(company: CompanyState, { from, to }: { from: string; to: string }): Range {
  const clock = clockOfCompany(company);
  const dayMs = 24 * 60 * 60_000;
  return { from: clock.toUtc(Date.parse(from)), to: clock.toUtc(Date.parse(to) + dayMs) };
}
