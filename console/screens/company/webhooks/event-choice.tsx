/** A field to choose the events of a webhook: all, or selected ones. */
import type { VNode } from 'preact';
import { FieldGroup } from '../../../forms/fields.tsx';
import { EVENT_KINDS, patternsOf, typesOf } from './webhook.ts';

interface EventChoiceProps {
  /** Event patterns, as in the API. */
  events: readonly string[];
  onChange: (events: readonly string[]) => void;
}

export function EventChoice({ events, onChange }: EventChoiceProps): VNode {
  const isAll = events.includes('*');
  return (
    <FieldGroup label="Events to send" name="/events" class="event-scope">
      <label class="row">
        <input type="radio" name="scope" checked={isAll} onChange={() => onChange(['*'])} />
        All events
      </label>
      <label class="row">
        <input type="radio" name="scope" checked={!isAll} onChange={() => onChange(['lead.*'])} />
        Selected events
      </label>
      {!isAll && <Kinds chosen={typesOf(events)} onChange={(types) => onChange(patternsOf(types))} />}
    </FieldGroup>
  );
}

interface KindsProps {
  chosen: ReadonlySet<string>;
  onChange: (types: ReadonlySet<string>) => void;
}

function Kinds({ chosen, onChange }: KindsProps): VNode {
  return (
    <div class="event-kinds">
      {Object.entries(EVENT_KINDS).map(([kind, { label, types }]) => (
        <fieldset key={kind}>
          <legend>{label}</legend>
          {Object.entries(types).map(([type, name]) => (
            <label key={type} class="row">
              <input
                type="checkbox"
                checked={chosen.has(type)}
                onChange={({ currentTarget: { checked } }) => onChange(withType(chosen, type, checked))}
              />
              {name}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function withType(chosen: ReadonlySet<string>, type: string, isChosen: boolean): ReadonlySet<string> {
  const others = [...chosen].filter((other) => other !== type);
  return new Set(isChosen ? [...others, type] : others);
}
