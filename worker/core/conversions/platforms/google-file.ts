/** The file that Google Ads fetches: one line for each conversion. Pure. */
import { guardCell, writeLine } from '../../leads/csv/cells.ts';
import {
  type Conversion,
  hashedEmailForGoogle,
  hashedPhone,
  type PlatformSettings,
  sendsContact,
  textOf,
  tracesOf,
} from './conversion.ts';
import { FACTS, FILE_PARAMETERS, GOOGLE_HEADER } from './facts.ts';

/** A cell of a conversion; undefined for a column that we do not know. */
type Cell = (conversion: Conversion, settings: PlatformSettings) => string;

const CELLS: Readonly<Record<string, Cell>> = {
  'google click id': traceCell('gclid'),
  gclid: traceCell('gclid'),
  gbraid: traceCell('gbraid'),
  wbraid: traceCell('wbraid'),
  'conversion name': (_, settings) => textOf(settings, 'conversion_name'),
  'conversion time': ({ time }) => fileTime(time),
  'conversion event time': ({ time }) => fileTime(time),
  'conversion value': ({ amount }) => String(amount.value),
  'conversion currency': ({ amount }) => amount.unit,
  'order id': ({ id }) => id,
  'transaction id': ({ id }) => id,
  'ad user data': ({ visit }) => consentWord(visit.ad_user_data),
  'ad personalization': ({ visit }) => consentWord(visit.ad_personalization),
  email: ({ emails: [email] }, settings) =>
    email === undefined || !sendsContact(FACTS.google_ads, settings) ? '' : hashedEmailForGoogle(email),
  'phone number': ({ phone }, settings) =>
    phone?.startsWith('+') === true && sendsContact(FACTS.google_ads, settings) ? hashedPhone(phone) : '',
};

/** The columns by which Google recognizes the click or the person. */
const IDENTIFYING = ['google click id', 'gclid', 'gbraid', 'wbraid', 'email', 'phone number'];

/**
 * Returns the lines before the conversions.
 * @param format Google's own fetch of the upload schedule (`legacy`) reads the zone from a line before the header; Data Manager
 *   wants the header in the first line
 */
export function googleFileHead(settings: PlatformSettings, format: 'legacy' | 'data-manager'): string {
  const header = writeLine(columnsOf(settings), guardCell);
  return format === 'legacy' ? `${FILE_PARAMETERS}\r\n${header}` : header;
}

/** Returns the line of a conversion. */
export function googleFileLine(conversion: Conversion, settings: PlatformSettings): string {
  return writeLine(
    columnsOf(settings).map((name) => cellOf(name)?.(conversion, settings) ?? ''),
    guardCell,
  );
}

/** Returns the names of the columns that identify the click or the person in the line of a conversion. */
export function googleFileIdentifiers(conversion: Conversion, settings: PlatformSettings): string[] {
  return columnsOf(settings).filter(
    (name) => IDENTIFYING.includes(plain(name)) && cellOf(name)?.(conversion, settings) !== '',
  );
}

/** Tells whether a template has the columns without which Google takes no line. */
export function hasNeededColumns(header: string): boolean {
  const columns = splitHeader(header).map(plain);
  const isIdentified = columns.some((name) => IDENTIFYING.includes(name));
  const isTimed = columns.includes('conversion time') || columns.includes('conversion event time');
  return isIdentified && isTimed && columns.includes('conversion name');
}

/** Writes a time as `yyyy-MM-dd HH:mm:ss+zzzz`, in UTC. */
export function fileTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}+0000`;
}

function columnsOf(settings: PlatformSettings): readonly string[] {
  const header = textOf(settings, 'header');
  return header === '' ? GOOGLE_HEADER : splitHeader(header);
}

function splitHeader(header: string): string[] {
  return header.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}

function cellOf(name: string): Cell | undefined {
  return Object.hasOwn(CELLS, plain(name)) ? CELLS[plain(name)] : undefined;
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}

function traceCell(name: string): Cell {
  return ({ visit }) => tracesOf(FACTS.google_ads, visit)[name] ?? '';
}

function consentWord(consent: 'granted' | 'denied' | null | undefined): string {
  return consent === 'granted' ? 'Granted' : 'Denied';
}
