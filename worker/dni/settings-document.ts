/** Checks a document of DNI settings as a whole. Pure. */
import { examine } from '../shared/http/input.ts';
import type { Fault } from '../shared/http/problems.ts';
import { referenceFaults } from './references.ts';
import { type DniSettings, dniSettingsSchema } from './schema.ts';
import type { Warning } from './warning-codes.ts';
import { warningsOf } from './warnings.ts';

/** The settings with defaults filled in and their warnings, or every fault. */
export type CheckedSettings =
  | { settings: DniSettings; warnings: Warning[]; faults?: never }
  | { faults: [Fault, ...Fault[]] };

/** Checks a document against the schema and its references; faults of both are in one list. */
export function checkDniSettings(document: unknown): CheckedSettings {
  const { output, faults } = examine(dniSettingsSchema, document);
  const [first, ...rest] = [...faults, ...referenceFaults(output)];
  if (first !== undefined) return { faults: [first, ...rest] };
  const settings = output as DniSettings;
  return { settings, warnings: warningsOf(settings) };
}
