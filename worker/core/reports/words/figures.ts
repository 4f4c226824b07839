/** Formats the figures of reports: counts, shares, times, amounts of money, and how they changed. Pure. */
import { formatCount } from './counts.ts';

/** How a figure is written: `12`, `12%`, `1:20`, `$12`, `2.5`. */
export type FigureKind = 'count' | 'share' | 'seconds' | 'money' | 'ratio';

/** The kind of a figure, and the currency (ISO 4217) of an amount. */
export interface FigureFormat {
  kind: FigureKind;
  currency?: string | undefined;
}

/** Symbols written before an amount, as Intl writes them in American English. */
const SYMBOLS: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  CAD: 'CA$',
  AUD: 'A$',
  MXN: 'MX$',
};
/** Shown instead of a figure that does not exist, such as the cost per lead without leads. */
export const NO_FIGURE = '–';

const MINUTE_SECONDS = 60;
/** Amounts below this have cents. */
const CENTS_BELOW = 100;

/** Formats a figure. @param value a share between 0 and 1, a time in seconds; null if there is none */
export function formatFigure(value: number | null, { kind, currency }: FigureFormat): string {
  if (value === null) return NO_FIGURE;
  switch (kind) {
    case 'share':
      return `${decimal(value * 100, Math.abs(value) < 0.1 && value !== 0 ? 1 : 0)}%`;
    case 'seconds':
      return secondsText(value);
    case 'money':
      return moneyText(value, currency ?? 'USD');
    case 'ratio':
      return decimal(value, 1);
    default:
      return formatCount(Math.round(value));
  }
}

/** Writes an amount for an axis, where space is short: `$1,200` for 1,200 and `0:40` for 40 seconds. */
export function formatTick(value: number, format: FigureFormat): string {
  if (format.kind === 'money') return moneyText(value, format.currency ?? 'USD').replace(/\.00$/, '');
  if (format.kind === 'ratio') return String(value);
  return formatFigure(value, format).replace('.0%', '%');
}

/** The change of a figure: `+12%`, `−3 points`; undefined without a former figure to compare with, and from 0. */
export function changeText(
  now: number | null,
  former: number | null,
  kind: FigureKind,
): { text: string; direction: 'up' | 'down' | 'same' } | undefined {
  if (now === null || former === null) return undefined;
  // Beside two zeros a change of nothing says nothing.
  if (now === 0 && former === 0) return undefined;
  if (kind === 'share') {
    const points = Math.round((now - former) * 100);
    return {
      text: `${signed(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`,
      direction: directionOf(points),
    };
  }
  if (former === 0) return undefined;
  const percent = Math.round(((now - former) / Math.abs(former)) * 100);
  return { text: `${signed(percent)}%`, direction: directionOf(percent) };
}

function directionOf(change: number): 'up' | 'down' | 'same' {
  return change === 0 ? 'same' : change > 0 ? 'up' : 'down';
}

function signed(change: number): string {
  const size = formatCount(Math.abs(change));
  return change === 0 ? '±0' : change > 0 ? `+${size}` : `−${size}`;
}

function secondsText(value: number): string {
  const seconds = Math.round(value);
  return `${Math.floor(seconds / MINUTE_SECONDS)}:${String(seconds % MINUTE_SECONDS).padStart(2, '0')}`;
}

/** Writes an amount of money without Intl, whose first use is slow (console/formats/english.ts). */
function moneyText(value: number, currency: string): string {
  const size = Math.abs(value);
  const text = decimal(size, size < CENTS_BELOW && !Number.isInteger(size) ? 2 : 0);
  const symbol = SYMBOLS[currency];
  const sign = value < 0 ? '-' : '';
  return symbol === undefined ? `${sign}${text} ${currency}` : `${sign}${symbol}${text}`;
}

function decimal(value: number, places: number): string {
  const [whole = '0', fraction] = Math.abs(value).toFixed(places).split('.');
  const sign = value < 0 && Number(value.toFixed(places)) !== 0 ? '-' : '';
  const grouped = sign + formatCount(Number(whole));
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
