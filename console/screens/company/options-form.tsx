/** The form of the company's options. */
import type { VNode } from 'preact';
import { companyPath } from '../../api/company.ts';
import { Form, SelectField, TextAreaField, TextField } from '../../forms/fields.tsx';
import { valuesOf } from '../../forms/form-values.ts';
import { Read } from '../../components/read.tsx';
import { useSaving } from '../../forms/saving.ts';
import { changed, useResource } from '../../api/resource.ts';
import { isTyped } from '../../forms/typed.ts';
import { type Base, Edited } from './base.tsx';
import { useReplacing } from './replacing.ts';

/** The options in this form. Others stay unchanged. */
interface Options {
  name: string;
  default_region: string;
  source_update: string;
  create_duplicates: string;
  upsert_conflict: string;
  group_visibility: string;
  week_start: string;
  cors_origins: string[];
  outgoing: Outgoing;
}

interface Outgoing {
  countries: string[] | null;
  texts_per_lead: number;
  texts_per_user: number;
  texts_per_company: number;
  calls_abroad_per_company: number;
}

const TEXTS_PER_HOUR = [
  ['texts_per_lead', 'Texts to one lead per hour'],
  ['texts_per_user', 'Texts by one user per hour'],
  ['texts_per_company', 'Texts of the company per hour'],
  ['calls_abroad_per_company', 'Calls that ring abroad per hour'],
] as const;

const CHOICES: readonly {
  name: Exclude<keyof Options, 'outgoing'>;
  label: string;
  hint?: string;
  options: readonly (readonly [value: string, label: string])[];
}[] = [
  {
    name: 'source_update',
    label: 'When a known lead comes from another source',
    options: [
      ['append', 'Add the new source at the end'],
      ['prepend', 'Put the new source first'],
      ['overwrite', 'Keep only the new source'],
      ['keep_first', 'Keep only the first source'],
      ['ignore', 'Change nothing'],
    ],
  },
  {
    name: 'create_duplicates',
    label: 'When a new lead looks like an existing one',
    options: [
      ['allow', 'Create it and list the similar ones'],
      ['reject', 'Reject it'],
    ],
  },
  {
    name: 'upsert_conflict',
    label: 'When the e-mail belongs to one lead and the phone to another',
    options: [
      ['email_first', 'Use the lead with the e-mail'],
      ['phone_first', 'Use the lead with the phone'],
      ['reject', 'Reject it'],
    ],
  },
  {
    name: 'group_visibility',
    label: 'Agents see in their group',
    options: [
      ['unassigned', 'Unassigned leads and their own'],
      ['all', 'All leads'],
    ],
  },
  {
    name: 'week_start',
    label: 'Week starts on',
    options: [
      ['monday', 'Monday'],
      ['sunday', 'Sunday'],
      ['saturday', 'Saturday'],
    ],
  },
];

const PART = '/settings';

export function OptionsForm(): VNode {
  const shown = useResource<Options>(companyPath(PART));
  const { answer } = shown;
  return (
    <Read shown={shown}>
      {() => answer && <Edited answer={answer}>{(state) => <Fields state={state} />}</Edited>}
    </Read>
  );
}

function Fields({ state }: { state: Base<Options> }): VNode {
  const { begun: body, save: saveMembers } = useReplacing(PART, state);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    await saveMembers(readOptions(form));
    if (!isTyped(form)) state.settle();
    changed('/me/companies');
  });
  return (
    <Form name="options" class="card company-form" error={error} onInput={state.touch} onSubmit={save}>
      <TextField label="Name" name="/name" defaultValue={body.name} autocomplete="off" />
      <TextField
        label="Country of phone numbers without a country code"
        name="/default_region"
        defaultValue={body.default_region}
        hint="Two letters, such as US"
        autocomplete="off"
      />
      {CHOICES.map(({ name, label, options }) => (
        <SelectField key={name} label={label} name={`/${name}`} defaultValue={String(body[name])}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      ))}
      <TextAreaField
        label="Sites that may use the API"
        name="/cors_origins"
        defaultValue={body.cors_origins.join('\n')}
        hint="One per line, such as https://app.example.com"
      />
      <OutgoingFields outgoing={body.outgoing} />
      <div class="row end">
        <button type="submit" class="button primary" disabled={isBusy}>
          Save options
        </button>
      </div>
    </Form>
  );
}

function OutgoingFields({ outgoing }: { outgoing: Outgoing }): VNode {
  return (
    <>
      <TextField
        label="Countries that may be called and texted"
        name="/outgoing/countries"
        defaultValue={(outgoing.countries ?? []).join(' ')}
        hint="Such as US CA. Leave empty for your own country only."
        autocomplete="off"
      />
      {TEXTS_PER_HOUR.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          name={`/outgoing/${name}`}
          defaultValue={String(outgoing[name])}
          inputMode="numeric"
          autocomplete="off"
        />
      ))}
    </>
  );
}

function readOptions(form: HTMLFormElement): Partial<Options> {
  const values = Object.entries(valuesOf(form)).map(([pointer, value]) => [pointer.slice(1), value]);
  const { cors_origins: sites, ...named } = Object.fromEntries(values) as Record<string, string>;
  const options = Object.fromEntries(Object.entries(named).filter(([name]) => !name.includes('/')));
  const region = options['default_region'] ?? '';
  const lines = (sites ?? '').split(/\s+/).filter((line) => line !== '');
  return {
    ...options,
    default_region: region.toUpperCase(),
    cors_origins: lines,
    outgoing: readOutgoing(named),
  };
}

function readOutgoing(named: Readonly<Record<string, string>>): Outgoing {
  const countries = (named['outgoing/countries'] ?? '').split(/[\s,]+/).filter((code) => code !== '');
  const texts = TEXTS_PER_HOUR.map(([name]) => [name, Number(named[`outgoing/${name}`])]);
  return {
    ...(Object.fromEntries(texts) as Omit<Outgoing, 'countries'>),
    countries: countries.length === 0 ? null : countries,
  };
}
