/** The button that assigns a lead, with the people to choose from. */
import type { VNode } from 'preact';
import { usePeople } from '../../../api/company.ts';
import { ComboboxList } from '../../../components/over/combobox.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Popover } from '../../../components/over/popover.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { Face } from '../../../components/text/people.tsx';
import { assignLead } from './lead-actions.ts';
import type { Lead } from './lead.ts';

const NOBODY = 'nobody';

interface AssignButtonProps {
  lead: Pick<Lead, 'lead_id' | 'assigned_to'>;
  /** Whether it is one of many: small, by the name of the lead, and without the key unless that is given. */
  isInRow?: { name: string; hotkey: string | undefined };
}

export function AssignButton({ lead, isInRow }: AssignButtonProps): VNode {
  const { data: people = [] } = usePeople();
  const { assigned_to: assignee } = lead;
  const choices = people
    .filter(
      (person) => !person.is_suspended && person.role_id !== 'viewer' && person.user_id !== assignee?.id,
    )
    .map(({ user_id: id, name, email }) => ({ id, label: name, note: email, icon: <Face name={name} /> }));
  const nobody =
    assignee === undefined ? [] : [{ id: NOBODY, label: 'Unassigned', note: 'Nobody works on it' }];
  const assign = (id: string): void => {
    const of = (userId: string | undefined): (typeof people)[number] | undefined =>
      people.find((person) => person.user_id === userId);
    assignLead(lead, of(id), of(assignee?.id)).catch(toastFailure);
  };
  return (
    <Popover
      {...(isInRow === undefined
        ? { hotkey: 'a' }
        : { hotkey: isInRow.hotkey, class: 'button slim icon plain', label: `Assign ${isInRow.name}` })}
      button={
        isInRow !== undefined ? (
          <Icon name="leads" />
        ) : (
          <>
            {assignee === undefined ? <Icon name="leads" /> : <Face name={assignee.name} />}
            {assignee !== undefined && <span class="unseen">Assigned to:</span>} {assignee?.name ?? 'Assign'}{' '}
            <Icon name="down" size={14} />
          </>
        )
      }
    >
      {(close) => (
        <ComboboxList
          label="Assign to"
          choices={[...nobody, ...choices]}
          onChoose={(id) => {
            close();
            assign(id);
          }}
        />
      )}
    </Popover>
  );
}
