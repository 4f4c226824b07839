/** Tables of figures in mail: as HTML that every mail program shows, and as aligned text. Pure. */
import { escapeHtml } from './html.ts';

/** Characters of the longest bar. */
const BAR = 12;
/** Longest name in plain text, so that a line stays readable on a phone. */
const NAME = 28;

/** A figure, and how it changed. */
export interface MailCell {
  text: string;
  change?: string | undefined;
}

/** A row: its name, its figures, and the length of its bar, from 0 to 1. */
export interface MailRow {
  name: string;
  cells: readonly MailCell[];
  share?: number | undefined;
}

/** A table of figures. */
export interface MailTable {
  caption: string;
  /** The head of the names, then those of the figures. */
  head: readonly string[];
  rows: readonly MailRow[];
  /** What is to be known of it. */
  notes?: readonly string[];
}

/** Writes a table as text: names at the left, figures below each other at the right, bars behind them. */
export function tableText({ caption, head, rows, notes = [] }: MailTable): string {
  const lines = [
    [...head],
    ...rows.map(({ name, cells }) => [
      shortened(name),
      ...cells.map(({ text, change }) => withChange(text, change)),
    ]),
  ];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => lengthOf(line[column] ?? ''))));
  const written = lines.map((line, index) => {
    const [name = '', ...figures] = line.map((text, column) =>
      padded(text, widths[column] ?? 0, column === 0),
    );
    const bar = barOf(rows[index - 1]?.share);
    return [name, ...figures, bar].join('  ').trimEnd();
  });
  return [caption, '', ...written.filter((line) => line !== ''), ...notes.flatMap((note) => ['', note])].join(
    '\n',
  );
}

/** Writes a table as HTML with its styles in place. All texts are escaped. */
export function tableHtml({ caption, head, rows, notes = [] }: MailTable): string {
  const cell = 'padding:6px 8px 6px 0;border-top:1px solid #d5d9e0;vertical-align:top';
  const figure = `${cell};text-align:right;white-space:nowrap`;
  const heads = head.map(
    (text, column) =>
      `<th scope="col" class="small" style="padding:6px 8px 6px 0;font-size:12px;font-weight:600;color:#5b6472;text-align:${column === 0 ? 'left' : 'right'}">${escapeHtml(text)}</th>`,
  );
  const lines = rows.map(({ name, cells, share }) => {
    const bar = barOf(share);
    const drawn =
      bar === ''
        ? ''
        : `<br><span aria-hidden="true" class="bar" style="color:#1f5eff;font-size:10px;letter-spacing:-1px">${bar}</span>`;
    const figures = cells.map(({ text, change }) => {
      const then =
        change === undefined
          ? ''
          : `<br><span class="small" style="font-size:12px;color:#5b6472">${escapeHtml(change)}</span>`;
      return `<td style="${figure}">${escapeHtml(text)}${then}</td>`;
    });
    return `<tr><th scope="row" style="${cell};font-weight:400;text-align:left">${escapeHtml(name)}${drawn}</th>${figures.join('')}</tr>`;
  });
  return [
    `<table style="width:100%;border-collapse:collapse;margin:0 0 16px;font:inherit"><caption style="text-align:left;font-weight:600;padding:8px 0 4px">${escapeHtml(caption)}</caption>`,
    `${head.every((text) => text === '') ? '' : `<thead><tr>${heads.join('')}</tr></thead>`}<tbody>${lines.join('')}</tbody></table>`,
    ...notes.map(
      (note) =>
        `<p class="small" style="margin:0 0 12px;font-size:12px;color:#5b6472">${escapeHtml(note)}</p>`,
    ),
  ].join('\n');
}

function withChange(text: string, change: string | undefined): string {
  return change === undefined ? text : `${text} (${change})`;
}

/** Draws a bar. Any share has one, so that little is told from nothing. @param share from 0 to 1 */
export function barOf(share = 0): string {
  return share <= 0 ? '' : '█'.repeat(Math.max(1, Math.round(Math.min(1, share) * BAR)));
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length <= NAME ? name : `${characters.slice(0, NAME - 1).join('')}…`;
}

function padded(text: string, width: number, isLeft: boolean): string {
  const space = ' '.repeat(Math.max(0, width - lengthOf(text)));
  return isLeft ? text + space : space + text;
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
