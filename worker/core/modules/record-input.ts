/** Reads the body of a record and checks it against its module. */
import { isObject, pointerTo } from '../../shared/http/input.ts';
import { type Fault, refuseFaults } from '../../shared/http/problems.ts';
import { readFieldValues } from '../leads/record/field-values.ts';
import type { FieldValue } from '../leads/record/answer-schema.ts';
import { faultsOfStrings } from '../../shared/http/unstorable-strings.ts';
import type { ModuleRecord, RecordFields } from './schema.ts';

/** The values in a body by field name; an empty list clears the field. */
export type GivenFields = Map<string, FieldValue[]>;

/**
 * Reads a body with the fields themselves or with `{fields: {...}}`.
 * @param currencies the company's currency codes
 * @param present the fields of the record as it is, whose values may be sent again
 * @throws Problem that lists every fault: unknown fields, values of a wrong type, values for generated fields
 */
export function readRecordInput(
  module: ModuleRecord,
  body: unknown,
  { currencies, present }: { currencies: readonly string[]; present: RecordFields },
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
      faults.push({ pointer, code: 'invalid_parameter', detail: 'The server generates this field.' });
    } else {
      const at = {
        context: { currencies, faults },
        present: Object.hasOwn(present, name) ? present[name] : undefined,
      };
      given.set(name, readFieldValues({ ...rule, cardinality: 1 }, value, pointer, at));
    }
  }
  refuseFaults(faults);
  return given;
}

/** Returns the fields of a body. A field cannot be named `fields`, so a body with this member has all fields in it. */
function membersOf(body: unknown, faults: Fault[]): { members: Record<string, unknown>; at: string[] } {
  if (!isObject(body)) {
    faults.push({ pointer: '', code: 'invalid_parameter', detail: 'Send an object of fields.' });
    return { members: {}, at: [] };
  }
  if (!Object.hasOwn(body, 'fields')) return { members: body, at: [] };
  const { fields, ...others } = body;
  for (const name of Object.keys(others)) {
    const detail = 'Send the fields either directly or in "fields".';
    faults.push({ pointer: pointerTo([name]), code: 'unknown_parameter', detail });
  }
  if (isObject(fields)) return { members: fields, at: ['fields'] };
  faults.push({ pointer: '/fields', code: 'invalid_parameter', detail: 'Send an object of fields.' });
  return { members: {}, at: ['fields'] };
}
