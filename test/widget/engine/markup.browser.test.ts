/** Labels, attributes, numbers split over elements, and exclusions. */
import { expect, test } from 'vitest';
import { swapped, swappedParts, useEngine } from './engine.ts';
import { swap } from './texts.ts';

const US = swap('+12125550134', '+14155550199');
const TEXTS = swap('+12125550134', '+14155550199', true);
const BRANCH = swap('+15125550100', '+15125550777');
/** A number whose last digits equal its first ones. */
const REPEATING = swap('+15125555125', '+15125550777');
const US_TO_UK = swap('+12125550134', '+442079460100', true);

/** Digits that are also a day. */
const DANISH = swap('+4531122024', '+4570112233');

const engine = useEngine();

test('the label of a message link stays if the link stays', async () => {
  const html = '<p>Text <a href="sms:+12125550134" title="(212) 555-0134"><b>(212)</b> 555-0134</a> us</p>';
  expect(await swapped(engine.page, html, [US])).toBe(html);
  expect(await swapped(engine.page, html, [TEXTS])).toBe(
    '<p>Text <a href="sms:+14155550199" title="(415) 555-0199"><b>(415)</b> 555-0199</a> us</p>',
  );
});

/** Parts of a page, and what becomes of them. */
const CHANGING: (readonly [before: string, after: string])[] = [
  ['<b>(212)</b> 555-<span>0134</span>', '<b>(415)</b> 555-<span>0199</span>'],
  ['<i>2</i><i>1</i><i>2</i>-555<!-- -->-0134', '<i>4</i><i>1</i><i>5</i>-555<!-- -->-0199'],
  [
    '<a href="tel:2125550134"><svg></svg>212 555<sup>0134</sup></a>',
    '<a href="tel:4155550199"><svg></svg>415 555<sup>0199</sup></a>',
  ],
  [
    '<b>(212)</b> <svg><g><path></path></g></svg>555-0134',
    '<b>(415)</b> <svg><g><path></path></g></svg>555-0199',
  ],
  [
    '<p>212-555-0134<svg><text>212-555-0134</text><text>7</text></svg></p>',
    '<p>415-555-0199<svg><text>415-555-0199</text><text>7</text></svg></p>',
  ],
  // The pieces of a drawing's text may be one line or several.
  [
    '<svg><text><tspan>(212)</tspan><tspan> 555</tspan><tspan>-0134</tspan></text></svg>',
    '<svg><text><tspan>(415)</tspan><tspan> 555</tspan><tspan>-0199</tspan></text></svg>',
  ],
  [
    '<svg><text><tspan x="0">212-555-0134</tspan><tspan x="0" dy="1em">24/7</tspan></text></svg>',
    '<svg><text><tspan x="0">415-555-0199</tspan><tspan x="0" dy="1em">24/7</tspan></text></svg>',
  ],
  [
    '<span>Phone</span><span>212-555-0134</span><span>Mail</span>',
    '<span>Phone</span><span>415-555-0199</span><span>Mail</span>',
  ],
  ['<area-code>212</area-code> 555 0134', '<area-code>415</area-code> 555 0199'],
  ['<p>212-555-0134</p><p>7</p>', '<p>415-555-0199</p><p>7</p>'],
  ['<button>212-555-0134</button>', '<button>415-555-0199</button>'],
  ['<select><option>212-555-0134</option></select>', '<select><option>415-555-0199</option></select>'],
  ['<input type="submit" value="Call 212-555-0134">', '<input type="submit" value="Call 415-555-0199">'],
  ['<input placeholder="212-555-0134">', '<input placeholder="415-555-0199">'],
  ['<img alt="212-555-0134" src="/2125550134.png">', '<img alt="415-555-0199" src="/2125550134.png">'],
  [
    '<i aria-label="Call 212-555-0134" title="212 555 0134"></i>',
    '<i aria-label="Call 415-555-0199" title="415 555 0199"></i>',
  ],
  // A false match across two blocks must not hide a number that begins within it.
  ['<p>1</p><p>212-555-0134</p><p>7</p>', '<p>1</p><p>415-555-0199</p><p>7</p>'],
  ['<p>512 555</p><p>512 555 5125</p><p>512 555</p>', '<p>512 555</p><p>512 555 0777</p><p>512 555</p>'],
  ['<p>212-555-0134 or 512-555-0100</p>', '<p>415-555-0199 or 512-555-0777</p>'],
  // blocks, flex items and links in a row
  [
    '<div style="display:flex"><span>24/7</span><span>212-555-0134</span></div>',
    '<div style="display:flex"><span>24/7</span><span>415-555-0199</span></div>',
  ],
  [
    '<a href="tel:2125550134">212-555-0134</a><a href="tel:8005559999">800-555-9999</a>',
    '<a href="tel:4155550199">415-555-0199</a><a href="tel:8005559999">800-555-9999</a>',
  ],
  ['212-555-0134<sup>1</sup>', '415-555-0199<sup>1</sup>'],
  // elements within the number
  ...['label', 'nobr', 'bdi', 'bdo', 'ins', 'big', 'data'].map(
    (name) =>
      [
        `<${name}>212</${name}>-555-<${name}>0134</${name}>`,
        `<${name}>415</${name}>-555-<${name}>0199</${name}>`,
      ] as const,
  ),
  ['(212<br>) 555-0134', '(415<br>) 555-0199'],
  // links
  ['<a href="tel:+12125550134p5">Call</a>', '<a href="tel:+14155550199p5">Call</a>'],
  ['<a href="tel:+12125550134;ext=5">Call</a>', '<a href="tel:+14155550199;ext=5">Call</a>'],
];

const STAYING = [
  '<p>212-555</p><p>0134</p>',
  '<table><tbody><tr><td>212</td><td>555</td><td>0134</td></tr></tbody></table>',
  '<b>9</b>2125550134',
  '2125550134<b>5</b>',
  '<script type="application/ld+json">{"telephone":"212-555-0134"}</script>',
  '<style>.a{content:"212-555-0134"}</style>',
  '<template>212-555-0134</template>',
  '<textarea placeholder="212-555-0134">212-555-0134</textarea>',
  '<input value="212-555-0134">',
  '<button value="212-555-0134">Go</button>',
  '<div contenteditable="">212-555-0134</div>',
  '<code>212-555-0134</code>',
  '<pre>212-555-0134</pre>',
  '<img src="/212-555-0134.png" data-phone="212-555-0134">',
  '<a href="/call?n=212-555-0134">Call</a>',
  '<p data-leadline-skip=""><a href="tel:2125550134">212-555-0134</a></p>',
  '<p><span data-calltrk-noswap="">212-555-0134</span></p>',
  '<p ctm-no-swap=""><b title="212-555-0134">212-555-0134</b></p>',
  '<p class="ctm-no-swap">212-555-0134</p>',
  // one line: the digits belong to a longer number
  '<span>24</span><span>2125550134</span>',
  '<b>2125550134</b><i>7</i>',
];

test('numbers in texts, fields, buttons, labels and attributes are swapped, also over the edges of elements', async () => {
  const befores = CHANGING.map(([before]) => before);
  const afters = await swappedParts(engine.page, befores, [US, BRANCH, REPEATING]);

  expect(befores.map((before, at) => [before, afters[at]])).toEqual(CHANGING);
});

test('numbers over blocks, in code, typed text, addresses and excluded parts stay', async () => {
  expect(await swappedParts(engine.page, STAYING, [US])).toEqual(STAYING);
});

test('a date over several elements stays, a number over them is swapped', async () => {
  const parts = [
    '<b>31.</b> <i>12.</i> <u>2024</u>',
    '<b>31</b>.<i>12</i>.<u>2024</u>',
    '<span style="display:inline-block">31.</span> <span style="display:inline-block">12. 2024</span>',
    '<b>31</b><i>12</i><u>2024</u>',
  ];

  expect(await swappedParts(engine.page, parts, [DANISH])).toEqual([
    ...parts.slice(0, 3),
    '<b>70</b><i>11</i><u>2233</u>',
  ]);
});

test('nodes without text and nodes removed at once cause no error', async () => {
  const html = await engine.page.evaluate(
    async (swaps) => {
      document.body.innerHTML = '<p></p>';
      window.swapPage(swaps);
      const gone = new Text('212-555-0134');
      document.body.append(new Comment('212-555-0134'), gone, '212-555-0134');
      gone.remove();
      await Promise.resolve();
      return document.body.innerHTML;
    },
    [US],
  );

  expect(html).toBe('<p></p><!--212-555-0134-->415-555-0199');
});

test('typed text stays', async () => {
  const typed = await engine.page.evaluate(
    (swaps) => {
      document.body.innerHTML = '<input><textarea></textarea>';
      const [input, area] = [...document.querySelectorAll<HTMLInputElement>('input,textarea')] as [
        HTMLInputElement,
        HTMLInputElement,
      ];
      input.value = '212-555-0134';
      area.value = '212-555-0134';
      window.swapPage(swaps);
      return [input.value, area.value];
    },
    [US],
  );

  expect(typed).toEqual(['212-555-0134', '212-555-0134']);
});

test('the document title is swapped', async () => {
  const title = await engine.page.evaluate(
    (swaps) => {
      document.title = 'Call (212) 555-0134';
      window.swapPage(swaps);
      return document.title;
    },
    [US],
  );

  expect(title).toBe('Call (415) 555-0199');
});

test('open shadow roots, nested ones, slotted children and frames of the site are swapped, except in excluded parts', async () => {
  const texts = await engine.page.evaluate(
    (swaps) => {
      document.body.innerHTML =
        '<div id=host>212-555-0134</div><div id=excluded data-leadline-skip><iframe></iframe></div><iframe id=frame></iframe>';
      const outer = document.getElementById('host')!.attachShadow({ mode: 'open' });
      outer.innerHTML = '<p>Outer 212-555-0134 <slot></slot></p><section></section>';
      const inner = outer.querySelector('section')!.attachShadow({ mode: 'open' });
      inner.innerHTML = '<a href="tel:2125550134">212-555-0134</a>';
      const excluded = document.getElementById('excluded')!.attachShadow({ mode: 'open' });
      excluded.innerHTML = '<p>212-555-0134</p>';
      const [excludedFrame, frame] = [...document.querySelectorAll('iframe')].map(
        ({ contentDocument }) => contentDocument!.body,
      ) as [HTMLElement, HTMLElement];
      excludedFrame.innerHTML = frame.innerHTML = '<p>212-555-0134</p>';
      window.swapPage(swaps);
      return [
        document.getElementById('host')!.textContent,
        outer.querySelector('p')!.textContent,
        inner.innerHTML,
        excluded.textContent,
        excludedFrame.textContent,
        frame.textContent,
      ];
    },
    [US],
  );

  expect(texts).toEqual([
    '415-555-0199',
    'Outer 415-555-0199 ',
    '<a href="tel:4155550199">415-555-0199</a>',
    '212-555-0134',
    '212-555-0134',
    '415-555-0199',
  ]);
});

test('two numbers that replace each other are swapped once', async () => {
  const trade = [swap('+12125550134', '+14155550199'), swap('+14155550199', '+12125550134')];
  const texts = await engine.page.evaluate((swaps) => {
    document.body.innerHTML = '<p>212-555-0134 and 415-555-0199</p>';
    const engine = window.swapPage(swaps);
    engine.swap();
    return document.body.textContent;
  }, trade);

  expect(texts).toBe('415-555-0199 and 212-555-0134');
});

test.for([
  [swap('+18003569377', '+18445550100'), '1-800-<b>FLOWERS</b>', '1-844-<b>555-0100</b>'],
  [swap('+18003569377', '+18445550100'), '<i>1</i>-800-<b>FLO</b>WERS', '<i>1-</i>844-555-<b>0100</b>'],
  [US_TO_UK, '<b>212</b>-555-<i>0134</i>', '<b>+44-</b>20-7946-<i>0100</i>'],
  [US_TO_UK, '<b>212</b>\n<i>555-0134</i>', '<b>+44-</b><i>20-7946-0100</i>'],
] as const)('%$ the new number is distributed over the parts of %s', async ([one, before, after]) => {
  expect(await swapped(engine.page, `<p>${before}</p>`, [one])).toBe(`<p>${after}</p>`);
});
