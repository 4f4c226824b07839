/** The fields of a rule on calls: what it asks for, and what it sets. */
import type { VNode } from 'preact';
import { usePeople, useStates } from '../../../api/company.ts';
import { plural } from '../../../components/text/values.tsx';
import { SelectField, TextAreaField, TextField } from '../../../forms/fields.tsx';
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
          {Object.entries(SPEAKER_NAMES).map(([by, name]) => (
            <option key={by} value={by}>
              {name}
            </option>
          ))}
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

/** What becomes of the lead, and who is told. */
function LeadFields({
  assign = '',
  state = '',
  notify: [told = ''] = [],
}: Pick<Rule['then'], 'assign' | 'state' | 'notify'>): VNode {
  const { data: people } = usePeople();
  const names = new Map(
    people
      ?.filter(({ is_suspended: isSuspended, role_id: role }) => !isSuspended && role !== 'viewer')
      .map(({ user_id: id, name }) => [id, name]),
  );
  return (
    <div class="columns">
      <SelectField
        label="Assign the lead to"
        name="/assign"
        defaultValue={assign}
        hint="Not if somebody has it already"
      >
        <option value="">Nobody</option>
        <People names={names} saved={assign} />
      </SelectField>
      <StateField state={state} />
      <SelectField label="Tell" name="/notify" defaultValue={told} hint="If they may see the lead">
        <option value="">Nobody</option>
        {Object.entries(TOLD_NAMES).map(([who, name]) => (
          <option key={who} value={who}>
            {name.charAt(0).toUpperCase() + name.slice(1)}
          </option>
        ))}
        <People names={names} saved={told in TOLD_NAMES ? '' : told} />
      </SelectField>
    </div>
  );
}

function StateField({ state }: { state: string }): VNode {
  const { data: states = [] } = useStates();
  // What is saved is a choice also before the others are there.
  const isMissing = state !== '' && states.every(({ name }) => name !== state);
  return (
    <SelectField
      label="Move the lead to"
      name="/state"
      defaultValue={state}
      hint="Not if somebody has moved it before"
    >
      <option value="">Its state stays</option>
      {states.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
      {isMissing && <option value={state}>{state}</option>}
    </SelectField>
  );
}

/** The people to choose from, and whoever was chosen before. */
function People({ names, saved }: { names: ReadonlyMap<string, string>; saved: string }): VNode {
  const isMissing = saved !== '' && !names.has(saved);
  return (
    <>
      {[...names].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {isMissing && <option value={saved}>{names.size > 0 && 'Somebody who has left'}</option>}
    </>
  );
}
