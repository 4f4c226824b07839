/** The label of a link that calls, texts or chats is swapped only with the link, and to the same number. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { swappedParts, useEngine } from './engine.ts';
import { swap } from './texts.ts';
import { effort } from '../../harness/effort.ts';

const DESK = swap('+12125550134', '+14155550199', true);
/** Another number of the desk, with the same new number. */
const OLD_DESK = swap('+12125550188', '+14155550199', true);
/** Its new number takes no messages. */
const BRANCH = swap('+15125550100', '+15125550777');
const SWAPS = [DESK, OLD_DESK, BRANCH];

const engine = useEngine();

/** Links, and what becomes of them; absent: they stay. */
const LINKS: (readonly [before: string, after?: string])[] = [
  ['<a href="tel:+12125550135">212-555-0134</a>'],
  ['<a href="tel:+12125550135" title="212-555-0134" aria-label="212-555-0134"><img alt="212-555-0134"></a>'],
  ['<a href="tel:+12125550135"><b>212</b>-<i>555-0134</i></a>'],
  ['<a href="tel:+12125550135"><p>212-555-0134</p></a>'],
  ['<a href="https://wa.me/12125550135">212-555-0134</a>'],
  ['<a href="sms:+15125550100">Text 212-555-0134, call 512-555-0100</a>'],
  ['<a href="tel:#31#2125550135">212-555-0134</a>'],
  ['<a href="tel:%31%32">212-555-0134</a>'],
  ['<a href="tel:%D9%A1%D9%A2">212-555-0134</a>'],
  ['<a href="tel:٠١٢٣">212-555-0134</a>'],
  ['<a href="tel:1-800-TAXI">212-555-0134</a>'],
  ['<a href="skype:acme.sales?call">212-555-0134</a>'],
  ...[
    'tel:',
    'tel:#',
    'tel://#',
    'tel://',
    ' TEL: ',
    'tel:+',
    'tel:%20',
    'tel:%23',
    'tel:phone',
    'callto:',
    'tel:?a=1',
  ].map(
    (href) =>
      [
        `<a href="${href}" title="212-555-0134"><b>(212)</b> 555-0134</a>`,
        `<a href="${href}" title="415-555-0199"><b>(415)</b> 555-0199</a>`,
      ] as const,
  ),
  [
    '<a href="tel:5125550100">212-555-0134 or 512-555-0100</a>',
    '<a href="tel:5125550777">212-555-0134 or 512-555-0777</a>',
  ],
  ['<a href="tel:2125550188">212-555-0134</a>', '<a href="tel:4155550199">415-555-0199</a>'],
  ['<a href="/tel:2125550135">212-555-0134</a>', '<a href="/tel:2125550135">415-555-0199</a>'],
  ['<a href="tel:2125550135">Call</a> 212-555-0134', '<a href="tel:2125550135">Call</a> 415-555-0199'],
  ['<a name="tel:2125550135">212-555-0134</a>', '<a name="tel:2125550135">415-555-0199</a>'],
];

/** Buttons and links that dial by a script, and what becomes of them; absent: they stay. */
const SCRIPTS: (readonly [before: string, after?: string])[] = [
  [
    `<button onclick="location.href='tel:+12125550134'">212-555-0134</button>`,
    `<button onclick="location.href='tel:+14155550199'">415-555-0199</button>`,
  ],
  [
    `<button onclick='window.open("tel:(212) 555-0134", "_self"); return false'><b>Call</b></button>`,
    `<button onclick='window.open("tel:(415) 555-0199", "_self"); return false'><b>Call</b></button>`,
  ],
  [
    `<a href="tel:2125550134" onclick="return gtag_report_conversion('tel:212-555-0134')">212-555-0134</a>`,
    `<a href="tel:4155550199" onclick="return gtag_report_conversion('tel:415-555-0199')">415-555-0199</a>`,
  ],
  [
    `<a href="javascript:location='tel:2125550134'">212-555-0134</a>`,
    `<a href="javascript:location='tel:4155550199'">415-555-0199</a>`,
  ],
  [
    `<div onclick="open('https://wa.me/12125550134')">212-555-0134</div>`,
    `<div onclick="open('https://wa.me/14155550199')">415-555-0199</div>`,
  ],
  [`<button onclick="location.href='tel:+12125550135'" title="212-555-0134">212-555-0134</button>`],
  [`<div onclick="location='tel:+12125550135'"><a href="/contact">212-555-0134</a></div>`],
  [`<div onclick="open('https://wa.me/15125550100')">512-555-0100</div>`],
  // These dial nothing.
  ...['show(2125550134)', "show('2125550134')", "track('tel:click', 5)", "load('/2125550134')"].map(
    (script) =>
      [
        `<button onclick="${script}">212-555-0134</button>`,
        `<button onclick="${script}">415-555-0199</button>`,
      ] as const,
  ),
];

test('what a script of a button or a link dials is swapped, and its label with it', async () => {
  const plain = (html: string): string => html.replaceAll('&quot;', "'").replaceAll('"', "'");
  const befores = SCRIPTS.map(([before]) => before);
  const afters = await swappedParts(engine.page, befores, SWAPS);

  expect(befores.map((before, at) => [before, plain(afters[at] ?? '')])).toEqual(
    SCRIPTS.map(([before, after = before]) => [before, plain(after)]),
  );
});

test('a label is swapped with its link or one that dials nothing, not with one for another number or without messages', async () => {
  const befores = LINKS.map(([before]) => before);
  const afters = await swappedParts(engine.page, befores, SWAPS);

  expect(befores.map((before, at) => [before, afters[at]])).toEqual(
    LINKS.map(([before, after = before]) => [before, after]),
  );
});

/** A change of a link: its address, null for none, and the text of its first element. */
interface Change {
  href?: string | null;
  label?: string;
}

/** Changes after the first swap, and the link afterwards. */
const CHANGES: [name: string, served: string, change: Change, after: string][] = [
  [
    'gets its number later',
    '<a href="tel:" title="212-555-0134"><span>212-555-0134</span></a>',
    { href: 'tel:2125550134' },
    '<a href="tel:4155550199" title="415-555-0199"><span>415-555-0199</span></a>',
  ],
  [
    'becomes an ordinary link',
    '<a href="tel:2125550135"><b>212-555-0134</b></a>',
    { href: '/contact' },
    '<a href="/contact"><b>415-555-0199</b></a>',
  ],
  [
    'is no longer a link',
    '<a href="tel:2125550135"><b>212-555-0134</b></a>',
    { href: null },
    '<a><b>415-555-0199</b></a>',
  ],
  [
    'gets its label again',
    '<a href="tel:2125550134"><b>212-555-0134</b></a>',
    { label: '(212) 555-0134' },
    '<a href="tel:4155550199"><b>(415) 555-0199</b></a>',
  ],
  [
    'gets another number and its label again',
    '<a href="tel:2125550134"><b>212-555-0134</b></a>',
    { href: 'tel:2125550135', label: '(212) 555-0134' },
    '<a href="tel:2125550135"><b>(212) 555-0134</b></a>',
  ],
];

test('the label agrees when a link gets its number later, becomes an ordinary link or gets its label again', async () => {
  const found = await engine.page.evaluate(
    async ([changes, swaps]) => {
      document.body.innerHTML = changes.map(([, served]) => `<p>${served}</p>`).join('');
      window.swapPage(swaps);
      const links = [...document.querySelectorAll('a')];
      for (const [at, [, , { href, label }]] of changes.entries()) {
        const link = links[at] as HTMLAnchorElement;
        if (href === null) link.removeAttribute('href');
        else if (href !== undefined) link.href = href;
        if (label !== undefined) (link.firstChild as Element).textContent = label;
      }
      await Promise.resolve();
      return changes.map(([name], at) => [name, links[at]?.outerHTML]);
    },
    [CHANGES, SWAPS] as const,
  );

  expect(found).toEqual(CHANGES.map(([name, , , after]) => [name, after]));
});

interface Link {
  scheme: string;
  /** The numbers that the link has and the label shows, E.164. */
  href: string;
  label: string;
  /** Whether the label is an attribute. */
  isTitle: boolean;
}

const numbers = ['+12125550134', '+12125550188', '+15125550100', '+12125550135'];
const link: fc.Arbitrary<Link> = fc.record({
  scheme: fc.constantFrom('tel:', 'sms:', 'https://wa.me/', 'skype:', '/pages/', 'mailto:'),
  href: fc.constantFrom(...numbers),
  label: fc.constantFrom(...numbers),
  isTitle: fc.boolean(),
});

/** Returns the number that a link to `number` gets. */
function linkTo(scheme: string, number: string): string {
  const found = SWAPS.find(({ from }) => from === number);
  const isCall = /^(?:tel|skype):$/.test(scheme);
  return found && (isCall || found.sms) ? found.to : number;
}

test('in any order of links, labels and changes, a label is swapped only to the number of its link', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(link, { minLength: 1, maxLength: 40 }), fc.nat(39), async (links, later) => {
      const found = await engine.page.evaluate(runLinks, [links, SWAPS, later] as const);
      const expected = links.map(({ scheme, href, label }) => {
        const isPhone = /^(?:tel:|sms:|skype:|https)/.test(scheme);
        const target = SWAPS.find(({ from }) => from === label);
        const dialled = linkTo(scheme, href);
        if (!isPhone) return [scheme + href, target?.to ?? label];
        const isSame = target !== undefined && dialled !== href && target.to === dialled;
        return [scheme + dialled, isSame ? target.to : label];
      });
      expect(found).toEqual(expected);
    }),
    { numRuns: effort(8, 150) },
  );
});

/** Runs in the page. @param later the link that gets its address after the first swap */
async function runLinks([links, swaps, later]: readonly [Link[], typeof SWAPS, number]): Promise<unknown> {
  document.body.replaceChildren(
    ...links.map(({ scheme, href, label, isTitle }, at) => {
      const element = document.createElement('a');
      if (at !== later) element.setAttribute('href', scheme + href);
      else element.setAttribute('href', 'tel:+12125550135');
      if (isTitle) element.title = label;
      else element.textContent = label;
      return element;
    }),
  );
  window.swapPage(swaps);
  const late = links[later];
  if (late) document.querySelectorAll('a')[later]?.setAttribute('href', late.scheme + late.href);
  await Promise.resolve();
  return [...document.querySelectorAll('a')].map((element) => [
    element.getAttribute('href'),
    element.title || element.textContent,
  ]);
}
