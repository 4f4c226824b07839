/** Checks the values of a company's own lead fields and normalizes them to the form in storage and answers. Pure. */
import type { FieldValue } from './answer-schema.ts';
import * as v from 'valibot';
import type { Fault, ProblemCode } from '../../../shared/http/problems.ts';
import { isBlank, isObject, pointerTo } from '../../../shared/http/input.ts';
import { readDate, readMoment, writeMoment } from '../../engine/times/moments.ts';

/** Most characters of one value. */
const MAX_TEXT_LENGTH = 65_535;
const MAX_URL_LENGTH = 2_048;
/** Most characters of a decimal number, far more than any quantity needs. */
const MAX_NUMBER_LENGTH = 40;
/** Most characters of a value that a refusal quotes. */
const MAX_QUOTED = 100;
/** Most values of a field whose cardinality sets no limit. */
const MAX_VALUES = 1_000;
const textSchema = v.pipe(v.string(), v.maxCodePoints(MAX_TEXT_LENGTH));
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** The rule of a field, or of a part of a complex field. */
export interface FieldRule {
  name: string;
  type: string;
  /** Most values. 1 means a single value; 0, a negative number or no number means unlimited. */
  cardinality?: number | undefined;
  choices?: readonly string[] | undefined;
  sub_fields?: readonly FieldRule[] | undefined;
}

/** The data that checking a value needs, and the list that its faults are added to. */
export interface ValueContext {
  /** The company's currency codes. */
  currencies: readonly string[];
  faults: Fault[];
}

type Reader = (value: unknown, rule: FieldRule, at: ValuePosition) => FieldValue | undefined;

interface ValuePosition {
  pointer: string;
  context: ValueContext;
}

const READERS: Record<string, Reader> = {
  text: readText,
  number: readNumber,
  dropdown: readChoice,
  date: readDateValue,
  datetime: readDateTime,
  multiselect: readSelection,
  currency: readCurrency,
  url: readUrl,
  complex: readComplex,
};

/**
 * Reads the values of one field. A scalar counts as an array of one; blanks and `null` are left out. An empty result clears the
 * field. A value that is there already is taken as it is, also if the rule would not allow it any more, for instance a choice that
 * was removed from the field: an answer can be sent back, and another value be changed.
 * @param pointer JSON pointer of the field in the body; faults are added to `context.faults` with pointers below it
 * @param present the values that are there
 */
export function readFieldValues(
  field: FieldRule,
  value: unknown,
  pointer: string,
  { context, present = [] }: { context: ValueContext; present?: readonly FieldValue[] | undefined },
): FieldValue[] {
  const rule = withPresent(field, present);
  const known = new Map(present.map((each) => [JSON.stringify(each), each]));
  const given = listOf(rule, value);
  const at = (index: number): ValuePosition => ({
    pointer: Array.isArray(value) && given === value ? `${pointer}/${index}` : pointer,
    context,
  });
  const limit = rule.cardinality !== undefined && rule.cardinality > 0 ? rule.cardinality : MAX_VALUES;
  const most = Math.max(limit, present.length);
  const kept = given.flatMap((item, index) => {
    if (isBlank(item)) return [];
    const same = known.get(JSON.stringify(item));
    if (same !== undefined) return [same];
    const read = (READERS[rule.type] ?? readText)(item, rule, at(index));
    return read === undefined || isEmpty(read) ? [] : [read];
  });
  if (given.filter((item) => !isBlank(item)).length > most) {
    refuse({ pointer, context }, 'cardinality_exceeded', `"${rule.name}" holds at most ${limit}.`);
  }
  return kept;
}

/** Normalizes decimals: `+01.50` and `1.5` are `1.5`, and zero has no sign. */
export function canonicalDecimal(text: string): string {
  const [, sign = '', whole = '', decimals = ''] =
    /^([+-]?)0*(?!0)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  const fraction = decimals.replace(/(?<!0)0+$/, '');
  const digits = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** Compares two values of a field: numbers by value (`1.50` equals `1.5`), others literally. */
export function sameFieldValue(rule: FieldRule | undefined, left: FieldValue, right: FieldValue): boolean {
  if (rule?.type === 'number') return Number(left) === Number(right);
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Returns a rule that also allows the choices that are there. */
function withPresent(rule: FieldRule, present: readonly FieldValue[]): FieldRule {
  if (present.length === 0 || !('choices' in rule || rule.sub_fields !== undefined)) return rule;
  const there = present.flat().filter((each) => typeof each === 'string');
  const parts = (name: string): FieldValue[] =>
    present.flatMap((each) => {
      const values: unknown = Object.entries(each).find(([own]) => own === name)?.[1];
      return Array.isArray(values) ? (values as FieldValue[]) : [];
    });
  return {
    ...rule,
    ...(rule.choices === undefined ? {} : { choices: [...new Set([...rule.choices, ...there])] }),
    ...(rule.sub_fields === undefined
      ? {}
      : { sub_fields: rule.sub_fields.map((sub) => withPresent(sub, parts(sub.name))) }),
  };
}

/** Returns the values in a body as a list. The value of a multi-select may be written as `["a","b"]` instead of `[["a","b"]]`. */
function listOf(rule: FieldRule, value: unknown): unknown[] {
  if (!Array.isArray(value)) return [value];
  const isBareSelection = rule.type === 'multiselect' && !value.some(Array.isArray);
  return isBareSelection ? [value] : value;
}

function isEmpty(value: FieldValue): boolean {
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function readText(value: unknown, _rule: FieldRule, at: ValuePosition): string | undefined {
  if (typeof value !== 'string') return refuse(at, 'invalid_parameter', 'Write a string.');
  if (!v.is(textSchema, value)) {
    return refuse(at, 'invalid_parameter', `Write at most ${MAX_TEXT_LENGTH} characters.`);
  }
  return value;
}

function readNumber(value: unknown, _rule: FieldRule, at: ValuePosition): string | undefined {
  const text = typeof value === 'number' ? plainDecimal(value) : value;
  if (typeof text === 'string') {
    const trimmed = text.trim();
    if (trimmed.length <= MAX_NUMBER_LENGTH && DECIMAL.test(trimmed)) return trimmed.replace(/^\+/, '');
  }
  return refuse(
    at,
    'invalid_parameter',
    `Write a finite decimal number of at most ${MAX_NUMBER_LENGTH} characters, without exponent.`,
  );
}

function readChoice(value: unknown, rule: FieldRule, at: ValuePosition): string | undefined {
  if (typeof value === 'string' && (rule.choices ?? []).includes(value)) return value;
  const named = typeof value === 'string' ? ` "${value.slice(0, MAX_QUOTED)}" is none of them.` : '';
  return refuse(at, 'invalid_choice', `"${rule.name}" takes one of its choices.${named}`, rule.choices ?? []);
}

function readDateValue(value: unknown, _rule: FieldRule, at: ValuePosition): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (readDate(text) !== undefined) return text;
  return refuse(at, 'invalid_parameter', 'Write a calendar date as YYYY-MM-DD.');
}

function readDateTime(value: unknown, _rule: FieldRule, at: ValuePosition): string | undefined {
  const moment = typeof value === 'string' ? readMoment(value.trim()) : undefined;
  if (moment !== undefined) return writeMoment(moment);
  return refuse(
    at,
    'invalid_parameter',
    'Write an RFC 3339 time with its offset, for instance 2026-03-02T09:30:00-05:00.',
  );
}

function readSelection(value: unknown, rule: FieldRule, at: ValuePosition): string[] | undefined {
  const selected = Array.isArray(value) ? value : [value];
  const read = selected.flatMap((item: unknown, index) => {
    if (isBlank(item)) return [];
    const place = { ...at, pointer: Array.isArray(value) ? `${at.pointer}/${index}` : at.pointer };
    const text = rule.choices === undefined ? readText(item, rule, place) : readChoice(item, rule, place);
    return text === undefined ? [] : [text];
  });
  return [...new Set(read)];
}

function readCurrency(value: unknown, _rule: FieldRule, at: ValuePosition): FieldValue | undefined {
  const { currencies } = at.context;
  if (!isObject(value) || Object.keys(value).some((key) => key !== 'unit' && key !== 'value')) {
    return refuse(at, 'invalid_parameter', 'Write {"unit": "USD", "value": 12.5}.');
  }
  const { unit, value: amount } = value;
  const knownUnit = typeof unit === 'string' && currencies.includes(unit) ? unit : undefined;
  if (knownUnit === undefined) {
    refuse(
      { ...at, pointer: `${at.pointer}/unit` },
      'invalid_choice',
      'The company has no such currency.',
      currencies,
    );
  }
  if (typeof amount !== 'number' || !Number.isFinite(amount)) {
    return refuse({ ...at, pointer: `${at.pointer}/value` }, 'invalid_parameter', 'Write a finite number.');
  }
  return knownUnit === undefined ? undefined : { unit: knownUnit, value: amount };
}

function readUrl(value: unknown, _rule: FieldRule, at: ValuePosition): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const isWeb = text.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(text) && URL.canParse(text);
  return isWeb ? text : refuse(at, 'invalid_parameter', 'Write an http or https URL.');
}

function readComplex(value: unknown, rule: FieldRule, at: ValuePosition): FieldValue | undefined {
  if (!isObject(value)) return refuse(at, 'invalid_parameter', 'Write an object of sub-fields.');
  const rules = new Map((rule.sub_fields ?? []).map((sub) => [sub.name, sub]));
  const entries = Object.entries(value).flatMap(([name, values]): [string, FieldValue[]][] => {
    const sub = rules.get(name);
    const pointer = at.pointer + pointerTo([name]);
    if (sub === undefined) {
      refuse(
        { ...at, pointer },
        'unknown_lead_field',
        `"${rule.name}" has no sub-field "${name.slice(0, 100)}".`,
        [...rules.keys()],
      );
      return [];
    }
    const kept = readFieldValues(sub, values, pointer, { context: at.context });
    return kept.length === 0 ? [] : [[name, kept]];
  });
  return Object.fromEntries(entries);
}

/** Writes a number such as `1e21` as digits, which every decimal parser reads. */
function plainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/\.?0+$/, '');
}

function refuse(
  at: ValuePosition,
  code: ProblemCode,
  detail: string,
  allowed?: readonly string[],
): undefined {
  at.context.faults.push({
    pointer: at.pointer,
    code,
    detail,
    ...(allowed === undefined ? {} : { allowed }),
  });
}
