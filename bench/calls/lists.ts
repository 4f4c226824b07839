/** Lists of calls over HTTP, and the same query in plain SQL in this process. */
import { DatabaseSync } from 'node:sqlite';
import { type CallCompany, RARE_CALLER, RARE_CALLS } from './company.ts';

const TURNS = 60;
const WARM_UP = 10;
const PAGE = 50;

export interface List {
  name: string;
  /** The user of the request. */
  as: 'superadmin' | 'agent' | 'newcomer';
  query: string;
  /** The condition in plain SQL. For an agent's list the bound is the list of all calls. */
  where: string;
  /** Calls on the page; absent: a full page. */
  calls?: number;
}

export const LISTS: readonly List[] = [
  { name: 'list of calls', as: 'superadmin', query: '', where: 'TRUE' },
  {
    name: 'list with three filters',
    as: 'superadmin',
    query: '&source=email&location_id=austin&outcome=missed',
    where: "source = 'email' AND location_id = 'austin' AND outcome = 'missed'",
  },
  { name: "agent's list (1 call in 100)", as: 'agent', query: '', where: 'TRUE' },
  {
    name: "agent's list (1 lead, its calls the oldest)",
    as: 'newcomer',
    query: '',
    where: `caller = '${RARE_CALLER}'`,
    calls: RARE_CALLS,
  },
  {
    name: 'list of what has changed since',
    as: 'superadmin',
    query: '&updated_since=2100-01-01T00:00:00Z',
    where: 'modification_time >= 4102444800000',
    calls: 0,
  },
];

/** Measures a list and prints the result. @returns the median, in milliseconds */
export async function measureList(
  origin: string,
  company: CallCompany,
  { list, database }: { list: List; database: string },
): Promise<number> {
  const http: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const started = performance.now();
    const response = await fetch(
      `${origin}/companies/${company.companyId}/calls?limit=${PAGE}${list.query}`,
      { headers: { Authorization: company[list.as] } },
    );
    const { calls } = (await response.json()) as { calls: unknown[] };
    http.push(performance.now() - started);
    if (calls.length !== (list.calls ?? PAGE)) throw new Error(`${list.name}: ${calls.length} calls`);
  }
  const over = medianOf(http);
  const bound = plainSql(database, list);
  console.log(
    `${list.name.padEnd(36)} ${over.toFixed(2)} ms, plain SQL ${bound.toFixed(2)} ms; ratio ${(over / bound).toFixed(1)}`,
  );
  return over;
}

function plainSql(file: string, { where }: List): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const statement = database.prepare(
    `SELECT * FROM calls WHERE ${where} ORDER BY started_time DESC, call_number DESC LIMIT ${PAGE}`,
  );
  const times = Array.from({ length: TURNS }, () => {
    const started = performance.now();
    JSON.stringify(statement.all());
    return performance.now() - started;
  });
  database.close();
  return medianOf(times);
}

function medianOf(times: readonly number[]): number {
  const counted = times.slice(WARM_UP).toSorted((a, b) => a - b);
  return counted[Math.floor(counted.length / 2)] ?? 0;
}
