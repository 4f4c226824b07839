/** Formats the values of lead fields. Pure. */
import type { LeadField, SubField } from '../../api/company.ts';
import { formatCount, formatDay, formatMoment } from './values.tsx';

/** An amount, as in the API. */
export interface Amount {
  unit: string;
  value: number;
}

/** Formats each value of a field. */
export function fieldTexts(field: LeadField | SubField, values: readonly unknown[] | undefined): string[] {
  return (values ?? []).map((value) => valueText(field, value)).filter((text) => text !== '');
}

function valueText(field: LeadField | SubField, value: unknown): string {
  switch (field.type) {
    case 'currency':
      return amountText(value as Amount);
    case 'date':
      return formatDay(String(value));
    case 'datetime':
      return formatMoment(String(value));
    case 'number':
      return numberText(String(value));
    case 'multiselect':
      return (value as string[]).join(', ');
    case 'complex':
      return complexText(field, value as Record<string, unknown[]>);
    default:
      return String(value);
  }
}

/** Formats `{unit: 'USD', value: 1200}` as `$1,200`. */
export function amountText({ unit, value }: Amount): string {
  const fraction = Number.isInteger(value) ? 0 : 2;
  try {
    return new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: unit,
      minimumFractionDigits: fraction,
    }).format(value);
  } catch {
    return `${formatCount(value)} ${unit}`;
  }
}

/** Formats a decimal of any length with commas between thousands. */
function numberText(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Formats a complex value by its parts for display, or by all parts if none is marked so. */
function complexText({ sub_fields: parts = [] }: LeadField, value: Record<string, unknown[]>): string {
  const summary = parts.some((part) => part.summary) ? parts.filter((part) => part.summary) : parts;
  return summary
    .flatMap((part) => fieldTexts(part, value[part.name]))
    .filter((text) => text !== '')
    .join(', ');
}
