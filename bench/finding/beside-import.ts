/** Measures searches and views during a large import, and how much they slow it down. */
import { call, type Company, importRows } from './company.ts';
import { FINDING_OPERATIONS, type FindingOperation } from './operations.ts';

/** Enough rows to keep the alarm busy for about ten seconds. */
const ROWS = 50_000;
const WATCHED = ['search: e-mail fragment', 'search: very common', 'view: no filter'];
/** Pause between requests, in which a person reads the answer. */
const THINKING_MS = 100;

/** Prints the latencies during an import, and how much longer the import takes. @param idle medians without an import, by name */
export async function measureBesideImport(
  company: Company,
  idle: ReadonlyMap<string, number>,
): Promise<void> {
  const alone = ROWS / (await importRows(company, company.size, ROWS));
  const state = { isRunning: true };
  const times = askMeanwhile(company, state);
  const beside = ROWS / (await importRows(company, company.size + ROWS, ROWS));
  state.isRunning = false;
  for (const [name, latencies] of await times) {
    const median = latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length / 2)] ?? 0;
    const most = Math.max(...latencies);
    const ratio = median / (idle.get(name) ?? median);
    console.log(
      `beside an import, ${name}: median ${median.toFixed(0)} ms (${ratio.toFixed(1)} times idle), longest ${most.toFixed(0)} ms of ${latencies.length}`,
    );
  }
  console.log(
    `import alone ${alone.toFixed(0)} rows/s, beside searches ${beside.toFixed(0)} rows/s: ${(alone / beside).toFixed(2)} times as long`,
  );
}

async function askMeanwhile(
  company: Company,
  state: { isRunning: boolean },
): Promise<ReadonlyMap<string, number[]>> {
  const watched = FINDING_OPERATIONS.filter(({ name }) => WATCHED.includes(name));
  const times = new Map<string, number[]>(WATCHED.map((name) => [name, []]));
  for (let turn = 0; state.isRunning; turn += 1) {
    const operation = watched[turn % watched.length];
    if (operation === undefined) break;
    times.get(operation.name)?.push(await timeOf(company, operation, turn));
    await new Promise((resolve) => {
      setTimeout(resolve, THINKING_MS);
    });
  }
  return times;
}

async function timeOf(company: Company, operation: FindingOperation, turn: number): Promise<number> {
  const path = operation
    .path(turn, company.size)
    .replace('/smart_views/view', `/smart_views/${company.viewId}`);
  const started = performance.now();
  await call(company.url + path, company.authorization, { body: operation.body });
  return performance.now() - started;
}
