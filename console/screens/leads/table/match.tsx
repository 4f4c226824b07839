/** The value of a lead in which the search found its text. */
import type { VNode } from 'preact';
import { formatPhone } from '../../../components/text/values.tsx';
import type { LeadSummary } from '../lead.ts';

interface MatchProps {
  match: NonNullable<LeadSummary['match']>;
  text: string;
}

export function Match({ match, text }: MatchProps): VNode {
  const { search_field_name: field, field_name: label, field_value: value } = match;
  return (
    <>
      <span class="soft small">{label}</span>{' '}
      <Marked value={field === 'phone' ? formatPhone(value) : value} text={text} />
    </>
  );
}

/** Highlights the searched text in a value if the value contains it literally. */
function Marked({ value, text }: { value: string; text: string }): VNode {
  const at = value.toLowerCase().indexOf(text.trim().toLowerCase());
  if (at < 0) return <span>{value}</span>;
  const end = at + text.trim().length;
  return (
    <span>
      {value.slice(0, at)}
      <mark>{value.slice(at, end)}</mark>
      {value.slice(end)}
    </span>
  );
}
