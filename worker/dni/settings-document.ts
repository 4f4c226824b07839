/** A document of DNI settings: everything that is wrong with it, or the settings that it means and what is unwise. Pure. */
import { examine } from '../shared/http/input.ts';
import type { Fault } from '../shared/http/problems.ts';
import { referenceFaults } from './references.ts';
import { type DniSettings, dniSettingsSchema } from './schema.ts';
import type { Warning } from './warning-codes.ts';
import { warningsOf } from './warnings.ts';

/** The settings, defaults filled in, with what is unwise about them; or what is wrong, all at once. */
export type CheckedSettings =
  | { settings: DniSettings; warnings: Warning[]; faults?: never }
  | { faults: [Fault, ...Fault[]] };

export function checkDniSettings(document: unknown): CheckedSettings {
  const { output, faults } = examine(dniSettingsSchema, document);
  const [first, ...rest] = [...faults, ...referenceFaults(output)];
  if (first !== undefined) return { faults: [first, ...rest] };
  const settings = output as DniSettings;
  return { settings, warnings: warningsOf(settings) };
}
