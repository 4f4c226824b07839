/** A call on the timeline: its length, line, branch, source and campaign, its recording, and a button to call back. */
import type { ComponentChildren, VNode } from 'preact';
import { channelName } from '../../../../../worker/dni/pure/channels.ts';
import { pathTo } from '../../../../address/router.ts';
import { companyPath, usePeople } from '../../../../api/company.ts';
import { useResource } from '../../../../api/resource.ts';
import { mayWrite } from '../../../../api/user.ts';
import { Player } from '../../../../components/player.tsx';
import { Fact } from '../../../../components/text/fact.tsx';
import { amountText } from '../../../../components/text/field-text.ts';
import { formatPhone } from '../../../../components/text/values.tsx';
import { type Call, type CallPage, formatSeconds, menuFact } from '../../../calls/call.ts';
import { CallButton } from '../../../calls/actions/call-button.tsx';
import { type Places, usePlaces } from '../../../../api/places.ts';
import { Voicemail } from '../../../calls/spoken/voicemail.tsx';
import { SourceOf } from '../../../calls/source-of.tsx';
import { nameOf } from '../../lead.ts';
import type { EventOf, Lead } from '../lead.ts';

/** The calls of a lead that are read for their campaigns and values; older cards have the source only. */
const MOST_CALLS = 200;

interface CallCardProps {
  event: EventOf<'call'>;
  lead: Lead;
}

export function CallCard({ event: { inbound, data }, lead }: CallCardProps): VNode {
  const { phone, call_id: callId, error } = data;
  const call = useCallOf(lead, callId);
  const mayCallBack = mayWrite() && inbound && typeof phone === 'string' && phone.startsWith('+');
  return (
    <div class="call-card">
      <dl>
        <Facts data={data} lead={lead} call={call} />
      </dl>
      {error && <p class="fault">{error}</p>}
      <Sound data={data} />
      {callId !== undefined && (
        <p class="row">
          {mayCallBack && (
            <CallButton leadId={lead.lead_id} name={nameOf(lead)} phone={phone} verb="Call back" />
          )}
          <a class="small" href={`${pathTo('calls')}?over=call&id=${callId}`}>
            {mayWrite() ? 'Details and rating' : 'Details'}
          </a>
        </p>
      )}
    </div>
  );
}

/** The recording, or the voicemail with what it says. */
function Sound({ data }: { data: EventOf<'call'>['data'] }): VNode | null {
  const { call_id: callId, outcome, recording, voicemail } = data;
  if (callId === undefined) return null;
  if (outcome === 'voicemail') return <Voicemail callId={callId} isRecorded={Boolean(voicemail)} />;
  return recording ? <Player callId={callId} label="Recording" /> : null;
}

/** Reads a call of the lead with its visit and rating. All cards share one request. */
function useCallOf({ lead_id: leadId }: Lead, callId: string | undefined): Call | undefined {
  const path = companyPath(`/calls?lead_id=${leadId}&limit=${MOST_CALLS}`);
  const { data } = useResource<CallPage>(callId === undefined ? undefined : path);
  return data?.calls.find(({ call_id: id }) => id === callId);
}

/** A term and its text; it is left out if the text is empty. */
type CallFact = readonly [label: string, text: ComponentChildren];

interface FactsProps {
  data: EventOf<'call'>['data'];
  lead: Lead;
  call: Call | undefined;
}

function Facts({ data, lead, call }: FactsProps): VNode {
  const { answered_by: answerer, source } = data;
  const places = usePlaces();
  const { data: people = [] } = usePeople();
  const answered = answerer && people.find(({ user_id: id }) => id === answerer.user_id)?.name;
  const facts: CallFact[] = [
    ...lineFacts(data, lead, places),
    [
      'Source',
      call === undefined ? source && channelName(source) : hasSource(call) && <SourceOf item={call} />,
    ],
    ['Menu', data.menu && menuFact(data, places.nameOf)],
    ['Answered by', answerer && (answered ?? formatPhone(answerer.number))],
    ...(call === undefined ? [] : ratingFacts(call)),
  ];
  return (
    <>
      {facts
        .filter(([, text]) => Boolean(text))
        .map(([label, text]) => (
          <Fact key={label} label={label}>
            {text}
          </Fact>
        ))}
    </>
  );
}

/** The length of a call, the other phone if the lead has several, the company's number and its branch. */
function lineFacts(
  { phone, number, location_id: location, duration = 0 }: EventOf<'call'>['data'],
  lead: Lead,
  places: Places,
): CallFact[] {
  const isOther = typeof phone === 'string' && phone !== lead.phones[0]?.phone;
  return [
    ['Length', duration > 0 && `${formatSeconds(duration)} min`],
    ['With', isOther && formatPhone(phone)],
    ['Line', number !== undefined && formatPhone(number)],
    ['Branch', location && places.nameOf(location)],
  ];
}

function ratingFacts({ value, lead_status: status }: Call): CallFact[] {
  return [
    ['Value', value && amountText(value)],
    ['Rating', status === 'not_a_lead' && 'Not a lead'],
  ];
}

function hasSource({ source, visit }: Call): boolean {
  return source !== null || visit !== null;
}
