/** Edits the groups of users and leads. */
import type { VNode } from 'preact';
import { type LeadGroup, useGroups } from '../../../api/company.ts';
import { BareField } from '../../../forms/fields.tsx';
import { Read } from '../../../components/read.tsx';
import { RowEditor } from './row-editor.tsx';

/** A new group has no id. */
type Group = Omit<LeadGroup, 'id'> & { id?: string };

export function GroupList(): VNode {
  const shown = useGroups();
  const { answer } = shown;
  return (
    <>
      <p class="soft intro">
        Agents see the leads of their group. A group can be removed once it has no users and no leads.
      </p>
      <Read shown={shown}>
        {() =>
          answer && (
            <RowEditor<Group>
              form="groups"
              part="/lead_settings/groups"
              answer={answer}
              one="group"
              blank={() => ({ label: '', deletable: true })}
              finished={(group) => group}
              nameOf={({ label }) => label || 'the new group'}
              mayRemove={({ deletable }) => deletable}
              line={(group, change, index) => (
                <span class="grow">
                  <BareField
                    name={`/${index}/label`}
                    label={`Name of group ${index + 1}`}
                    autocomplete="off"
                    value={group.label}
                    onInput={(event) => change({ ...group, label: event.currentTarget.value })}
                  />
                </span>
              )}
            />
          )
        }
      </Read>
    </>
  );
}
