/** The form of a lead field. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Answer } from '../../../api/api.ts';
import type { FieldType, LeadField } from '../../../api/company.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import {
  CheckField,
  Form,
  Options,
  SelectField,
  Submit,
  TextAreaField,
  TextField,
} from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { atFields, type Begun, saveOver, type Saving, useSaving } from '../../../forms/saving.ts';
import { close } from '../../../address/router.ts';
import { settleForm } from '../../../typed/typed.ts';
import { FieldConflict, type FieldConflictProps } from './field-conflict.tsx';
import { nameFrom } from './names.ts';
import { replaceSettings, settingsNow } from '../replacing.ts';

export const TYPE_NAMES: Record<FieldType, string> = {
  text: 'Text',
  number: 'Number',
  dropdown: 'Single choice',
  multiselect: 'Multiple choice',
  date: 'Date',
  datetime: 'Date and time',
  currency: 'Amount',
  url: 'Web address',
  complex: 'Group of values',
};

/** The types of new fields. Complex fields are created through the API. */
const NEW_TYPES = (Object.keys(TYPE_NAMES) as FieldType[]).filter((type) => type !== 'complex');

const PART = '/lead_settings/fields';

const leave = (): void => close(['over', 'id']);

interface FieldFormProps {
  answer: Answer<LeadField[]>;
  /** Undefined for a new field. */
  field: LeadField | undefined;
}

export function FieldForm({ answer, field: present }: FieldFormProps): VNode {
  // The form keeps its initial values when others change the field.
  const [field] = useState(present);
  const [type, setType] = useState<FieldType>(field?.type ?? 'text');
  const { body: fields } = answer;
  const { conflict, error, isBusy, save } = useFieldSaving(answer, field);
  const index = field === undefined ? fields.length : fields.findIndex(({ name }) => name === field.name);
  return (
    <Dialog title={field === undefined ? 'New field' : 'Field'} size="narrow" onClose={leave}>
      {conflict && <FieldConflict {...conflict} />}
      <Form
        name="field"
        error={atFields(error, (pointer) => pointer.replace(new RegExp(`^/${index}(?=/)`), ''))}
        onSubmit={(form) => save(fieldFrom(form, fields, { field: present ?? field, type }), form)}
      >
        <FieldInputs field={field} type={type} setType={setType} />
        <div class="dialog-foot">
          {field !== undefined && (
            <button
              type="button"
              class="button danger"
              disabled={isBusy}
              onClick={({ currentTarget: { form } }) => form && save(undefined, form)}
            >
              Remove
            </button>
          )}
          <Submit disabled={isBusy}>{field === undefined ? 'Add field' : 'Save'}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}

interface FieldSaving extends Saving<[after: LeadField | undefined, form: HTMLFormElement]> {
  /** Another user's version of the field, and the one that could not be saved. */
  conflict: FieldConflictProps | undefined;
}

/** Saves or removes the field over the version that the form was opened with, or over a newer one that the user has seen. */
function useFieldSaving(answer: Answer<LeadField[]>, field: LeadField | undefined): FieldSaving {
  const over = useRef(answer);
  const [conflict, setConflict] = useState<FieldConflictProps | undefined>();
  const begun = (): Begun<LeadField | undefined> => ({
    value: over.current.body.find(({ name }) => name === field?.name),
    etag: over.current.etag,
  });
  const readNow = async (): Promise<Begun<LeadField | undefined>> => {
    over.current = await settingsNow(PART);
    return begun();
  };
  const saving = useSaving(async (after: LeadField | undefined, form: HTMLFormElement) => {
    const write = async (): Promise<void> => {
      await replaceSettings(PART, over.current, withField(over.current.body, field, after));
    };
    const newer = await saveOver(begun(), write, readNow);
    setConflict(newer && { theirs: newer.value, mine: after });
    if (newer !== undefined) return;
    if (after === undefined) settleForm(form);
    leave();
  });
  return { ...saving, conflict };
}

/** Returns the fields with one of them changed, added or removed. */
function withField(
  fields: readonly LeadField[],
  before: LeadField | undefined,
  after: LeadField | undefined,
): LeadField[] {
  const at = fields.findIndex(({ name }) => name === before?.name);
  const index = at < 0 ? fields.length : at;
  return fields.toSpliced(index, 1, ...(after === undefined ? [] : [after]));
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
          <Options of={NEW_TYPES.map((name) => [name, TYPE_NAMES[name]])} />
        </SelectField>
      )}
      {(type === 'dropdown' || type === 'multiselect') && (
        <TextAreaField
          label="Choices"
          name="/choices"
          hint="One per line"
          defaultValue={field?.choices?.join('\n') ?? ''}
        />
      )}
      <TextField
        label="Group"
        name="/field_group"
        autocomplete="off"
        hint="Fields of the same group appear together"
        defaultValue={field?.field_group ?? ''}
      />
      <UseFields field={field} />
    </>
  );
}

function UseFields({ field }: Pick<FieldFormProps, 'field'>): VNode {
  return (
    <>
      <CheckField label="Show as a column in lists" name="/pinned" defaultChecked={field?.pinned ?? false} />
      <CheckField
        label="Lists can be sorted by it"
        name="/sortable"
        defaultChecked={field?.sortable ?? false}
      />
      <CheckField
        label="Show as a filter beside the list"
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
