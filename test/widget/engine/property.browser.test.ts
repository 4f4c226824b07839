/**
 * For any page: the text after the swap is the text before with exactly the target's digits changed, no other part of
 * the DOM differs, a second swap changes nothing, and restore brings back every byte.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { useEngine } from './engine.ts';
import { swap } from './texts.ts';
import { effort } from '../../harness/effort.ts';

const TARGET = swap('+12125550134', '+14155550199');
const OLD = '2125550134';
const NEW = '4155550199';

const engine = useEngine();

/** A text with the expected text after the swap. */
interface Sample {
  before: string;
  after: string;
}

const gap = fc.constantFrom(
  '',
  '',
  '-',
  '.',
  ' ',
  '\u00a0',
  '\u2011',
  '\u2013',
  ' - ',
  '/',
  '·',
  ') ',
  '\u2009',
  '\n ',
);
const form: fc.Arbitrary<Sample> = fc
  .tuple(
    fc.constantFrom('', '1 ', '+1-', '1', '+1 (', '001 ', '('),
    fc.array(gap, { minLength: 9, maxLength: 9 }),
  )
  .map(([prefix, gaps]) => ({
    before:
      prefix +
      OLD.split('')
        .map((digit, index) => digit + (gaps[index] ?? ''))
        .join(''),
    after:
      prefix +
      NEW.split('')
        .map((digit, index) => digit + (gaps[index] ?? ''))
        .join(''),
  }));
const prose: fc.Arbitrary<Sample> = fc
  .constantFrom(
    'Call ',
    ' or ',
    'ring: ',
    ' Öffnungszeiten 9 to 17, ',
    ' 500 people ',
    ' <&> ',
    ' 24/7 ',
    '電話：',
    ' $4.50 ',
    ' 555-0134 ',
  )
  .map((text) => ({ before: text, after: text }));
const decoy: fc.Arbitrary<Sample> = fc
  .constantFrom(' #2125550134 ', ' ORD-2125550134 ', ' 92125550134 ', ' 2125550134.jpg ', ' +442125550134 ')
  .map((text) => ({ before: text, after: text }));

/** The cuts of a text, and the elements around the pieces. */
interface Line {
  samples: Sample[];
  cuts: number[];
  wrappers: string[];
}

const line: fc.Arbitrary<Line> = fc.record({
  samples: fc.array(fc.tuple(prose, fc.oneof({ weight: 3, arbitrary: form }, decoy)).map(join), {
    minLength: 1,
    maxLength: 3,
  }),
  cuts: fc.array(fc.nat(120), { maxLength: 6 }),
  wrappers: fc.array(fc.constantFrom('b', 'span', 'i', 'em', 'my-part', ''), { minLength: 1, maxLength: 4 }),
});

test('on any page only the digits of the target change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
      const result = await engine.page.evaluate(runPage, [lines, TARGET] as const);
      expect(result.texts).toEqual(lines.map(({ samples }) => samples.map(({ after }) => after).join(' ; ')));
      expect(result).toMatchObject({ sameNodes: true, sameAgain: true, restored: true });
    }),
    { numRuns: effort(75, 300) },
  );
});

function join([a, b]: [Sample, Sample]): Sample {
  return { before: a.before + b.before, after: a.after + b.after };
}

/** Runs in the page. */
function runPage([lines, target]: readonly [Line[], typeof TARGET]) {
  const main = document.createElement('main');
  for (const { samples, cuts, wrappers } of lines) {
    const block = document.createElement('div');
    const text = samples.map(({ before }) => before).join(' ; ');
    const edges = [
      0,
      ...new Set(cuts.filter((cut) => cut > 0 && cut < text.length).sort((a, b) => a - b)),
      text.length,
    ];
    edges.slice(1).forEach((edge, index) => {
      const node = document.createTextNode(text.slice(edges[index], edge));
      const wrapper = wrappers[index % wrappers.length];
      if (wrapper) block.appendChild(document.createElement(wrapper)).append(node);
      else block.append(node, document.createComment(' '));
    });
    main.append(block);
  }
  document.body.replaceChildren(main);
  const nodesOf = (): Node[] => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    const nodes: Node[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    return nodes;
  };
  const nodes = nodesOf();
  const html = document.documentElement.outerHTML;
  const engine = window.swapPage([target]);
  const after = document.documentElement.outerHTML;
  const texts = [...main.children].map((block) => block.textContent);
  const now = nodesOf();
  const sameNodes = now.length === nodes.length && now.every((node, index) => node === nodes[index]);
  engine.swap();
  const sameAgain = document.documentElement.outerHTML === after;
  engine.restore();
  return { texts, sameNodes, sameAgain, restored: document.documentElement.outerHTML === html };
}
