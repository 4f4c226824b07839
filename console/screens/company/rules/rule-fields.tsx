/** The fields of a rule on calls: what it asks for, and what it sets. */
import type { ComponentChildren, VNode } from 'preact';
import { usePeople, useStates } from '../../../api/company.ts';
import { plural } from '../../../components/text/values.tsx';
import { Options, SelectField, TextAreaField, TextField } from '../../../forms/fields.tsx';
import { AmountFields, OutcomeFields } from '../../calls/remarks/call-fields.tsx';
import { conditionsOf, type FormConditions, type Rule, SPEAKER_NAMES, TOLD_NAMES } from './rule.ts';

interface FieldsProps {
  /** Undefined for a new rule. */
  rule: Rule | undefined;
}

/** The name, and what a call has to be like. */
export function WordFields({ rule }: FieldsProps): VNode {
  const { said, outcome, talk, others } = conditionsOf(rule?.when ?? { all: [] });
  return (
    <>
      <TextField
        label="Name"
        name="/name"
        autocomplete="off"
        defaultValue={rule?.name ?? ''}
        placeholder="Appointments"
      />
      <SaidFields said={said} />
      <OutcomeFields name="/outcome" hint="Leave all unchecked for every end." chosen={outcome} />
      <SecondsField label="Talked for at least (seconds)" name="/talk_seconds" seconds={talk?.gte} />
      {others.length > 0 && (
        <p class="soft">
          It has {plural(others.length, 'more condition')}, set over the API. They stay as they are.
        </p>
      )}
    </>
  );
}

/** What is said, by whom and how soon. */
function SaidFields({ said }: Pick<FormConditions, 'said'>): VNode {
  return (
    <>
      <TextAreaField
        label="If one of these is said"
        name="/any"
        defaultValue={(said?.any ?? []).join('\n')}
        placeholder={'make an appointment\nbook*'}
        hint="A word or a few, one phrase a line. book* means each word that begins so: booking, booked."
      />
      <TextAreaField
        label="And none of these"
        name="/none"
        defaultValue={(said?.none ?? []).join('\n')}
        placeholder="wrong number"
      />
      <div class="columns">
        <SelectField label="Who says it" name="/by" defaultValue={said?.by ?? 'either'}>
          <Options of={Object.entries(SPEAKER_NAMES)} />
        </SelectField>
        <SecondsField
          label="Within the first (seconds)"
          name="/within_seconds"
          seconds={said?.within_seconds}
        />
      </div>
    </>
  );
}

function SecondsField({
  label,
  name,
  seconds,
}: {
  label: string;
  name: string;
  seconds: number | undefined;
}): VNode {
  return (
    <TextField
      label={label}
      name={name}
      inputMode="numeric"
      defaultValue={seconds === undefined ? '' : String(seconds)}
    />
  );
}

/** What a call gets. */
export function EffectFields({ rule }: FieldsProps): VNode {
  const { tags = [], lead_status: status = '', value, ...onLead } = rule?.then ?? {};
  return (
    <>
      <TextField
        label="Tags"
        name="/tags"
        autocomplete="off"
        defaultValue={tags.join(', ')}
        hint="Separate tags with commas"
      />
      <SelectField label="Rating" name="/lead_status" defaultValue={status}>
        <option value="">Leave it open</option>
        <option value="good">A good lead</option>
        <option value="not_a_lead">Not a lead</option>
      </SelectField>
      <AmountFields value={value} />
      <LeadFields {...onLead} />
    </>
  );
}

const LEFT = 'Somebody who has left';

/** What becomes of the lead, and who is told. */
function LeadFields({ assign = '', state = '', notify: [told = ''] = [] }: Rule['then']): VNode {
  const { data: states = [] } = useStates();
  return (
    <div class="columns">
      <PersonField
        label="Assign the lead to"
        name="/assign"
        chosen={assign}
        hint="Not if somebody has it already"
      />
      <SelectField
        label="Move the lead to"
        name="/state"
        defaultValue={state}
        gone={`${state} (removed)`}
        hint="Not if somebody has moved it before"
      >
        <option value="">Its state stays</option>
        <Options of={states.map(({ name, label }) => [name, label])} />
      </SelectField>
      <PersonField label="Tell" name="/notify" chosen={told} hint="If they may see the lead">
        <Options
          of={Object.entries(TOLD_NAMES).map(([who, name]) => [
            who,
            name.charAt(0).toUpperCase() + name.slice(1),
          ])}
        />
      </PersonField>
    </div>
  );
}

interface PersonFieldProps {
  label: string;
  name: string;
  hint: string;
  chosen: string;
  /** Choices before the people. */
  children?: ComponentChildren;
}

/** Nobody, or one of those who may have leads. */
function PersonField({ chosen, children, ...field }: PersonFieldProps): VNode {
  const { data: people = [] } = usePeople();
  return (
    <SelectField {...field} defaultValue={chosen} gone={LEFT}>
      <option value="">Nobody</option>
      {children}
      {people
        .filter(({ is_suspended: isSuspended, role_id: role }) => !isSuspended && role !== 'viewer')
        .map(({ user_id: id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}
