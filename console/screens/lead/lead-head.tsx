/** The head of a lead: name, contact, state, assignee, further actions. */
import type { VNode } from 'preact';
import { useStates, usePeople } from '../../api/company.ts';
import { ComboboxList } from '../../components/over/combobox.tsx';
import { Icon } from '../../components/icon.tsx';
import { Face } from '../../components/text/people.tsx';
import { Popover } from '../../components/over/popover.tsx';
import { toastFailure } from '../../components/over/toasts.tsx';
import { formatPhone, StateChip } from '../../components/text/values.tsx';
import { listAddress } from '../leads/list-address.ts';
import { nameOf } from '../leads/lead.ts';
import { assignLead, changeState } from './lead-actions.ts';
import { LeadMenu } from './lead-menu.tsx';
import type { Lead } from './lead.ts';

export function LeadHead({ lead }: { lead: Lead }): VNode {
  const [phone] = lead.phones;
  const [email] = lead.emails;
  return (
    <header class="lead-head">
      <a class="back" href={listAddress()}>
        <Icon name="left" size={16} /> Leads
      </a>
      <div class="head">
        <div class="lead-name">
          <h1 tabIndex={-1} dir="auto">
            {nameOf(lead)}
          </h1>
          <p class="row soft">
            {phone && <a href={`tel:${phone.phone}`}>{formatPhone(phone.phone)}</a>}
            {email && <a href={`mailto:${email.email}`}>{email.email}</a>}
          </p>
        </div>
        <StateButton lead={lead} />
        <AssignButton lead={lead} />
        <LeadMenu lead={lead} />
      </div>
    </header>
  );
}

function StateButton({ lead }: { lead: Lead }): VNode {
  const { data: states = [] } = useStates();
  const label = states.find(({ name }) => name === lead.state)?.label ?? lead.state;
  return (
    <Popover
      hotkey="s"
      label={`State: ${label}`}
      button={
        <>
          <StateChip state={lead.state} states={states} /> <Icon name="down" size={14} />
        </>
      }
    >
      {(close) =>
        states.map((state) => (
          <button
            key={state.name}
            type="button"
            aria-current={state.name === lead.state ? 'true' : undefined}
            onClick={() => {
              close();
              changeState(lead, state).catch(toastFailure);
            }}
          >
            <span class="dot" style={{ background: state.color }} /> {state.label}
          </button>
        ))
      }
    </Popover>
  );
}

const NOBODY = 'nobody';

function AssignButton({ lead }: { lead: Lead }): VNode {
  const { data: people = [] } = usePeople();
  const { assigned_to: assignee } = lead;
  const choices = people
    .filter((person) => !person.is_suspended && person.user_id !== assignee?.id)
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
      hotkey="a"
      button={
        <>
          {assignee === undefined ? <Icon name="leads" /> : <Face name={assignee.name} />}
          {assignee !== undefined && <span class="unseen">Assigned to:</span>} {assignee?.name ?? 'Assign'}{' '}
          <Icon name="down" size={14} />
        </>
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
