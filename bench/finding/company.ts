/** Creates a company by CSV import, and measures the import. */
import { OPERATOR_TOKEN } from '../lookup/servers.ts';
import { csvOf, FIELDS } from './leads.ts';

/** Rows of a file: a quarter of a million are some 40 MB. */
const ROWS_OF_A_FILE = 250_000;
const POLL_MS = 200;

export interface Company {
  companyId: string;
  /** `<origin>/companies/<uuid>` */
  url: string;
  authorization: string;
  viewId: string;
  size: number;
  /** Imported rows a second. */
  importRate: number;
}

/** Creates the company through the API. */
export async function makeCompany(origin: string, size: number): Promise<Company> {
  const email = `finding.${size}@example.com`;
  const operator = `Bearer ${OPERATOR_TOKEN}`;
  const made = await call<{ company_id: string }>(`${origin}/operator/companies`, operator, {
    body: { name: 'Benchmark', default_region: 'US', superadmin: { name: 'Ben Bench', email } },
  });
  const token = await call<string>(`${origin}/operator/tokens`, operator, { body: { email } });
  const authorization = `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
  const url = `${origin}/companies/${made.company_id}`;
  await call(`${url}/lead_settings/fields`, authorization, { method: 'PUT', body: FIELDS });
  let seconds = 0;
  for (let start = 0; start < size; start += ROWS_OF_A_FILE) {
    seconds += await importRows({ url, authorization }, start, Math.min(ROWS_OF_A_FILE, size - start));
  }
  const [view] = await call<{ smart_view_id: string }[]>(`${url}/smart_views`, authorization);
  const viewId = view?.smart_view_id ?? '';
  return { companyId: made.company_id, url, authorization, viewId, size, importRate: size / seconds };
}

/** Sends a request with or without a JSON body, and returns the JSON answer. */
export async function call<Answer>(
  url: string,
  authorization: string,
  { method, body }: { method?: string; body?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Repeats a small request until `work` is done. @returns how long the work took, and the longest request in milliseconds */
export async function longestMeanwhile(
  { url, authorization }: Company,
  work: () => Promise<unknown>,
): Promise<{ seconds: number; longest: number }> {
  const started = performance.now();
  const state = { isDone: false };
  let longest = 0;
  const done = work().finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    const asked = performance.now();
    await call(`${url}/lead_settings/states`, authorization);
    longest = Math.max(longest, performance.now() - asked);
  }
  await done;
  return { seconds: (performance.now() - started) / 1000, longest };
}

/** Imports new rows, those of `start` unless `body` has others, and waits until the import has ended. @returns seconds */
export async function importRows(
  { url, authorization }: { url: string; authorization: string },
  start: number,
  count: number,
  body: string = csvOf(start, count),
): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${url}/leads/import`, {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'text/csv' },
    body,
  });
  let answer = (await response.json()) as { import_id: string; status: string; created: number };
  while (answer.status === 'running') {
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
    answer = await call(`${url}/leads/import/${answer.import_id}?size=0`, authorization);
  }
  if (answer.created !== count) throw new Error(`Of ${count} rows ${answer.created} came in.`);
  return (performance.now() - started) / 1000;
}
