/** Measures how long all leads take to be compared for likely duplicates, and how long other requests wait meanwhile. */
import { call, type Company, importRows, longestMeanwhile } from './company.ts';
import { emailOf, FIELDS, HEADER } from './leads.ts';

/** One lead of so many has a second one. */
const ONE_OF = 100;
const POLL_MS = 500;

interface Page {
  pairs: { reasons: string[] }[];
  next_cursor?: string;
  is_complete: boolean;
}

/** Imports a second lead for each hundredth one, by another spelling of its e-mail address, and waits until all pairs are found. */
export async function measureDuplicates(company: Company): Promise<void> {
  const { size, url, authorization } = company;
  const planted = Math.floor(size / ONE_OF);
  const lines = Array.from({ length: planted }, (_, index) => lineOf(index * ONE_OF));
  await importRows(company, size, planted, HEADER + lines.join(''));
  // Most were compared since they came in. When scores are postal codes, all of them wait again, and each has one key more.
  const body = FIELDS.map((field) => (field.name === 'score' ? { ...field, label: 'Postal code' } : field));
  await call(`${url}/lead_settings/fields`, authorization, { method: 'PUT', body });
  const { seconds, longest } = await longestMeanwhile(company, async () => {
    while (!(await list(company, '?size=1')).is_complete) await pause(POLL_MS);
  });
  const found = await countPairs(company);
  console.log(
    `duplicates: ${found} of ${planted} planted pairs, all ${size + planted} leads compared in ${seconds.toFixed(1)} s; the longest other request meanwhile ${longest.toFixed(0)} ms`,
  );
  if (found !== planted) throw new Error('Other pairs were found than were planted.');
  const asked = performance.now();
  await list(company, '?size=50');
  console.log(`duplicates: a page of 50 pairs ${(performance.now() - asked).toFixed(1)} ms`);
}

/** Returns a row with another spelling of a lead's e-mail address, and nothing else. */
function lineOf(index: number): string {
  return `,${emailOf(index).toUpperCase().replace('@', '+again@')}${','.repeat(HEADER.split(',').length - 2)}\r\n`;
}

async function countPairs(company: Company): Promise<number> {
  let count = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: Page = await list(company, `?size=100&cursor=${cursor}`);
    count += page.pairs.filter(({ reasons }) => reasons.join() === 'email').length;
    cursor = page.next_cursor;
  }
  return count;
}

function list({ url, authorization }: Company, query: string): Promise<Page> {
  return call<Page>(`${url}/leads/duplicates${query}`, authorization);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
