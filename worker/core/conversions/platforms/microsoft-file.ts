/** The file that Microsoft Advertising fetches: one line for each conversion. Pure. */
import { guardCell, writeLine } from '../../leads/csv/cells.ts';
import { type Conversion, type PlatformSettings, textOf, tracesOf } from './conversion.ts';
import { FACTS, FILE_PARAMETERS, MICROSOFT_HEADER } from './facts.ts';

/** Returns the lines before the conversions. */
export function microsoftFileHead(): string {
  return `${FILE_PARAMETERS}\r\n${writeLine(MICROSOFT_HEADER, guardCell)}`;
}

/** Returns the line of a conversion. Microsoft recognizes a repeat by click, name and time, which stay the same. */
export function microsoftFileLine(conversion: Conversion, settings: PlatformSettings): string {
  const { visit, time, amount } = conversion;
  const cells = [
    tracesOf(FACTS.microsoft_ads, visit)['msclkid'] ?? '',
    textOf(settings, 'conversion_name'),
    new Date(time).toISOString().slice(0, 19).replace('T', ' '),
    String(amount.value),
    amount.unit,
  ];
  return writeLine(cells, guardCell);
}

/** Returns the names of the identifiers in the line of a conversion. */
export function microsoftFileIdentifiers({ visit }: Conversion): string[] {
  return Object.keys(tracesOf(FACTS.microsoft_ads, visit));
}
