/** Edits the states of leads and their order. A new lead gets the first one. */
import type { VNode } from 'preact';
import { type LeadState, useStates } from '../../../api/company.ts';
import { BareField } from '../../../forms/fields.tsx';
import { Read } from '../../../components/read.tsx';
import { nameFrom } from './names.ts';
import { RowEditor } from './row-editor.tsx';

export function StateList(): VNode {
  const shown = useStates();
  const { answer } = shown;
  return (
    <>
      <p class="soft intro">New leads start in the first state.</p>
      <Read shown={shown}>
        {() =>
          answer && (
            <RowEditor
              form="states"
              part="/lead_settings/states"
              answer={answer}
              one="state"
              blank={() => ({ name: '', label: '', color: '#64748b' })}
              finished={named}
              nameOf={({ label }) => label || 'the new state'}
              mayRemove={() => true}
              line={(state, change, index) => <StateLine state={state} change={change} index={index} />}
            />
          )
        }
      </Read>
    </>
  );
}

function StateLine({
  state,
  change,
  index,
}: {
  state: LeadState;
  change: (state: LeadState) => void;
  index: number;
}): VNode {
  const label = state.label || 'the new state';
  return (
    <>
      <BareField
        type="color"
        name={`/${index}/color`}
        label={`Color of ${label}`}
        value={state.color}
        onInput={(event) => change({ ...state, color: event.currentTarget.value })}
      />
      <span class="grow">
        <BareField
          name={`/${index}/label`}
          label={`Name of state ${index + 1}`}
          autocomplete="off"
          value={state.label}
          onInput={(event) => change({ ...state, label: event.currentTarget.value })}
        />
      </span>
    </>
  );
}

/** Gives a new state the name that leads refer to. The name of an existing state stays when its label changes. */
function named(state: LeadState, all: readonly LeadState[]): LeadState {
  if (state.name !== '') return state;
  return { ...state, name: nameFrom(state.label, new Set(all.map(({ name }) => name))) };
}
