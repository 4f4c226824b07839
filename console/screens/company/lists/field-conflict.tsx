/** Shows a conflict: another user's version of a field beside the typed one. */
import type { VNode } from 'preact';
import type { LeadField } from '../../../api/company.ts';
import { Notice } from '../../../components/notice.tsx';

/** The members of a field that the form edits. */
const MEMBERS: readonly (readonly [keyof LeadField, string])[] = [
  ['label', 'Name'],
  ['choices', 'Choices'],
  ['field_group', 'Group'],
  ['pinned', 'Column in lists'],
  ['sortable', 'Lists can be sorted by it'],
  ['field_facet', 'Filter beside the list'],
];

export interface FieldConflictProps {
  /** The current version; undefined if the field was removed. */
  theirs: LeadField | undefined;
  /** The version sent; undefined if the user wanted to remove the field. */
  mine: LeadField | undefined;
}

export function FieldConflict({ theirs, mine }: FieldConflictProps): VNode {
  const differing = MEMBERS.filter(([member]) => textOf(theirs?.[member]) !== textOf(mine?.[member]));
  return (
    <div role="alert">
      <Notice kind="warning">
        Somebody else changed the fields in the meantime. If you save again, your version replaces theirs.
        {theirs === undefined && <p>They removed this field.</p>}
        {theirs !== undefined && mine !== undefined && differing.length > 0 && (
          <table class="conflict">
            <caption class="unseen">Differences</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span class="unseen">Setting</span>
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
