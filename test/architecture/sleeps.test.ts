import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Matches what waits for a fixed time: in a page, in Node, and in a promise. A `setTimeout` without a time is one turn. */
const SLEEPS =
  /\bwaitForTimeout\(|\bsetTimeout\b[^;]*'node:timers\/promises'|\bnew Promise\b[^;]{0,120}?\bsetTimeout\([^;]{1,60}, ?\w/;

/** The files that may, and why. */
const ALLOWED: Record<string, string> = {
  'test/harness/engines/webkit.ts': 'asks the driver again until it answers',
  'test/harness/in-process/worker.ts': 'is the clock of the platform, which the product waits by',
  'test/installs/project.ts': 'asks the server again until it answers',
  'test/installs/wordpress.ts': 'asks the server again until it answers',
  'test/console/shown-company.ts': 'asks again until the numbers are bought',
  'test/console/screens.browser.test.ts': 'looks again until the screen is as expected',
  'test/console/styles.browser.test.ts': 'looks again until nothing moves',
  'test/console/frame/companies.browser.test.ts': 'the clock of the page stands meanwhile',
  'test/console/forms/forms.browser.test.ts': 'the focus moves after a frame',
  'test/console/reports/home.browser.test.ts': 'an answer is late',
  'test/console/screens/inbox/inbox.browser.test.ts': 'presses count again after half a second',
  'test/console/screens/inbox/morning.browser.test.ts': 'presses count again after half a second',
  'test/console/screens/live.browser.test.ts': 'a hint is older than the delays of the page',
  'test/console/screens/leads/views.browser.test.ts': 'an answer is later than a hint',
  'test/demo/stop.server.test.ts': 'npm notices the end of a shell by looking once a second',
  'test/widget/scenarios/call-events/call-events.browser.test.ts': 'no error is reported meanwhile',
  'test/widget/scenarios/form-leads/form-leads.browser.test.ts':
    'the widget reads forms after a pause of the visitor',
  'test/widget/scenarios/frameworks/frameworks.browser.test.ts': 'a part of the page is late',
  'test/widget/scenarios/interface/interface.browser.test.ts': 'nothing is swapped meanwhile',
  'test/widget/engine/memory.browser.test.ts': 'looks again until memory is free',
  'test/worker/core/engine/log/mirror.server.test.ts': 'writes again to a Worker that is being killed',
  'test/worker/core/live/sleep.server.test.ts': 'an object sleeps after ten seconds without requests',
};

test('tests wait for what happens, not for a time', () => {
  const files = globSync('test/**/*.{ts,tsx}', { exclude: (name) => name.includes('node_modules') });
  const sleeping = files.filter((file) => SLEEPS.test(readFileSync(file, 'utf8')));

  expect(files.length).toBeGreaterThan(200);
  expect(sleeping.filter((file) => ALLOWED[file] === undefined)).toEqual([]);
});
