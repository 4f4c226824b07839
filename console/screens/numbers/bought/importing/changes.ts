/** What an import changes, in words. Pure. */
import type { ImportableNumbers } from '../../../../../worker/core/phone/inventory/answer-schema.ts';

export type Importable = ImportableNumbers['numbers'][number];
type Change = Importable['changes'][number];

/** Where something goes before the import. */
export interface Before {
  use: Change['use'];
  /** `Calls`. */
  label: string;
  /** `to https://ivr.example/voice`. */
  text: string;
}

const LABELS: Record<Change['use'], string> = {
  call: 'Calls',
  fallback: 'Calls that fail there',
  status: 'Ends of calls',
  text: 'Texts',
};

/** Returns where calls and texts go now that would come here. */
export function beforeImport({ changes }: Importable): Before[] {
  return changes.map(({ use, before }) => ({ use, label: LABELS[use], text: placeOf(before) }));
}

/** Returns where an address leads: an address, an application or a trunk of the carrier, or nowhere. */
function placeOf(before: string | null): string {
  if (before === null) return 'nowhere';
  if (/^AP\w+$/.test(before)) return `the application ${before}`;
  if (/^TK\w+$/.test(before)) return `the trunk ${before}`;
  return before.replace(/^GET /, '').replace(/#.*/, '');
}
