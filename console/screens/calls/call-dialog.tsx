/** The dialog of one call: facts, recording, rating. */
import type { VNode } from 'preact';
import { companyPath, usePeople } from '../../api/company.ts';
import { Fact } from '../../components/text/fact.tsx';
import { Dialog } from '../../components/over/dialog.tsx';
import { Read } from '../../components/read.tsx';
import { formatMoment, formatPhone, plural } from '../../components/text/values.tsx';
import { close, pathTo, withQuery } from '../../address/router.ts';
import { useResource } from '../../api/resource.ts';
import { amountText } from '../../components/text/field-text.ts';
import { mayWrite } from '../../api/user.ts';
import { attributionText, type Call, callerName, formatSeconds, menuFact, RATING_NAMES } from './call.ts';
import { spamText } from './actions/spam.ts';
import { CallButton } from './actions/call-button.tsx';
import { BlockCaller } from './actions/block-caller.tsx';
import { OutcomeChip } from './outcome-chip.tsx';
import type { Places } from '../../api/places.ts';
import { Conversation } from './spoken/conversation.tsx';
import { RuleEffects } from './spoken/rule-effects.tsx';
import { Voicemail } from './spoken/voicemail.tsx';
import { RemarksForm } from './remarks/remarks-form.tsx';

/** The carrier's check of the caller's number (STIR/SHAKEN). */
const VERIFICATIONS: Readonly<Record<string, string>> = {
  passed: 'Verified by the carrier',
  failed: 'Not verified: the number may be faked',
  none: 'Not signed by the caller’s carrier',
};

const leave = (): void => close(['over', 'id']);

export function CallDialog({ callId, places }: { callId: string; places: Places }): VNode {
  const shown = useResource<Call>(companyPath(`/calls/${callId}`));
  const { data } = shown;
  return (
    <Dialog
      title={
        data === undefined
          ? 'Call'
          : `Call ${data.direction === 'outbound' ? 'to' : 'from'} ${callerName(data)}`
      }
      onClose={leave}
    >
      <Read shown={shown}>
        {(call) => (
          <>
            <Summary call={call} />
            <Facts call={call} places={places} />
            {mayWrite() ? <RemarksForm call={call} leave={leave} /> : <Remarks call={call} />}
          </>
        )}
      </Read>
    </Dialog>
  );
}

function Summary({ call }: { call: Call }): VNode {
  const { lead_id: leadId, from, hangup, recording, voicemail, outcome } = call;
  const effects = (play?: (seconds: number) => void): VNode => <RuleEffects call={call} play={play} />;
  const isConversation = voicemail === null && (recording !== null || outcome === 'answered');
  return (
    <>
      <p class="row call-summary">
        <OutcomeChip call={call} />
        <span>{formatMoment(call.started_at)}</span>
        {leadId !== null && (
          <a class="button slim" href={pathTo('leads', leadId)}>
            Go to the lead
          </a>
        )}
        {mayWrite() && leadId !== null && from !== null && (
          <CallButton leadId={leadId} name={callerName(call)} phone={from} />
        )}
        <BlockCaller call={call} />
      </p>
      {call.placed_by !== null && hangup?.error_message && <p class="fault">{hangup.error_message}</p>}
      {outcome === 'voicemail' && (
        <Voicemail callId={call.call_id} isRecorded={voicemail !== null} preload="metadata" />
      )}
      {isConversation ? <Conversation call={call} besides={effects} /> : effects()}
    </>
  );
}

/** Says how often the caller had called; of a withheld number nobody knows. */
function earlierCalls({ first_time: isFirst, prior_calls: count }: Call): string {
  if (count === null) return 'Not known: the number is withheld';
  return isFirst === true ? 'None: the first call from this number' : plural(count, 'call');
}

function Facts({ call, places }: { call: Call; places: Places }): VNode {
  const { recording } = call;
  const isOutgoing = call.direction === 'outbound';
  return (
    <dl class="facts">
      <Fact label={isOutgoing ? 'To' : 'From'}>
        {call.from === null ? 'Withheld' : formatPhone(call.from)}
      </Fact>
      <Fact label={isOutgoing ? 'Number shown' : 'To'}>
        <a href={withQuery({ over: undefined, id: undefined, number: call.number, cursor: undefined })}>
          {formatPhone(call.number)}
        </a>
        {call.location_id !== null && `, ${places.nameOf(call.location_id)}`}
      </Fact>
      <Fact label="Source">{attributionText(call, places.nameOf)}</Fact>
      <Fact label="Ringing time">{plural(call.ring_seconds, 'second')}</Fact>
      {call.talk_seconds !== null && <Fact label="Talk time">{formatSeconds(call.talk_seconds)} min</Fact>}
      {call.menu && <Fact label="Menu">{menuFact(call, places.nameOf)}</Fact>}
      <Participants call={call} />
      <Fact label="Earlier calls">{earlierCalls(call)}</Fact>
      <SpamFacts spam={call.spam} />
      {recording?.announced === true && <Fact label="Recording">The caller was told about it</Fact>}
    </dl>
  );
}

function SpamFacts({ spam }: Pick<Call, 'spam'>): VNode {
  const { verification, treatment, reasons } = spam;
  return (
    <>
      {verification !== null && <Fact label="Caller ID">{VERIFICATIONS[verification] ?? verification}</Fact>}
      {treatment !== undefined && <Fact label="Likely spam">{spamText(spam)}</Fact>}
      {reasons.includes('blocked') && <Fact label="Blocked">The number is on your block list</Fact>}
    </>
  );
}

/** How the call was rated, for those who may not rate it. */
function Remarks({ call }: { call: Call }): VNode {
  const { lead_status: status, value, tags, note } = call;
  return (
    <dl class="facts">
      {status !== null && <Fact label="Rating">{RATING_NAMES[status]}</Fact>}
      {value !== null && <Fact label="Value">{amountText(value)}</Fact>}
      {tags.length > 0 && <Fact label="Tags">{tags.join(', ')}</Fact>}
      {note !== null && <Fact label="Note">{note}</Fact>}
    </dl>
  );
}

/** Shows who of the company called or answered. The answerer of an outgoing call is the lead. */
function Participants({ call }: { call: Call }): VNode | null {
  const { direction, placed_by: placer, answered_by: answerer } = call;
  if (placer !== null) return <PersonFact label="Called by" by={placer} />;
  return answerer === null || direction === 'outbound' ? null : (
    <PersonFact label="Answered by" by={answerer} />
  );
}

function PersonFact({ label, by }: { label: string; by: NonNullable<Call['answered_by']> }): VNode {
  const { data: people = [] } = usePeople();
  const person = people.find(({ user_id: id }) => id === by.user_id);
  return <Fact label={label}>{person?.name ?? formatPhone(by.number)}</Fact>;
}
