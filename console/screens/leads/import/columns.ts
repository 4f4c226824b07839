/** Guesses the field of each column of a file from its name and synonyms. Pure. */
import type { LeadField } from '../../../api/company.ts';
import type { FileColumn, Mapping, Target } from '../../../forms/sheet/columns.ts';

/** Names that lead lists use for the standard fields. */
const SYNONYMS: readonly [name: string, pattern: RegExp][] = [
  ['email', /^e-?mails?( ?address(es)?)?$/],
  ['phone', /^(tele)?phones?( ?numbers?)?$|^(mobile|cell)( ?phone)?$|^tel\.?$/],
  ['name', /^((full|lead|contact|customer|client) ?)?name$/],
  ['source_tags', /^(lead ?)?sources?( ?tags?)?$|^channel$/],
  ['tags', /^(lead ?)?(tags?|labels?)$/],
  ['state', /^(lead ?)?(state|status|stage)$/],
  ['lead_group', /^(lead )?group$|^branch$|^team$/],
];

/** Lists the possible targets of a column. */
export function targetsOf(fields: readonly LeadField[]): Target[] {
  return [
    { name: 'name', label: 'Name' },
    { name: 'email', label: 'E-mail' },
    { name: 'phone', label: 'Phone' },
    { name: 'source_tags', label: 'Source' },
    { name: 'tags', label: 'Tags' },
    { name: 'state', label: 'State' },
    { name: 'lead_group', label: 'Group' },
    ...fields.flatMap(({ name, label, sub_fields: parts }) =>
      parts === undefined
        ? [{ name, label }]
        : parts.map((part) => ({ name: `${name}.${part.name}`, label: `${label}: ${part.label}` })),
    ),
  ];
}

/** Makes a first guess. Columns without a match are ignored, and no field is used twice. */
export function guessMapping(columns: readonly FileColumn[], targets: readonly Target[]): Mapping {
  const taken = new Set<string>();
  const mapping: Mapping = {};
  for (const { name } of columns) {
    const target = targetOf(name, targets);
    const isFree = target !== undefined && !taken.has(target);
    mapping[name] = isFree ? target : null;
    if (isFree) taken.add(target);
  }
  return mapping;
}

function targetOf(column: string, targets: readonly Target[]): string | undefined {
  const plain = column.trim().toLowerCase();
  const words = plain.replaceAll(/[_.]+/g, ' ');
  const exact = targets.find(({ name, label }) => name === plain || label.toLowerCase() === words);
  return exact?.name ?? SYNONYMS.find(([, pattern]) => pattern.test(words))?.[0];
}
