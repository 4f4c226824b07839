/** The list of custom lead fields. */
import type { VNode } from 'preact';
import type { Answer } from '../../../api/api.ts';
import { type LeadField, useFields } from '../../../api/company.ts';
import { Icon } from '../../../components/icon.tsx';
import { Empty } from '../../../components/notice.tsx';
import { Read } from '../../../components/read.tsx';
import { place, withQuery } from '../../../address/router.ts';
import { FieldForm, TYPE_NAMES } from './field-form.tsx';

export function FieldList(): VNode {
  const shown = useFields();
  const { answer } = shown;
  return <Read shown={shown}>{() => answer && <Fields answer={answer} />}</Read>;
}

function Fields({ answer }: { answer: Answer<LeadField[]> }): VNode {
  const { body: fields } = answer;
  const { query, over } = place.value;
  const add = (
    <a class="button" href={withQuery({ over: 'field', id: undefined })}>
      <Icon name="plus" /> Add a field
    </a>
  );
  return (
    <>
      {fields.length === 0 ? (
        <Empty
          icon="note"
          text="No custom fields yet. Add one for anything you record about leads besides name, e-mail, phone and notes."
        >
          {add}
        </Empty>
      ) : (
        <>
          <div class="row end tools">{add}</div>
          <FieldTable fields={fields} />
        </>
      )}
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
      <table class="table fields">
        <caption class="unseen">Fields</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col" class="on-medium">
              Group
            </th>
            <th scope="col" class="on-medium">
              In lists
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </div>
  );
}

function usesOf({ pinned, sortable, field_facet: isFacet }: LeadField): string {
  const uses = [pinned && 'column', sortable && 'sorting', isFacet && 'filter'];
  return uses.filter((use) => use !== false).join(', ');
}
