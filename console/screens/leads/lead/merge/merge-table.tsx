/** Two leads side by side, and the result of their merge. */
import type { MergeAnswer } from '../../../../../worker/core/leads/merges/reference.ts';
import type { MergeConflict } from '../../../../../worker/core/leads/record/answer-schema.ts';
import type { VNode } from 'preact';
import { type LeadField, useFields, useGroups, useStates } from '../../../../api/company.ts';
import { nameOf } from '../../lead.ts';
import { labelOf, valueText } from '../timeline/changes.tsx';
import type { Lead } from '../lead.ts';
import { Table } from '../../../../components/table.tsx';

/** The lead whose value is kept. */
export type Winner = MergeConflict['winner'];

/** The result of a merge, and the members that differ between the two leads. */
export type MergePreview = Required<Pick<MergeAnswer, 'conflicts' | 'preview'>>;

interface MergeTableProps {
  lead: Lead;
  other: Lead;
  preview: MergePreview;
  winners: Record<string, Winner>;
  choose: (field: string, winner: Winner) => void;
}

export function MergeTable({ lead, other, preview, winners, choose }: MergeTableProps): VNode {
  const { data: fields = [] } = useFields();
  const textOf = useTexts(fields);
  const members = membersOf([lead, other], fields);
  return (
    <div class="table-frame">
      <Table
        class="merge"
        caption="The two leads and the result"
        columns={['Field', nameOf(lead), nameOf(other), 'Both', 'Result']}
      >
        {members.map((member) => (
          <tr key={member}>
            <th scope="row">{labelOf(fields, member)}</th>
            <Side member={member} winner="primary" text={textOf(member, lead)} {...rowOf(member)} />
            <Side member={member} winner="secondary" text={textOf(member, other)} {...rowOf(member)} />
            <Side
              member={member}
              winner="both"
              text={isMultiValued(member, fields) ? 'Keep both' : ''}
              {...rowOf(member)}
            />
            <td class="outcome">{textOf(member, preview.preview)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );

  function rowOf(member: string): Pick<SideProps, 'current' | 'choose'> {
    const conflict = preview.conflicts.find(({ field }) => field === member);
    return {
      current: conflict && (winners[member] ?? conflict.winner),
      choose: (winner) => choose(member, winner),
    };
  }
}

interface SideProps {
  member: string;
  winner: Winner;
  text: string;
  /** Undefined if the two leads have the same value. */
  current: Winner | undefined;
  choose: (winner: Winner) => void;
}

function Side({ member, winner, text, current, choose }: SideProps): VNode {
  // There is nothing to choose.
  if (current === undefined || text === '') return <td>{winner === 'both' ? undefined : text}</td>;
  return (
    <td>
      <label class="row top">
        <input
          type="radio"
          aria-label={text}
          name={`winner ${member}`}
          checked={current === winner}
          onChange={() => choose(winner)}
        />
        <span class="grow">{text}</span>
      </label>
    </td>
  );
}

/** Returns the members that at least one lead has, in the order of the lead's page. */
function membersOf(leads: readonly Lead[], fields: readonly LeadField[]): string[] {
  const custom = fields.map(({ name }) => `lead_fields.${name}`);
  const builtIn = ['name', 'phones', 'emails', 'source_tags', 'tags', 'state', 'assigned_to', 'lead_group'];
  return [...builtIn, ...custom].filter((member) => leads.some((lead) => hasValue(valueOf(lead, member))));
}

function valueOf(lead: Lead, member: string): unknown {
  const field = /^lead_fields\.(.*)$/.exec(member)?.[1];
  return field === undefined ? lead[member as keyof Lead] : lead.lead_fields[field];
}

function hasValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

function useTexts(fields: readonly LeadField[]): (member: string, lead: Lead) => string {
  const { data: states = [] } = useStates();
  const { data: groups = [] } = useGroups();
  return (member, lead) => {
    if (member === 'state') return states.find(({ name }) => name === lead.state)?.label ?? lead.state;
    if (member === 'lead_group') return groups.find(({ id }) => id === lead.lead_group)?.label ?? '';
    return valueText(fields, member, valueOf(lead, member));
  };
}

/** Tells whether a member can hold the values of both leads. */
function isMultiValued(member: string, fields: readonly LeadField[]): boolean {
  if (!member.startsWith('lead_fields.')) return ['emails', 'phones', 'source_tags', 'tags'].includes(member);
  const field = fields.find(({ name }) => `lead_fields.${name}` === member);
  return field === undefined || field.type === 'multiselect' || field.cardinality !== 1;
}
