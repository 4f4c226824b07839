/** Two people changed a field at once: what the other one made of it, beside what was typed here. */
import type { VNode } from 'preact';
import type { LeadField } from '../../../api/company.ts';
import { Notice } from '../../../components/notice.tsx';

/** What the form changes of a field. */
const MEMBERS: readonly (readonly [keyof LeadField, string])[] = [
  ['label', 'Name'],
  ['choices', 'Choices'],
  ['field_group', 'Group'],
  ['pinned', 'Column in lists'],
  ['sortable', 'Lists can be sorted by it'],
  ['field_facet', 'Filter beside the list'],
];

export interface FieldConflictProps {
  /** As it is there now; undefined: it is gone. */
  theirs: LeadField | undefined;
  /** As it was sent; undefined: it was to be removed. */
  mine: LeadField | undefined;
}

export function FieldConflict({ theirs, mine }: FieldConflictProps): VNode {
  const differing = MEMBERS.filter(([member]) => textOf(theirs?.[member]) !== textOf(mine?.[member]));
  return (
    <div role="alert">
      <Notice kind="warning">
        Somebody else changed the fields in the meantime. Saving again replaces theirs with yours.
        {theirs === undefined && <p>They removed this field.</p>}
        {theirs !== undefined && mine !== undefined && differing.length > 0 && (
          <table class="conflict">
            <caption class="unseen">What differs</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span class="unseen">What</span>
                </th>
                <th scope="col">Theirs</th>
                <th scope="col">Yours</th>
              </tr>
            </thead>
            <tbody>
              {differing.map(([member, label]) => (
                <tr key={member}>
                  <th scope="row">{label}</th>
                  <td>{textOf(theirs[member])}</td>
                  <td>{textOf(mine[member])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Notice>
    </div>
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
