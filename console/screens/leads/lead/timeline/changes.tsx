/** What an edit changed, and in what two merged leads differed. */
import type { VNode } from 'preact';
import { type LeadField, useFields, useGroups } from '../../../../api/company.ts';
import { fieldTexts } from '../../../../components/text/field-text.ts';
import { channelName } from '../../../../../worker/dni/pure/channels.ts';
import { formatPhone } from '../../../../components/text/values.tsx';

/** The change of a member: values before and after, or the entries added to and removed from a list. */
interface Change {
  field: string;
  before?: unknown;
  after?: unknown;
  added?: unknown[];
  removed?: unknown[];
  omitted?: unknown;
}

export function Changes({ changes = [] }: { changes: Change[] | undefined }): VNode {
  const { data: fields = [] } = useFields();
  const { data: groups = [] } = useGroups();
  const textOf = (field: string, value: unknown): string => {
    if (field === 'lead_group') return groups.find(({ id }) => id === value)?.label ?? '';
    return valueText(fields, field, value);
  };
  return (
    <ul class="changes">
      {changes.map((change) => (
        <li key={change.field}>
          <span class="soft">{labelOf(fields, change.field)}</span>{' '}
          <ChangeText change={change} textOf={textOf} />
        </li>
      ))}
    </ul>
  );
}

function ChangeText({
  change: { field, before, after, added, removed, omitted },
  textOf,
}: {
  change: Change;
  textOf: (field: string, value: unknown) => string;
}): VNode {
  if (omitted !== undefined) return <span class="soft">a long text changed</span>;
  const gone = textOf(field, removed ?? before);
  const come = textOf(field, added ?? after);
  return (
    <>
      {gone !== '' && <del>{gone}</del>} {come !== '' && <ins>{come}</ins>}
      {gone === '' && come === '' && <span class="soft">reordered</span>}
    </>
  );
}

export function Conflicts({ conflicts = [] }: { conflicts: { field: string }[] | undefined }): VNode | null {
  const { data: fields = [] } = useFields();
  if (conflicts.length === 0) return null;
  return (
    <p class="soft">
      Different in the two leads: {conflicts.map(({ field }) => labelOf(fields, field)).join(', ')}.
    </p>
  );
}

const MEMBER_LABELS: Record<string, string> = {
  name: 'Name',
  emails: 'E-mails',
  phones: 'Phones',
  source_tags: 'Source',
  tags: 'Tags',
  state: 'State',
  lead_group: 'Group',
  assigned_to: 'Assigned to',
};

/** Returns the label of a member: of `lead_fields.size`, that of the company's field. */
export function labelOf(fields: readonly LeadField[], member: string): string {
  const name = member.replace(/^lead_fields\./, '');
  return MEMBER_LABELS[member] ?? fields.find((field) => field.name === name)?.label ?? name;
}

/** Returns the value of a member as text. */
export function valueText(fields: readonly LeadField[], member: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  const field = fields.find(({ name }) => `lead_fields.${name}` === member);
  if (field !== undefined && Array.isArray(value)) return fieldTexts(field, value).join('; ');
  const textOf = member === 'source_tags' ? sourceText : plainText;
  return (Array.isArray(value) ? value : [value]).map(textOf).join(', ');
}

function sourceText(value: unknown): string {
  return channelName(String(value));
}

function plainText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { email, phone, name } = value as { email?: string; phone?: string; name?: string };
  return email ?? (phone && formatPhone(phone)) ?? name ?? JSON.stringify(value);
}
