/** The list of custom lead fields. */
import type { VNode } from 'preact';
import type { Answer } from '../../../api/api.ts';
import { type LeadField, useFields } from '../../../api/company.ts';
import { Read } from '../../../components/read.tsx';
import { place, withQuery } from '../../../address/router.ts';
import { FieldForm, TYPE_NAMES } from './field-form.tsx';
import { AddLink, List } from '../../../components/list.tsx';

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
      <List
        class="fields"
        caption="Fields"
        items={fields}
        keyOf={({ name }) => name}
        add={<AddLink over="field" label="Add a field" />}
        empty={{
          icon: 'note',
          text: 'No custom fields yet. Add one for anything you record about leads besides name, e-mail, phone and notes.',
          example: EXAMPLE,
        }}
        columns={[
          'Field',
          'Type',
          { label: 'Group', class: 'on-medium' },
          { label: 'In lists', class: 'on-medium', cells: 'on-medium soft' },
        ]}
        cells={(field) => [
          <a class="main" href={withQuery({ over: 'field', id: field.name })}>
            {field.label}
          </a>,
          TYPE_NAMES[field.type],
          field.field_group,
          usesOf(field),
        ]}
      />
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

function usesOf({ pinned, sortable, field_facet: isFacet }: LeadField): string {
  const uses = [pinned && 'column', sortable && 'sorting', isFacet && 'filter'];
  return uses.filter((use) => use !== false).join(', ');
}
