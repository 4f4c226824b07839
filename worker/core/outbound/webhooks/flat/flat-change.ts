/** Writes a change as one level of names and values, from which people can choose in Zapier, Make and n8n. Pure. */
import type { ChangeBody } from '../../../engine/log/reference.ts';
import type { ChangeType } from '../../../engine/context/stream-schema.ts';
import { isObject } from '../../../../shared/http/input.ts';

/** What a name may stand for. */
export type FlatValue = string | number | boolean | null;

/** A flat message. */
export interface FlatChange {
  /** The position of the change in the stream. */
  id: string;
  type: ChangeType;
  timestamp: string;
  actor: string;
  [name: string]: FlatValue;
}

type Entry = [name: string, value: FlatValue];

/** A record among others: what its members' names begin with, and its own name. */
interface Place {
  above: string;
  own: string;
}

/**
 * Returns the flat form of a change. `lead.name` is `lead_name`, and `lead.lead_id` is `lead_id`. Lists of texts are joined by
 * commas; of lists of records, addresses, numbers, amounts and answers of forms have rules of their own, and others are JSON.
 */
export function flatChange({ sequence, type, timestamp, actor, data }: ChangeBody): FlatChange {
  const base = { id: String(sequence), type, timestamp, actor };
  const entries = entriesOf(data, { above: '', own: '' }).map(([name, value]): Entry => [
    Object.hasOwn(base, name) ? `data_${name}` : name,
    value,
  ]);
  return { ...base, ...Object.fromEntries(entries) };
}

function entriesOf(record: Record<string, unknown>, place: Place): Entry[] {
  return Object.entries(record).flatMap(([key, value]): Entry[] => {
    // The data of an event is the event, to people.
    if (key === 'data' && isObject(value)) return entriesOf(value, place);
    const name = nameIn(place, key);
    if (Array.isArray(value)) return entriesOfList(name, key, value);
    if (isObject(value)) return entriesOf(value, { above: name.slice(0, -key.length), own: key });
    return isValue(value) ? [[name, value]] : [];
  });
}

/** Returns the name of a member, without saying the name of its record twice. */
function nameIn({ above, own }: Place, key: string): string {
  if (own === '' || key === own || key.startsWith(`${own}_`)) return above + key;
  return `${above}${own}_${key}`;
}

function entriesOfList(name: string, key: string, items: readonly unknown[]): Entry[] {
  if (!items.some(isObject)) return [[name, items.map(textOf).join(', ')]];
  const singular = key.replace(/s$/, '');
  const texts = items.map((item) => (isObject(item) ? item[singular] : undefined));
  if (texts.every((text) => typeof text === 'string')) {
    return [
      [name.slice(0, name.length - key.length + singular.length), texts[0] ?? ''],
      [name, texts.join(', ')],
    ];
  }
  if (items.every(isAnswer)) return items.map(({ label, value }): Entry => [`${name}_${label}`, value]);
  if (items.every(isAmount)) {
    return [[name, items.map(({ unit, value }) => `${unit} ${value}`).join(', ')]];
  }
  return [[name, JSON.stringify(items)]];
}

function isValue(value: unknown): value is FlatValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isAnswer(item: unknown): item is { label: string; value: string } {
  return isObject(item) && typeof item['label'] === 'string' && typeof item['value'] === 'string';
}

function isAmount(item: unknown): item is { unit: string; value: number } {
  return isObject(item) && typeof item['unit'] === 'string' && typeof item['value'] === 'number';
}

function textOf(item: unknown): string {
  return Array.isArray(item) ? JSON.stringify(item) : String(item);
}
