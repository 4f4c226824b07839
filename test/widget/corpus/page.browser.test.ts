/** A few thousand numbers of the corpus on a page: as text, as links with labels, and split over elements. */
import { expect, test } from 'vitest';
import type { Swap } from '../../../widget/forms.ts';
import { pairsOf, readIn, type RegionalNumber, regions } from '../../harness/regional-numbers.ts';
import { useEngine } from '../engine/engine.ts';
import { swap } from '../engine/texts.ts';
import { groupsOf } from './prints.ts';
import { effort } from '../../harness/effort.ts';

/** A number to swap, and its printed forms on the page. */
interface Case {
  swap: Swap;
  prints: string[];
}

/** The results for one form: its text, the label and URL of its link, the text of its parts. */
type Shown = [text: string, label: string, href: string, rfc: string, split: string];

const engine = useEngine();

test('texts, labels, links and split numbers get the new number in every region, and are restored', async () => {
  const cases = regions.flatMap((region, at) =>
    pairsOf(region).flatMap(([old, next], index) =>
      // A sample of all kinds is enough, since the other corpus test has the same forms.
      (index + at) % effort(56, 7) === 0
        ? [{ region, old, next, swap: swap(old.e164, next.e164), prints: printsOf(old) }]
        : [],
    ),
  );
  const shown = await engine.page.evaluate(
    showAll,
    cases.map(({ swap, prints }): Case => ({ swap, prints })),
  );
  const faults = cases.flatMap(({ region, old, next, prints }, index) =>
    prints.flatMap((print, at) => {
      const now = shown.cases[index]?.[at] ?? [];
      const read = now.map((text) => readIn(region, text.replace(/^tel:/, '')));
      return read.length === 5 && read.every((number) => number === next.e164)
        ? []
        : [`${region}: ${print} of ${old.e164} to ${next.e164}: ${now.join(' | ')}`];
    }),
  );

  expect(faults).toEqual([]);
  expect(shown.restored).toBe(true);
  expect(cases.flatMap(({ prints }) => prints).length).toBeGreaterThan(effort(200, 1_800));
});

/** The national and international form. */
function printsOf({ national, international }: RegionalNumber): string[] {
  return [...new Set([national, international, groupsOf(national).join('-')])];
}

/** Runs in the page. */
function showAll(cases: readonly Case[]): { cases: Shown[][]; restored: boolean } {
  let restored = true;
  const shown = cases.map(({ swap, prints }) => {
    const rfc = (print: string): string => print.replaceAll(/[^\d+]+/g, '-').replaceAll(/^-|-$/g, '');
    document.body.innerHTML = prints
      .map((print) => {
        const middle = Math.floor(print.length / 2);
        const parts = `<b>${print.slice(0, middle)}</b><i>${print.slice(middle)}</i>`;
        return `<p>${print}</p><a href="tel:${swap.from}">${print}</a><a href="tel:${rfc(print)}">Call</a><p>${parts}</p>`;
      })
      .join('<hr>');
    const before = document.body.innerHTML;
    const running = window.swapPage([swap]);
    const texts = [...document.querySelectorAll('p')].map(({ textContent }) => textContent);
    const links = [...document.querySelectorAll('a')];
    const result = prints.map((_, at): Shown => {
      const [link, other] = [links[2 * at], links[2 * at + 1]];
      return [
        texts[2 * at] ?? '',
        link?.textContent ?? '',
        link?.getAttribute('href') ?? '',
        other?.getAttribute('href') ?? '',
        texts[2 * at + 1] ?? '',
      ];
    });
    running.restore();
    restored &&= document.body.innerHTML === before;
    return result;
  });
  return { cases: shown, restored };
}
