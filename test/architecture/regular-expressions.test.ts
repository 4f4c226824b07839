/** Regular expressions whose time grows faster than the text, which one small text could use to hold up a company or a page. */
import { globSync, readFileSync } from 'node:fs';
import { analyse, type Report } from 'scslre';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/** Expressions that try a long match at each of its characters, and why the text is short or the product's own. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  'console/components/parts/broken.tsx /[\\w-]+\\.js:\\d+:\\d+/g': 'a stack of the console',
  'worker/core/reports/words/counts.ts /\\B(?=(?:\\d{3})+$)/g': 'a number of the product',
  'console/components/text/field-text.ts /\\B(?=(\\d{3})+(?!\\d))/g': 'a number of at most 30 digits',
  'console/formats/workbook/number-formats.ts /"[^"]*"|\\\\.|_.|\\*.|\\[[^\\]]*\\]/g':
    'a format of at most 255 characters',
  'console/formats/workbook/number-formats.ts /\\.?0+$/': 'at most 22 characters of `toFixed`',
  'widget/leads.ts /[^/]+(?=\\?)/': 'the address of the company’s own Worker',
  'widget/leads.ts /\\S[@＠]\\S+[.．。]\\S|\\p{Nd}(\\P{Nd}{0,3}\\p{Nd}){6}/u': 'the fields of a form',
  'widget/lines.ts /[([][^)\\]]*$/': 'a line of the page',
  'worker/core/engine/log/refusals.ts /\\{[^/]*\\}(?=\\/|$)/g': 'a route of the product',
  'worker/core/leads/record/field-values.ts /\\.?0+$/': 'at most 22 characters of `toFixed`',
  'worker/core/phone/forms/phone-fields.ts /(?:[[._-][a-z]*\\d*\\]?|\\d+)$/i':
    'a name of at most 100 characters',
  'worker/edge/lookup/number-forms/text-context.ts /\\[(?:\\\\.|[^\\]\\\\])*\\]|\\\\p\\{\\w+\\}|\\\\./gs':
    'an expression of the product',
  'worker/shared/http/segment-router.ts /[*?+]|\\{[^}]*$/': 'a route of the product',
};

const files = globSync('{worker,console,widget}/**/*.{ts,tsx}', { exclude: (name) => name === 'releases' });
const expressions = files.flatMap((file) =>
  expressionsIn(file).map(({ pattern, flags }) => ({
    place: `${file} /${pattern}/${flags}`,
    reports: analyse({ source: pattern, flags }).reports,
  })),
);

test('no regular expression has two neighbouring quantifiers that take the same characters', () => {
  const faults = expressions.flatMap(({ place, reports }) =>
    reports.filter(({ type }) => type !== 'Move').map((report) => `${place}: ${quantifiersOf(report)}`),
  );

  expect(expressions.length).toBeGreaterThan(500);
  expect(faults).toEqual([]);
});

test('a regular expression that tries a long match at each of its characters reads short texts alone', () => {
  const moving = expressions.flatMap(({ place, reports }) =>
    reports.some(({ type }) => type === 'Move') ? [place] : [],
  );

  expect(moving.toSorted()).toEqual(Object.keys(SHORT_TEXTS).toSorted());
});

function expressionsIn(file: string): { pattern: string; flags: string }[] {
  const found: { pattern: string; flags: string }[] = [];
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push(node.regex);
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

function quantifiersOf(report: Report): string {
  return report.type === 'Trade'
    ? `${report.startQuant.raw} and ${report.endQuant.raw}`
    : `${report.quant.raw} in itself`;
}
