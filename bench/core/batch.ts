/** Compares batches of writes with as many single requests, in rows a second. */
import { post, type SeededCompany } from './seed.ts';

const ROWS = 4_000;
const BATCH_SIZE = 100;
/** Connections for single requests; batches are sent one after another. */
const CONNECTIONS = 16;
/** Rounds of both in turn; the one with the median ratio counts. */
const ROUNDS = 3;

type Lead = Record<string, unknown>;

/** The single request and the batch operation to compare. */
interface Verb {
  name: string;
  single(company: SeededCompany, row: number): { path: string; body: Lead };
  operation(company: SeededCompany, row: number): Lead;
}

const VERBS: readonly Verb[] = [
  {
    name: 'create',
    single: (_company, row) => ({ path: '/create', body: leadOf('single', row) }),
    operation: (_company, row) => ({ op: 'create', lead: leadOf('batch', row) }),
  },
  {
    name: 'modify',
    single: (company, row) => ({ path: `/${leadAt(company, row)}/modify`, body: { name: `Single ${row}` } }),
    operation: (company, row) => ({
      op: 'modify',
      lead_id: leadAt(company, row),
      lead: { name: `Batch ${row}` },
    }),
  },
];

/** Compares both and prints rows a second and their ratio. */
export async function compareBatches(origin: string, company: SeededCompany): Promise<void> {
  for (const verb of VERBS) {
    const rounds: { single: number; batch: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = round * ROWS;
      rounds.push({
        single: await singles(origin, company, { verb, first }),
        batch: await batches(origin, company, { verb, first }),
      });
    }
    const middle = rounds.toSorted((a, b) => a.batch / a.single - b.batch / b.single)[Math.floor(ROUNDS / 2)];
    if (middle === undefined) continue;
    const { single, batch } = middle;
    console.log(
      `${verb.name}: ${batch.toFixed(0)} rows/s in batches, ${single.toFixed(0)}/s alone; ratio ${(batch / single).toFixed(1)} (aim: at least 5)`,
    );
  }
}

async function singles(
  origin: string,
  company: SeededCompany,
  { verb, first }: { verb: Verb; first: number },
): Promise<number> {
  let next = 0;
  const started = performance.now();
  const connection = async (): Promise<void> => {
    while (next < ROWS) {
      const { path, body } = verb.single(company, first + next++);
      await post(`${origin}/companies/${company.companyId}/leads${path}`, company.authorization, body);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return ROWS / ((performance.now() - started) / 1000);
}

async function batches(
  origin: string,
  company: SeededCompany,
  { verb, first }: { verb: Verb; first: number },
): Promise<number> {
  const url = `${origin}/companies/${company.companyId}/leads/batch`;
  const started = performance.now();
  for (let start = 0; start < ROWS; start += BATCH_SIZE) {
    const operations = Array.from({ length: BATCH_SIZE }, (_, place) =>
      verb.operation(company, first + start + place),
    );
    const { failed } = await post<{ failed: number }>(url, company.authorization, { operations });
    if (failed > 0) throw new Error(`${failed} of ${BATCH_SIZE} operations failed.`);
  }
  return ROWS / ((performance.now() - started) / 1000);
}

function leadOf(who: string, row: number): Lead {
  return { email: `${who}.${row}@batch.example`, name: `Batch ${row}`, source_tags: ['Website'] };
}

function leadAt({ leads }: SeededCompany, row: number): string {
  return leads[(row * 7_919) % leads.length] ?? '';
}
