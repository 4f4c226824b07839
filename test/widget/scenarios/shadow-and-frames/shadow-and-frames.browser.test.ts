/** Open shadow roots, slots and frames of the site belong to the page; closed roots and frames of others do not. */
import { expect, test } from 'vitest';
import { findFaults, openSwapped } from '../../pages.ts';
import { TARGET } from '../../site-company.ts';
import { setUpScenario } from '../../scenario.ts';

declare global {
  interface Window {
    /** Returns the text of a closed root. */
    closedText: () => string;
  }
}

const scenario = setUpScenario(import.meta.dirname, {
  prepare: ({ site, html }) => {
    // The same server by another name is another site.
    const partner = `http://localhost:${site.port}`;
    site.put('/does-not.html', html('does-not.html').replace('PARTNER', partner));
  },
});

test('roots from scripts or HTML, nested ones, slotted children and frames in frames are swapped', async () => {
  const page = await openSwapped(scenario, '/page.html');

  expect(await findFaults(page)).toEqual([]);
  // Checked where it is displayed.
  expect(await page.shown('phone-card >> a')).toBe('Call 415-555-0100');
  expect(await page.shown('branch-card >> button')).toBe('Nested: 415-555-0100');
  const deeper = await page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('[src="/frame.html"]')?.contentDocument;
    return frame?.querySelector('iframe')?.contentDocument?.querySelector('p')?.innerText;
  });
  expect(deeper).toBe('Deeper: (415) 555-0100');
});

test('closed roots, frames of other sites, and excluded parts around or within them stay', async () => {
  const page = await openSwapped(scenario, '/does-not.html');

  expect(await findFaults(page)).toEqual([]);
  expect(await page.evaluate(() => window.closedText())).toBe(TARGET);
  expect(await page.textOfFrame('#sandboxed')).toBe(TARGET);
  expect(await page.textOfFrame('#partner')).toBe(TARGET);
});
