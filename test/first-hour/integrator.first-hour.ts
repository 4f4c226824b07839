/** An integrator: the lookup, a session with the lead API, files in and out, and saved searches, by the documents' own commands. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from './followed.ts';
import { openTerminal } from './newcomer.ts';

let terminal: Awaited<ReturnType<typeof openTerminal>>;

beforeAll(async () => {
  terminal = await openTerminal();
  await terminal.type('npm ci');
  await terminal.start('npm start', 'Leadline is running');
});

afterAll(() => terminal?.close());

/** The documents use the default port of `npm start`; here it has another one. */
const follow = (document: string, heading: string): string[] =>
  commands('first-hour/integrator', document, heading).map((text) =>
    text.replaceAll('http://localhost:8787', `http://localhost:${terminal.port}`),
  );

test('README: a lookup, and a session with leads', async () => {
  const [lookup = '', session = ''] = follow('README.md', 'API');
  const answer = JSON.parse(await terminal.type(lookup)) as object;
  const printed = await terminal.type(session);

  expect(answer).toMatchObject({
    phone_number: '+13035550151',
    closest_location: { name: 'Brightwater Denver' },
  });
  expect(printed).toContain('"matched_on":"phone"');
  expect(printed).toContain('Wants a quote for a water heater.');
  expect(printed).toContain('"status":"success"');
  expect(printed).not.toContain('"status":4');
});

test('docs/api.md: leads out and in as CSV, in the session of README', async () => {
  const [csv = ''] = follow('docs/api.md', 'CSV');
  // Export first, so that there is a file to import.
  const [bringIn = '', takeOut = ''] = csv.trim().split('\n');
  await terminal.type('cd "$LEADLINE_STATE"');
  await terminal.type(takeOut);
  const rehearsed = JSON.parse((await terminal.type(bringIn)).replace(/^[^{]*/, '')) as object;

  expect(rehearsed).toMatchObject({ dry_run: true, failed: 0 });
});

test('docs/finding.md: a saved search with filters and facets', async () => {
  const [search = ''] = follow('docs/finding.md', 'Smart views');
  const found = JSON.parse((await terminal.type(search)).replace(/^[^{]*/, '')) as {
    count: number;
    facets: unknown[];
  };

  expect(found.count).toBeGreaterThan(0);
  expect(found.facets.length).toBeGreaterThan(2);
});

test('docs/finding.md: reading all leads page by page', async () => {
  const [walk = ''] = follow('docs/finding.md', 'All of them, page by page');

  expect(await terminal.type(walk)).toMatch(/"next_cursor":"\d+"/);
});
