/** Writes docs/limits.md from the sources: the sizes, counts and times that are constants of the Worker. */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A constant of a file with the value of its expression. */
export interface Limit {
  /** Path from the root of the project. */
  file: string;
  name: string;
  /** One number, or several of a list. */
  values: number[];
  /** The first sentence of the docstring; empty without one. */
  meaning: string;
}

/** Files that do not run in the Worker, and rates that a program writes. */
const LEFT_OUT = /(?:operations|reference|meanings|answer-schema|fitted-model)\.ts$|\.d\.ts$/;
/** A constant in capitals whose value consists of numbers, operators and names of other constants. */
const CONSTANT =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [\w<>[\] ]+)? =\s+((?=[^;]*\d)[-\d_.\s*+/()A-Zefx,[\]]+);$/gm;
const NAME = /[A-Z][A-Z0-9_]+/g;
const FIRST_SENTENCE = /^.*?[.;:](?= |$)/;

const UNITS: readonly (readonly [name: RegExp, units: readonly (readonly [size: number, unit: string])[]])[] =
  [
    [
      /(?:^|_)MS$|^(?:MINUTE|HOUR|DAY)$/,
      [
        [86_400_000, 'd'],
        [3_600_000, 'h'],
        [60_000, 'min'],
        [1_000, 's'],
        [1, 'ms'],
      ],
    ],
    [
      /_(?:S|SECONDS)$/,
      [
        [86_400, 'd'],
        [3_600, 'h'],
        [60, 'min'],
        [1, 's'],
      ],
    ],
    [
      /BYTES/,
      [
        [1_048_576, 'MiB'],
        [1_000_000, 'MB'],
        [1_024, 'KiB'],
        [1_000, 'kB'],
        [1, 'B'],
      ],
    ],
  ];

/** Returns the constants of the Worker in the order of its files. */
export function limitsOfSources(): Limit[] {
  const files = globSync('worker/**/*.ts').filter((file) => !LEFT_OUT.test(file));
  const texts = files.toSorted().map((file) => [file, readFileSync(file, 'utf8')] as const);
  const everywhere = new Map<string, string>();
  for (const [, text] of texts)
    for (const [name, expression] of expressionsOf(text)) everywhere.set(name, expression);
  return texts.flatMap(([file, text]) => {
    const own = new Map(expressionsOf(text));
    return [...text.matchAll(CONSTANT)].flatMap(([, comment = '', name = '', expression = '']) => {
      const values = valuesOf(expression, (other) => own.get(other) ?? everywhere.get(other));
      return values === undefined ? [] : [{ file, name, values, meaning: meaningOf(comment) }];
    });
  });
}

/** Returns the document, with a table for each folder. */
export function limitsDocument(limits: readonly Limit[]): string {
  const folders = Map.groupBy(limits, ({ file }) => dirname(file));
  const parts = [...folders].map(([folder, entries]) => `## ${folder}\n\n${tableOf(entries)}`);
  return `${INTRODUCTION}\n\n${parts.join('\n\n')}\n`;
}

const INTRODUCTION = `# Limits

The sizes, counts and times that the Worker keeps to. A constant without a unit is a number of things or characters. Those that users meet are in the [API reference](api.md) too.

A test compares this list with the sources, so a changed limit is seen in a review. After an intended change \`npm run test:one -- docs limits -u\` writes it again.`;

function expressionsOf(text: string): [name: string, expression: string][] {
  return [...text.matchAll(CONSTANT)].map(([, , name = '', expression = '']) => [name, expression]);
}

/** Returns the numbers of an expression; undefined if it has a name that is not such a constant. */
function valuesOf(expression: string, find: (name: string) => string | undefined): number[] | undefined {
  let isKnown = true;
  const numbers = expression.replaceAll(NAME, (name) => {
    const [value] = valuesOf(find(name) ?? '', find) ?? [];
    if (value === undefined) isKnown = false;
    return String(value);
  });
  if (!isKnown || numbers === '') return undefined;
  const list = numbers.startsWith('[') ? numbers.replace(/^\[(.*?),?\s*\]$/s, '$1').split(',') : [numbers];
  const values = list.map((each) => calculated(each.replaceAll(/[\s_]/g, '')));
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** Calculates sums, differences, products, quotients and powers, without brackets. */
function calculated(expression: string): number | undefined {
  if (!/^-?[\d.ex]+(?:(?:\*\*?|[-+/])[\d.ex]+)*$/.test(expression)) return undefined;
  const sum = expression.split(/(?<=[\d])(?=[-+])/).map((term) => {
    const [first = '', ...others] = term.split(/(?<!\*)(?=\*(?!\*)|\/)/);
    return others.reduce((product, other) => {
      const factor = power(other.slice(1));
      return other.startsWith('/') ? product / factor : product * factor;
    }, power(first));
  });
  return sum.reduce((total, term) => total + term, 0);
}

function power(expression: string): number {
  const [base, exponent] = expression.split('**');
  return exponent === undefined ? Number(base) : Number(base) ** Number(exponent);
}

function meaningOf(comment: string): string {
  const text = comment.replaceAll(/\s*\n \*\s*/g, ' ').trim();
  return (FIRST_SENTENCE.exec(text)?.[0] ?? text).replace(/[.;:]$/, '').replaceAll('|', '\\|');
}

function shown(value: number, name: string): string {
  const units = UNITS.find(([pattern]) => pattern.test(name))?.[1];
  const [size, unit] = units?.find(([each]) => value >= each && value % each === 0) ?? [1, ''];
  return `${(value / size).toLocaleString('en', { maximumSignificantDigits: 15 })} ${unit}`.trim();
}

/** Returns a table as oxfmt formats it. */
function tableOf(limits: readonly Limit[]): string {
  const rows = limits.map(({ file, name, values, meaning }) => [
    `\`${file.split('/').at(-1)}\``,
    `\`${name}\``,
    values.map((value) => shown(value, name)).join(', '),
    meaning,
  ]);
  const table = [['file', 'constant', 'value', 'meaning'], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...table.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = table;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join(
    '\n',
  );
}
