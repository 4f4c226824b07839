/** The list of custom lead fields. */
import type { VNode } from 'preact';
import { Example } from '../../../components/text/example.tsx';
import type { Answer } from '../../../api/api.ts';
import { type LeadField, useFields } from '../../../api/company.ts';
import { Read } from '../../../components/read.tsx';
import { place, withQuery } from '../../../address/router.ts';
import { FieldForm, TYPE_NAMES } from './field-form.tsx';
import { Table } from '../../../components/table.tsx';
import { AddableList } from '../../../components/add-link.tsx';

const EXAMPLE = [
  ['Heater model', 'Text'],
  ['Size of the job', 'Single choice: small, large'],
] as const;

export function FieldList(): VNode {
  const shown = useFields();
  const { answer } = shown;
  return <Read shown={shown}>{() => answer && <Fields answer={answer} />}</Read>;
}

function Fields({ answer }: { answer: Answer<LeadField[]> }): VNode {
  const { body: fields } = answer;
  const { query, over } = place.value;
  return (
    <>
      <AddableList
        over="field"
        label="Add a field"
        icon="note"
        empty="No custom fields yet. Add one for anything you record about leads besides name, e-mail, phone and notes."
        example={<Example rows={EXAMPLE} />}
        isEmpty={fields.length === 0}
      >
        <FieldTable fields={fields} />
      </AddableList>
      {over === 'field' && (
        <FieldForm
          key={query.get('id')}
          answer={answer}
          field={fields.find(({ name }) => name === query.get('id'))}
        />
      )}
    </>
  );
}

function FieldTable({ fields }: { fields: readonly LeadField[] }): VNode {
  return (
    <div class="card">
      <Table
        class="fields"
        caption="Fields"
        columns={[
          'Field',
          'Type',
          { label: 'Group', class: 'on-medium' },
          { label: 'In lists', class: 'on-medium' },
        ]}
      >
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">
              <a class="main" href={withQuery({ over: 'field', id: field.name })}>
                {field.label}
              </a>
            </th>
            <td>{TYPE_NAMES[field.type]}</td>
            <td class="on-medium">{field.field_group}</td>
            <td class="on-medium soft">{usesOf(field)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function usesOf({ pinned, sortable, field_facet: isFacet }: LeadField): string {
  const uses = [pinned && 'column', sortable && 'sorting', isFacet && 'filter'];
  return uses.filter((use) => use !== false).join(', ');
}
