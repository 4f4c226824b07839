/** The fields of a rule: its conditions, its value and its platforms. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { FieldGroup, Options, SelectField, TextField } from '../../../forms/fields.tsx';
import { channelName, CHANNELS } from '../../../../worker/dni/pure/channels.ts';
import { useCurrencies } from '../../../api/company.ts';
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
        <Options of={EVENT_KINDS.map((event) => [event, eventName(event, true)])} />
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
        <Options of={certaintiesWith(when.min_confidence)} />
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

/** Chooses among the sources and locations of the company. What a rule has stays a choice, also if it is gone. */
function PlaceConditions({
  when,
  places,
  locations,
}: Pick<ConditionsProps, 'when' | 'places'> & { locations: Places['locations'] }): VNode {
  const sources = new Set([...places.sources, ...CHANNELS, ...(when.sources ?? [])]);
  const ids = new Set([...locations.map(({ id }) => id), ...(when.locations ?? [])]);
  return (
    <>
      <Boxes
        label="Only these sources"
        name="source"
        chosen={when.sources ?? []}
        choices={[...sources].map((source) => [source, channelName(source)])}
      />
      {locations.length > 0 && (
        <Boxes
          label="Only these locations"
          name="location"
          chosen={when.locations ?? []}
          choices={[...ids].map((id) => [id, places.nameOf(id)])}
        />
      )}
    </>
  );
}

interface BoxesProps {
  label: string;
  /** The boxes are named `source email` and so on. */
  name: 'source' | 'location';
  chosen: readonly string[];
  choices: readonly (readonly [value: string, label: string])[];
}

function Boxes({ label, name, chosen, choices }: BoxesProps): VNode {
  return (
    <FieldGroup label={label} name={`/when/${name}s`} hint="Leave all unchecked for all." class="checks">
      <div class="row wrap">
        {choices.map(([value, text]) => (
          <label key={value} class="row">
            <input type="checkbox" name={`${name} ${value}`} defaultChecked={chosen.includes(value)} />
            {text}
          </label>
        ))}
      </div>
    </FieldGroup>
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
          <CurrencyField own={value === 'lead' ? undefined : value.unit} />
        </div>
      )}
    </>
  );
}

/** Chooses a currency of the company. @param own that of the rule, which stays a choice */
function CurrencyField({ own }: { own: string | undefined }): VNode {
  const { currencies = [] } = useCurrencies().data ?? {};
  const main = currencies.find(({ company_default: isMain }) => isMain)?.unit ?? 'USD';
  const units = new Set([own ?? main, ...currencies.map(({ unit }) => unit)]);
  return (
    <SelectField label="Currency" name="/value/unit" defaultValue={own ?? main}>
      <Options of={units} />
    </SelectField>
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
