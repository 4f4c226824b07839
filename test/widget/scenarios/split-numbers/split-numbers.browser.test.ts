/** Numbers split over elements: digits change in place, and nodes do not change otherwise. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname);

test('a split number is swapped part by part in the existing nodes, also with icons', async () => {
  const page = await openSwapped(scenario, '/page.html');

  expect(await findFaults(page)).toEqual([]);
  expect((await page.shown('#call')).trim()).toBe('(415) 555-0100');
});

test('listeners, properties and selections of the parts survive the swap', async () => {
  // The page's own script runs before the swap.
  scenario.site.put(
    '/listeners',
    scenario.html('page.html').replace(
      '</body>',
      `<script>
        window.heard = [];
        for (const id of ['call', 'icon', 'digits', 'button']) {
          const element = document.getElementById(id);
          element.owner = id;
          element.addEventListener('click', (event) => {
            event.preventDefault();
            heard.push(event.currentTarget.owner);
          });
        }
        document.getElementById('button').focus();
      </script></body>`,
    ),
  );
  const page = await openSwapped(scenario, '/listeners');

  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('button');
  await page.click('#icon');
  await page.click('#digits');
  await page.click('#button');
  expect(await page.evaluate(() => window.heard)).toEqual(['icon', 'call', 'digits', 'call', 'button']);
});

test('adjacent digits of different lines or numbers stay', async () => {
  const page = await openSwapped(scenario, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
});
