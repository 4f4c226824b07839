/** The debug panel, and the modules for bundlers. */
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { send } from '../../../harness/client.ts';
import type { Page } from '../../../harness/engines/page.ts';
import { DIRECT, TARGET } from '../../site-company.ts';
import { setUpScenario } from '../../scenario.ts';

const scenario = setUpScenario(import.meta.dirname);

/** Returns the cells of each row of the panel. */
const rows = (page: Page): Promise<string[][]> =>
  page.evaluate(() => {
    const panel = document.querySelector('leadline-debug')?.shadowRoot;
    return [...(panel?.querySelectorAll('tr') ?? [])].map((row) =>
      [...row.cells].map(({ textContent }) => textContent),
    );
  });

/** Opens a page and waits for the panel's findings. */
async function openPanel(path = '/page.html?leadline_debug'): Promise<Page> {
  const page = await scenario.open(path);
  await page.until(() => document.querySelector('leadline-debug')?.shadowRoot?.querySelector('h2'));
  return page;
}

/** Runs in the page. */
function coveredControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('a, button, input')];
  return controls.flatMap((control) => {
    control.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return control.contains(seen) ? [] : [`${control.outerHTML} is under ${seen?.localName}`];
  });
}

/** Runs in the page. @returns the panel's hidden buttons, and whether it is wider than the window */
function hiddenButtons(): [string[], boolean] {
  const panel = document.querySelector('leadline-debug')!;
  const { top, bottom } = panel.getBoundingClientRect();
  const found: string[] = [];
  // While the panel fills the window.
  for (let offset = 0; offset <= Math.max(bottom - top - innerHeight, 0); offset += 100) {
    scrollTo(0, scrollY + panel.getBoundingClientRect().top + offset);
    for (const button of panel.shadowRoot!.querySelectorAll('button')) {
      const { left, top, width, height } = button.getBoundingClientRect();
      const seen = panel.shadowRoot!.elementFromPoint(left + width / 2, top + height / 2);
      if (seen !== button) found.push(`${button.textContent} at ${offset}`);
    }
  }
  return [found, panel.scrollWidth > document.documentElement.clientWidth];
}

describe('?leadline_debug', () => {
  test('shows each number with its result, and the reason why others stay', async () => {
    const page = await openPanel();
    await page.type('#typed', TARGET);
    await page.click('#again');

    await expect.poll(() => page.text('h2')).toBe('Leadline: 3 of 15 numbers swapped');
    expect(await rows(page)).toEqual([
      ['Source', 'direct'],
      ['Location', 'none'],
      ['Number', '+14155550100'],
      ['Swaps', '+12125550134 → +14155550100'],
      ['Stored', expect.stringContaining('until ')],
      ['code', TARGET, 'left alone: inside code'],
      ['span', '212-555-0134', 'left alone: inside data-leadline-skip'],
      ['a#call', TARGET, `swapped: ${DIRECT}`],
      ['b', TARGET, `swapped: ${DIRECT}`],
      [
        'p#order',
        '2125550134',
        'left alone: a part of a longer number, an order number, a file name or an address',
      ],
      ['p#abroad', '212 555 0134', 'left alone: a number in another country'],
      ['p#price', '2125550134', 'left alone: a price'],
      ['p#isbn', '2125550134', 'left alone: not a phone number, for instance an ISBN or an invoice number'],
      [
        'p#date',
        '2.125.550.134',
        'left alone: a date, a version, a decimal, grouped thousands or an Internet address',
      ],
      [
        'p#shared',
        '212-555-0134',
        'left alone: the number next to it has only the last digits, and shares the first digits of this one',
      ],
      [
        'a#desk',
        '212-555-0134',
        'left alone: its link is for another number, or has this one in an unknown form',
      ],
      ['a#call[href]', '+12125550134', 'swapped: +14155550100'],
      ['input#typed', TARGET, 'left alone: typed by the visitor'],
      ['input#own[placeholder]', TARGET, "left alone: in a field for the visitor's own number"],
      ['a#text[href]', '+12125550134', 'left alone: the new number takes no messages'],
    ]);
    expect(await page.text('#call')).toBe(DIRECT);
    expect(await page.complaints()).toEqual([]);
  });

  test.for([
    [
      'an unknown company',
      'data-company="00000000-0000-4000-8000-000000000000"',
      'There is no company with this id',
    ],
    ['a malformed company', 'data-company="acme"', '(data-company is acme)'],
    ['no company', '', 'none: the script tag has no data-company'],
  ])('explains the fault of a tag with %s', { tags: ['one-engine'] }, async ([, attribute = '', said]) => {
    scenario.site.put('/bad', scenario.html('page.html').replace(/data-company="[^"]*"/, attribute));
    const page = await openPanel('/bad?leadline_debug');

    expect(await rows(page)).toEqual([['Plan', expect.stringContaining(said ?? '')]]);
  });

  test('covers no part of the page, and its buttons are visible at any scroll position on a wide and a narrow screen', async () => {
    const page = await openPanel();

    // All controls keep their places and can be clicked.
    expect(await page.evaluate(coveredControls)).toEqual([]);
    for (const [width, height] of [
      [1280, 600],
      [320, 480],
    ] as const) {
      await page.resize(width, height);
      expect([width, ...(await page.evaluate(hiddenButtons))]).toEqual([width, [], false]);
    }
  });

  test(
    'without the parameter there is no panel and no request for it',
    { tags: ['one-engine'] },
    async () => {
      const page = await scenario.open('/page.html');

      expect(scenario.edge.paths).toEqual(['/dni/leadline.js', `/dni/swap/${scenario.companyId}`]);
      expect(await page.evaluate(() => document.querySelector('leadline-debug'))).toBeNull();
    },
  );
});

test('a bundle with leadline/widget starts like the tag', { tags: ['one-engine'] }, async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { start } from './dist/package/widget.js'; start({ endpoint: '${scenario.edge.origin}', company: '${scenario.companyId}' });`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'iife',
    write: false,
  });
  scenario.site.put('/bundle.js', {
    headers: { 'Content-Type': 'text/javascript' },
    body: outputFiles[0]?.text ?? '',
  });
  const page = await scenario.open('/bundle.html');

  expect(await page.text('#call')).toBe(DIRECT);
});

test('the manifest names the immutable file; the other file changes', { tags: ['one-engine'] }, async () => {
  const manifest = (await (await send('/dni/leadline.json')).json()) as { file: string };
  const pinned = await send(manifest.file);
  const current = await send('/dni/leadline.js');

  expect(pinned.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(current.headers.get('Cache-Control')).toContain('max-age=3600');
  expect(current.headers.get('ETag')).not.toBeNull();
  expect(await pinned.text()).toBe(await current.text());
});
