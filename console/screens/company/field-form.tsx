/** A field of the leads, made or changed. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Answer, Refusal } from '../../api.ts';
import type { FieldType, LeadField } from '../../company.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField, Form, SelectField, TextAreaField, TextField } from '../../components/fields.tsx';
import { valuesOf } from '../../components/form-values.ts';
import { useSaving } from '../../components/saving.ts';
import { close } from '../../router.ts';
import { FieldConflict } from './field-conflict.tsx';
import { nameFrom } from './names.ts';
import { fieldFaults } from './field-faults.ts';
import { replaceSettings } from './replacing.ts';

export const TYPE_NAMES: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  dropdown: 'One of a list',
  multiselect: 'Several of a list',
  date: 'Date',
  datetime: 'Date and time',
  currency: 'Amount',
  url: 'Web address',
  complex: 'Several parts',
};

/** What can be made here: parts of a complex field come by the API. */
const NEW_TYPES = (Object.keys(TYPE_NAMES) as FieldType[]).filter((type) => type !== 'complex');

const leave = (): void => close(['over', 'id']);

interface FieldFormProps {
  answer: Answer<LeadField[]>;
  /** Undefined: a new one. */
  field: LeadField | undefined;
}

export function FieldForm({ answer, field }: FieldFormProps): VNode {
  const [type, setType] = useState<FieldType>(field?.type ?? 'text');
  const { body: fields } = answer;
  const index = field === undefined ? fields.length : fields.indexOf(field);
  // What the form began with stands in it until somebody types, whatever others make of the field meanwhile.
  const [begun] = useState(field);
  const [sent, setSent] = useState<LeadField | undefined>();
  const { error, isBusy, save } = useSaving(async (after: LeadField | undefined) => {
    setSent(after);
    const next = fields.toSpliced(index, 1, ...(after === undefined ? [] : [after]));
    await replaceSettings('/lead_settings/fields', answer, next);
    leave();
  });
  const isConflict = error instanceof Refusal && error.problem.status === 412;
  return (
    <Dialog title={field === undefined ? 'New field' : 'Field'} size="narrow" onClose={leave}>
      {isConflict && <FieldConflict theirs={field} mine={sent} />}
      <Form
        error={isConflict ? undefined : fieldFaults(error, index)}
        onSubmit={(form) => save(fieldFrom(form, fields, { field, type }))}
      >
        <FieldInputs field={begun} type={type} setType={setType} />
        <div class="dialog-foot">
          {field !== undefined && (
            <button type="button" class="button danger" disabled={isBusy} onClick={() => save(undefined)}>
              Remove
            </button>
          )}
          <button type="submit" class="button primary" disabled={isBusy}>
            {field === undefined ? 'Add the field' : 'Save'}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

interface FieldInputsProps extends Pick<FieldFormProps, 'field'> {
  type: FieldType;
  setType: (type: FieldType) => void;
}

function FieldInputs({ field, type, setType }: FieldInputsProps): VNode {
  return (
    <>
      <TextField label="Name" name="/label" autocomplete="off" defaultValue={field?.label ?? ''} />
      {field === undefined && (
        <SelectField
          label="Type"
          name="/type"
          defaultValue="text"
          hint="It cannot be changed later."
          onChange={(event) => setType(event.currentTarget.value as FieldType)}
        >
          {NEW_TYPES.map((name) => (
            <option key={name} value={name}>
              {TYPE_NAMES[name]}
            </option>
          ))}
        </SelectField>
      )}
      {(type === 'dropdown' || type === 'multiselect') && (
        <TextAreaField
          label="Choices"
          name="/choices"
          hint="One a line"
          defaultValue={field?.choices?.join('\n') ?? ''}
        />
      )}
      <TextField
        label="Group"
        name="/field_group"
        autocomplete="off"
        hint="Fields of a group stand together"
        defaultValue={field?.field_group ?? ''}
      />
      <UseFields field={field} />
    </>
  );
}

function UseFields({ field }: Pick<FieldFormProps, 'field'>): VNode {
  return (
    <>
      <CheckField label="A column of the list" name="/pinned" defaultChecked={field?.pinned ?? false} />
      <CheckField
        label="Lists are ordered by it"
        name="/sortable"
        defaultChecked={field?.sortable ?? false}
      />
      <CheckField
        label="A filter beside the list"
        name="/field_facet"
        defaultChecked={field?.field_facet ?? false}
      />
    </>
  );
}

function fieldFrom(
  form: HTMLFormElement,
  fields: readonly LeadField[],
  { field, type }: { field: LeadField | undefined; type: FieldType },
): LeadField {
  const values = valuesOf(form);
  const text = (pointer: string): string => String(values[pointer] ?? '');
  const choices = text('/choices')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    cardinality: 1,
    print_lines: 1,
    name: nameFrom(text('/label'), new Set(fields.map(({ name }) => name))),
    ...field,
    type,
    label: text('/label'),
    field_group: text('/field_group'),
    pinned: values['/pinned'] === true,
    sortable: values['/sortable'] === true,
    field_facet: values['/field_facet'] === true,
    ...(values['/choices'] === undefined ? {} : { choices }),
  };
}
