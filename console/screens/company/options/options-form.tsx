/** The form of the company's options. */
import type { ComponentChildren, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { companyPath } from '../../../api/company.ts';
import { Form, Options, SelectField, Submit, TextField } from '../../../forms/fields.tsx';
import { CountryField } from '../../../forms/lists/country-field.tsx';
import { ZoneField } from '../../../forms/lists/zone-field.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { later } from '../../../components/parts/lazy.tsx';
import { Read } from '../../../components/read.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { changed, useResource } from '../../../api/resource.ts';
import { isTyped } from '../../../typed/typed.ts';
import { type Base, Edited } from '../base.tsx';
import { useReplacing } from '../replacing.ts';
import { type Access, AccessFields } from './access-fields.tsx';
import { type Outgoing, OutgoingFields, readOutgoing } from './outgoing-fields.tsx';
import { readTranscripts, type Transcripts } from './transcripts.ts';
import { readWon, type Won, WonFields } from './report-options.tsx';

/** A part of its own, since it asks what the deployment can do. */
const TranscriptFields = later<{ options: Transcripts }>(
  async () => (await import('./transcript-fields.tsx')).TranscriptFields,
);

/** The options in this form. Others stay unchanged. */
interface Options extends Access, Transcripts {
  name: string;
  default_region: string;
  source_update: string;
  create_duplicates: string;
  upsert_conflict: string;
  group_visibility: string;
  week_start: string;
  time_zone: string | null;
  answer_within_minutes: number;
  reminder_overdue_minutes: number;
  won: Won;
  outgoing: Outgoing;
}

interface Choice {
  name: 'source_update' | 'create_duplicates' | 'upsert_conflict' | 'group_visibility' | 'week_start';
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

const LEAD_CHOICES: readonly Choice[] = [
  {
    name: 'source_update',
    label: 'When an existing lead comes back from another source',
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
    label: 'In their group, agents see',
    options: [
      ['unassigned', 'Unassigned leads and their own'],
      ['all', 'All leads'],
    ],
  },
];

const COMPANY_CHOICES: readonly Choice[] = [
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
  const [countries, setCountries] = useState(body.outgoing.countries ?? []);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    await saveMembers(readOptions(form, body, countries));
    if (!isTyped(form)) state.settle();
    // Their days and what counts as won may be others now.
    changed('/me/companies', companyPath('/reports'));
  });
  return (
    <Form
      name="options"
      class="card company-form"
      error={error}
      onInput={state.touch}
      state={{ value: countries, set: (kept) => setCountries(kept as string[]) }}
      onSubmit={save}
    >
      <CompanyFields body={body} />
      <LeadFields body={body} />
      <Section title="Reports">
        <ReportFields body={body} />
      </Section>
      <Section title="Calls and texts from here">
        <OutgoingFields
          outgoing={body.outgoing}
          countries={countries}
          setCountries={(codes) => {
            state.touch();
            setCountries(codes);
          }}
        />
      </Section>
      <Spoken body={body} />
      <Section title="Access">
        <AccessFields access={body} />
      </Section>
      <div class="row end">
        <Submit disabled={isBusy}>Save options</Submit>
      </div>
    </Form>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }): VNode {
  const id = useId();
  return (
    <section class="form-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function CompanyFields({ body }: { body: Options }): VNode {
  return (
    <Section title="Company">
      <TextField label="Name" name="/name" defaultValue={body.name} autocomplete="off" />
      <CountryField
        label="Country of phone numbers without a country code"
        name="/default_region"
        defaultValue={body.default_region}
      />
      <Choices choices={COMPANY_CHOICES} body={body} />
    </Section>
  );
}

function LeadFields({ body }: { body: Options }): VNode {
  return (
    <Section title="Leads">
      <Choices choices={LEAD_CHOICES} body={body} />
      <AnswerFields body={body} />
    </Section>
  );
}

function Spoken({ body }: { body: Options }): VNode {
  return (
    <Section title="What is said">
      <TranscriptFields options={body} />
    </Section>
  );
}

function Choices({ choices, body }: { choices: readonly Choice[]; body: Options }): VNode {
  return (
    <>
      {choices.map(({ name, label, options }) => (
        <SelectField key={name} label={label} name={`/${name}`} defaultValue={body[name]}>
          <Options of={options} />
        </SelectField>
      ))}
    </>
  );
}

function ReportFields({ body }: { body: Options }): VNode {
  return (
    <>
      <ZoneField
        label="Time zone of reports"
        name="/time_zone"
        defaultValue={body.time_zone ?? ''}
        none="That of the default location"
        hint="Their days begin at midnight there"
      />
      <WonFields won={body.won} />
    </>
  );
}

function AnswerFields({ body }: { body: Options }): VNode {
  return (
    <>
      <TextField
        label="Minutes to answer a missed call, a text or a form"
        name="/answer_within_minutes"
        defaultValue={String(body.answer_within_minutes)}
        hint="Until then they are due in the inbox"
        inputMode="numeric"
        autocomplete="off"
      />
      <TextField
        label="Minutes until managers hear of a reminder that is not done"
        name="/reminder_overdue_minutes"
        defaultValue={String(body.reminder_overdue_minutes)}
        hint="After the time for which it was set"
        inputMode="numeric"
        autocomplete="off"
      />
    </>
  );
}

function readOptions(form: HTMLFormElement, before: Options, countries: string[]): Partial<Options> {
  const values = valuesOf(form);
  const members = Object.entries(values).map(([pointer, value]) => [pointer.slice(1), value]);
  const { cors_origins: sites, ...named } = Object.fromEntries(members) as Record<string, string>;
  const options = Object.fromEntries(Object.entries(named).filter(([name]) => !name.includes('/')));
  const lines = (sites ?? '').split(/\s+/).filter((line) => line !== '');
  return {
    ...options,
    time_zone: options['time_zone'] || null,
    two_factors_required: values['/two_factors_required'] === true,
    viewers_hear_recordings: values['/viewers_hear_recordings'] === true,
    answer_within_minutes: Number(options['answer_within_minutes']),
    reminder_overdue_minutes: Number(options['reminder_overdue_minutes']),
    won: readWon(values, before.won),
    ...readTranscripts(values, before),
    cors_origins: lines,
    outgoing: readOutgoing(named, countries, before.outgoing),
  };
}
