/** The head of a lead: name, contact, state, assignee, further actions. */
import type { VNode } from 'preact';
import { useStates } from '../../../api/company.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { useKey } from '../../../components/keys.tsx';
import { pathTo } from '../../../address/router.ts';
import { Face } from '../../../components/text/people.tsx';
import { Popover } from '../../../components/over/popover.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { Lazy, loadAhead } from '../../../components/parts/lazy.tsx';
import { formatPhone, StateChip } from '../../../components/text/values.tsx';
import { listAddress, neighboursOf } from '../list-address.ts';
import { nameOf } from '../lead.ts';
import { useOthersOn } from '../../../api/presence.ts';
import { CallButton } from '../../calls/actions/call-button.tsx';
import { mayWrite } from '../../../api/user.ts';
import { changeState } from './lead-actions.ts';
import type { Lead } from './lead.ts';

const loadAssign = async () => (await import('./assign-button.tsx')).AssignButton;
const loadMenu = async () => (await import('./lead-menu.tsx')).LeadMenu;
// While the lead is read.
loadAhead(loadAssign);
loadAhead(loadMenu);

export function LeadHead({ lead }: { lead: Lead }): VNode {
  const [phone] = lead.phones;
  const [email] = lead.emails;
  return (
    <header class="lead-head">
      <div class="row lead-way">
        <a class="back" href={listAddress()}>
          <Icon name="left" size={16} /> Leads
        </a>
        <Steps leadId={lead.lead_id} />
      </div>
      <div class="head">
        <div class="lead-name">
          <h1 tabIndex={-1} dir="auto">
            {nameOf(lead)}
          </h1>
          <p class="row soft">
            {phone && <a href={`tel:${phone.phone}`}>{formatPhone(phone.phone)}</a>}
            {email && <a href={`mailto:${email.email}`}>{email.email}</a>}
          </p>
          <Others leadId={lead.lead_id} />
        </div>
        {mayWrite() ? <Actions lead={lead} /> : <Facts lead={lead} />}
      </div>
    </header>
  );
}

function Actions({ lead }: { lead: Lead }): VNode {
  return (
    <>
      {lead.phones.length > 0 && <CallButton leadId={lead.lead_id} name={nameOf(lead)} />}
      <StateButton lead={lead} />
      <Lazy load={loadAssign} props={{ lead }} />
      <Lazy load={loadMenu} props={{ lead }} />
    </>
  );
}

/** State and assignee, for those who may not change them. */
function Facts({ lead: { state, assigned_to: assignee } }: { lead: Lead }): VNode {
  const { data: states } = useStates();
  return (
    <>
      <StateChip state={state} states={states} />
      <span class="row tight">
        {assignee === undefined ? (
          <span class="soft">Unassigned</span>
        ) : (
          <>
            <Face name={assignee.name} /> <span class="unseen">Assigned to:</span> {assignee.name}
          </>
        )}
      </span>
    </>
  );
}

/** Leads to the previous and the next lead of the list from which this one was opened. */
function Steps({ leadId }: { leadId: string }): VNode | null {
  const [previousKey, nextKey] = [useKey('k'), useKey('j')];
  const around = neighboursOf(leadId);
  if (around === undefined) return null;
  const { previous, next, position, count } = around;
  return (
    <nav class="row tight" aria-label="Leads of the list">
      <Step anchor={previousKey} to={previous} icon="left" label="Previous lead" />
      <span class="soft small">
        {position} of {count}
      </span>
      <Step anchor={nextKey} to={next} icon="right" label="Next lead" />
    </nav>
  );
}

interface StepProps {
  anchor: ReturnType<typeof useKey>;
  /** The lead; undefined at the end of the list. */
  to: string | undefined;
  icon: IconName;
  label: string;
}

function Step({ anchor, to, icon, label }: StepProps): VNode | null {
  if (to === undefined) return null;
  return (
    <a
      ref={anchor}
      class="button plain icon slim"
      aria-label={label}
      title={label}
      href={pathTo('leads', to)}
    >
      <Icon name={icon} size={16} />
    </a>
  );
}

/** Shows who else has the lead open. */
function Others({ leadId }: { leadId: string }): VNode {
  const others = useOthersOn(leadId);
  return (
    <output class="row small">
      {others.length > 0 && (
        <>
          {others.map(({ user_id: id, name }) => (
            <Face key={id} name={name} />
          ))}
          {`Also here: ${others.map(({ name }) => name).join(', ')}`}
        </>
      )}
    </output>
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
