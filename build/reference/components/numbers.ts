/** The schemas of requests that write parts of the DNI settings. */
import { dniSettingsSchema, locationSchema } from '../../../worker/dni/schema.ts';
import type { JsonSchema } from '../../../worker/shared/reference/operation.ts';
import { mergePatchOf, schemaOf } from '../schemas.ts';

/** Returns the schema for a request that writes one entry of a list, whose id is in the path. */
const entryInput = (entry: JsonSchema, key: string): JsonSchema => ({
  ...entry,
  required: ((entry['required'] ?? []) as string[]).filter((name) => name !== key),
});
const input = schemaOf(dniSettingsSchema);
const inputMembers = input['properties'] as Record<string, { items?: JsonSchema }>;
const itemsOf = (members: Record<string, { items?: JsonSchema }>, name: string): JsonSchema => {
  const items = members[name]?.items;
  if (items === undefined) throw new Error(`The DNI settings have no list "${name}".`);
  return items;
};
/** The two kinds of entries of `numbers`: a tracking number, and a pool. */
const kindsOfEntry = itemsOf(inputMembers, 'numbers')['oneOf'] as JsonSchema[];
const { warnings: _notRead, ...patchMembers } = inputMembers;

export const NUMBER_COMPONENTS: Record<string, JsonSchema> = {
  DniSettingsPatch: mergePatchOf({ ...input, properties: patchMembers }),
  DniLocationPatch: mergePatchOf(schemaOf(locationSchema)),
  DniNumberPatch: { anyOf: kindsOfEntry.map(mergePatchOf) },
  DniLocationInput: entryInput(schemaOf(locationSchema), 'location_id'),
  DniNumberInput: {
    anyOf: kindsOfEntry.map((kind) => entryInput(entryInput(kind, 'phone_number'), 'pool')),
  },
};
