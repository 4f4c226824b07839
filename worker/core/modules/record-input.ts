/** The body of a record, checked against its module. */
import { isObject, pointerTo } from '../../shared/http/input.ts';
import { type Fault, refuseFaults } from '../../shared/http/problems.ts';
import { readFieldValues } from '../leads/record/field-values.ts';
import type { FieldValue } from '../leads/record/answer-schema.ts';
import { faultsOfStrings } from '../../shared/http/unstorable-strings.ts';
import type { ModuleRecord } from './schema.ts';

/** The values in a body by field name; an empty list clears the field. */
export type GivenFields = Map<string, FieldValue[]>;

/**
 * Reads the fields themselves, or `{fields: {...}}`.
 * @param currencies the company's currency codes
 * @throws Problem that names every fault: unknown fields, values against their type, values for auto-generated fields
 */
export function readRecordInput(
  module: ModuleRecord,
  body: unknown,
  currencies: readonly string[],
): GivenFields {
  const faults = faultsOfStrings(body);
  const { members, at } = membersOf(body, faults);
  const rules = new Map(module.customFields.map((field) => [field.name, field]));
  const given: GivenFields = new Map();
  for (const [name, value] of Object.entries(members)) {
    const pointer = pointerTo([...at, name]);
    const rule = rules.get(name);
    if (rule === undefined) {
      const detail = 'The module has no such field.';
      faults.push({ pointer, code: 'unknown_parameter', detail, allowed: [...rules.keys()] });
    } else if (rule.auto_generated) {
      faults.push({ pointer, code: 'invalid_parameter', detail: 'The server fills this field in.' });
    } else {
      given.set(name, readFieldValues({ ...rule, cardinality: 1 }, value, pointer, { currencies, faults }));
    }
  }
  refuseFaults(faults);
  return given;
}

/** `fields` is no name of a field, so a body that has it holds the fields in it, and nothing else. */
function membersOf(body: unknown, faults: Fault[]): { members: Record<string, unknown>; at: string[] } {
  if (!isObject(body)) {
    faults.push({ pointer: '', code: 'invalid_parameter', detail: 'Send an object of fields.' });
    return { members: {}, at: [] };
  }
  if (!Object.hasOwn(body, 'fields')) return { members: body, at: [] };
  const { fields, ...others } = body;
  for (const name of Object.keys(others)) {
    const detail = 'Send the fields either by themselves or in "fields".';
    faults.push({ pointer: pointerTo([name]), code: 'unknown_parameter', detail });
  }
  if (isObject(fields)) return { members: fields, at: ['fields'] };
  faults.push({ pointer: '/fields', code: 'invalid_parameter', detail: 'Send an object of fields.' });
  return { members: {}, at: ['fields'] };
}
