/** The fields of a rule: its conditions, its value and its platforms. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { FieldGroup, SelectField, TextField } from '../../../forms/fields.tsx';
import { OutcomeFields } from '../../calls/remarks/call-fields.tsx';
import type { Places } from '../../../api/places.ts';
import { CERTAINTIES, eventName, type Platform, type Rule } from './conversion.ts';

/** What a rule may report. */
const EVENT_KINDS: readonly Rule['when']['what'][] = ['call', 'text', 'form', 'lead_won'];
interface ConditionsProps {
  when: Rule['when'];
  /** The choice in the form. */
  what: string;
  onWhat: (what: string) => void;
  places: Places;
}

export function Conditions({ when, what, onWhat, places }: ConditionsProps): VNode {
  return (
    <>
      <SelectField
        label="What counts"
        name="/when/what"
        defaultValue={when.what}
        onChange={({ currentTarget }) => onWhat(currentTarget.value)}
      >
        {EVENT_KINDS.map((event) => (
          <option key={event} value={event}>
            {eventName(event, true)}
          </option>
        ))}
      </SelectField>
      {what === 'call' && <CallConditions when={when} />}
      {what !== 'lead_won' && (
        <SelectField label="From whom" name="/when/first_time" defaultValue={callersOf(when)}>
          <option value="">Everybody</option>
          <option value="first">{what === 'form' ? 'New people only' : 'First-time callers only'}</option>
          <option value="again">{what === 'form' ? 'Known people only' : 'Returning callers only'}</option>
        </SelectField>
      )}
      {what !== 'form' && <MarkedAs when={when} />}
      <PlaceConditions when={when} locations={what === 'form' ? [] : places.locations} places={places} />
      <SelectField
        label="How sure the visit has to be"
        name="/when/min_confidence"
        defaultValue={String(when.min_confidence)}
        hint="Below that nothing is sent, so that the platform does not learn from guesses."
      >
        {certaintiesWith(when.min_confidence).map(([least, label]) => (
          <option key={least} value={String(least)}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function MarkedAs({ when }: { when: Rule['when'] }): VNode {
  return (
    <SelectField label="Marked as" name="/when/lead_status" defaultValue={when.lead_status ?? ''}>
      <option value="">Anything except “not a lead”</option>
      <option value="good">A good lead</option>
      <option value="not_a_lead">Not a lead</option>
    </SelectField>
  );
}

function CallConditions({ when }: { when: Rule['when'] }): VNode {
  return (
    <>
      <TextField
        label="Talked for at least (seconds)"
        name="/when/talk_seconds"
        inputMode="numeric"
        defaultValue={when.talk_seconds === undefined ? '' : String(when.talk_seconds)}
        hint="Short calls are often wrong numbers. Leave it empty to count calls of any length."
      />
      <OutcomeFields
        name="/when/outcomes"
        hint="Leave all unchecked to count every call that was not blocked."
        chosen={when.outcomes ?? []}
      />
    </>
  );
}

function PlaceConditions({
  when,
  places,
  locations,
}: Pick<ConditionsProps, 'when' | 'places'> & { locations: Places['locations'] }): VNode {
  return (
    <>
      <TextField
        label="Only these sources"
        name="/when/sources"
        autocomplete="off"
        defaultValue={(when.sources ?? []).join(', ')}
        hint="Separate several by commas, for instance paid_search, paid_social. Leave it empty for all."
      />
      {locations.length > 0 && (
        <TextField
          label="Only these locations"
          name="/when/locations"
          autocomplete="off"
          defaultValue={(when.locations ?? []).map((id) => places.nameOf(id)).join(', ')}
          hint={`Separate several by commas, for instance ${locations[0]?.name}. Leave it empty for all.`}
        />
      )}
    </>
  );
}

/** The value of a conversion: its own, or the same for each. Texts and forms have none of their own. */
export function ValueFields({ value, what }: { value: Rule['value']; what: string }): VNode {
  const [chosen, setChosen] = useState(value === 'lead' ? 'lead' : 'amount');
  const hasOwn = what === 'call' || what === 'lead_won';
  const kind = hasOwn ? chosen : 'amount';
  return (
    <>
      {hasOwn && (
        <SelectField
          label="What each is worth"
          name="/value"
          defaultValue={kind}
          hint={
            kind === 'lead'
              ? `Sent once somebody has entered the value of the ${what === 'call' ? 'call' : 'lead'}, and corrected when it changes.`
              : undefined
          }
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          <option value="lead">The value entered on it</option>
          <option value="amount">The same amount for each</option>
        </SelectField>
      )}
      {kind === 'amount' && (
        <div class="row amount">
          <TextField
            label={hasOwn ? 'Amount' : 'What each is worth'}
            name="/value/value"
            inputMode="decimal"
            autocomplete="off"
            defaultValue={value === 'lead' ? '' : String(value.value)}
          />
          <TextField
            label="Currency"
            name="/value/unit"
            autocomplete="off"
            defaultValue={value === 'lead' ? 'USD' : value.unit}
            placeholder="USD"
          />
        </div>
      )}
    </>
  );
}

interface PlatformChoiceProps {
  chosen: Rule['platforms'];
  platforms: readonly Platform[];
}

export function PlatformChoice({ chosen, platforms }: PlatformChoiceProps): VNode {
  return (
    <FieldGroup label="Report to" name="/platforms" class="checks">
      {platforms.map(({ platform, label, enabled }) => (
        <label key={platform} class="row">
          <input type="checkbox" name={`platform ${platform}`} defaultChecked={chosen.includes(platform)} />
          {label}
          {!enabled && <span class="soft">(off)</span>}
        </label>
      ))}
    </FieldGroup>
  );
}

function callersOf({ first_time: isFirst }: Rule['when']): string {
  if (isFirst === undefined) return '';
  return isFirst ? 'first' : 'again';
}

/** The choices, and the rule's own certainty if it is another one. */
function certaintiesWith(own: number): readonly (readonly [least: number, label: string])[] {
  if (CERTAINTIES.some(([least]) => least === own)) return CERTAINTIES;
  return [...CERTAINTIES, [own, `${Math.round(own * 100)}%`] as const].toSorted(([a], [b]) => a - b);
}
