/** The console asks for no path that its session does not reach. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isReachable } from '../../../worker/edge/console/api.ts';

/** A path about the user in the sources, with what is put into it. */
const PATHS = /['"`](?:\/console\/api)?(\/me(?:\/(?:[\w.]+|\$\{[^}]+\}))*)(?=['"`?$])/g;

const asked = globSync('console/**/*.{ts,tsx}').flatMap((file) =>
  Array.from(readFileSync(file, 'utf8').matchAll(PATHS), ([, path = '']) =>
    path.replaceAll(/\$\{[^}]+\}/g, 'id'),
  ),
);

test('each path about the user that its sources name is reached', () => {
  expect(asked).toContain('/me/companies/usage.csv');
  expect([...new Set(asked)].filter((path) => !isReachable(path))).toEqual([]);
});

test('the operator’s paths and signing in are not', () => {
  expect(['/operator/tokens', '/me/token', '/carriers/twilio'].filter(isReachable)).toEqual([]);
});
