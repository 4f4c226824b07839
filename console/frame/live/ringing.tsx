/** Incoming calls while they ring: who calls, from where, and then who took it. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { companyPath, usePeople } from '../../api/company.ts';
import { useResource } from '../../api/resource.ts';
import { pathTo, withQuery } from '../../address/router.ts';
import { Icon } from '../../components/icon.tsx';
import { formatPhone, plural } from '../../components/text/values.tsx';
import { type Call, callerName, type CallPage } from '../../screens/calls/call.ts';
import { usePlaces } from '../../api/places.ts';
import { SourceOf } from '../../screens/calls/source-of.tsx';
import type { Lead } from '../../screens/leads/lead/lead.ts';

const MOST_READ = 20;
const MOST_SHOWN = 3;
/** A call that has rung for longer has ended without a report. */
const LONGEST_RINGING_MS = 5 * 60_000;
/** How long it says who took a call. */
const TAKEN_MS = 8_000;

export function Ringing(): VNode {
  const { data } = useResource<CallPage>(companyPath(`/calls?outcome=in_progress&limit=${MOST_READ}`));
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const ringing = useStillShown(data?.calls ?? []).filter(({ call_id: id }) => !hidden.has(id));
  const others = ringing.length - MOST_SHOWN;
  return (
    <output class="ringing">
      {ringing.slice(0, MOST_SHOWN).map((call) => (
        <IncomingCall
          key={call.call_id}
          call={call}
          hide={() => setHidden(new Set([...hidden, call.call_id]))}
        />
      ))}
      {others > 0 && (
        <p class="card incoming">
          <a href={`${pathTo('calls')}?outcome=in_progress`}>
            {others} more {others === 1 ? 'call' : 'calls'}
          </a>
        </p>
      )}
    </output>
  );
}

/** Returns the calls that ring, and for a moment those that this page saw ringing and somebody has taken. */
function useStillShown(calls: readonly Call[]): Call[] {
  const seen = useRef(new Map<string, number | undefined>());
  const [, redraw] = useState(0);
  const now = Date.now();
  const shown = calls.filter((call) => isShown(call, seen.current, now));
  const hasTaken = shown.some(({ answered_at: answered }) => answered !== null);
  useEffect(() => {
    if (!hasTaken) return undefined;
    const timer = setTimeout(() => redraw((count) => count + 1), TAKEN_MS);
    return () => clearTimeout(timer);
  }, [hasTaken, calls]);
  return shown;
}

/** @param seen the calls that rang on this page, with the time when they were taken */
function isShown(call: Call, seen: Map<string, number | undefined>, now: number): boolean {
  if (call.direction !== 'inbound') return false;
  const { call_id: id } = call;
  if (call.answered_at === null) {
    if (now - Date.parse(call.started_at) > LONGEST_RINGING_MS) return false;
    seen.set(id, undefined);
    return true;
  }
  if (!seen.has(id)) return false;
  const taken = seen.get(id) ?? now;
  seen.set(id, taken);
  return now - taken < TAKEN_MS;
}

function IncomingCall({ call, hide }: { call: Call; hide: () => void }): VNode {
  const { call_id: id, lead_id: leadId, from, location_id: place, answered_at: answered } = call;
  const { data: lead } = useResource<Lead>(leadId === null ? undefined : companyPath(`/leads/${leadId}`));
  const places = usePlaces();
  const name = lead?.name ?? callerName(call);
  return (
    <div class="card incoming">
      <Icon name="call" size={22} />
      <div>
        <p class="soft small">{answered === null ? 'Incoming call' : <TakenBy call={call} />}</p>
        <p>
          <a class="main" href={leadId === null ? callAddress(id) : pathTo('leads', leadId)}>
            {name}
          </a>
        </p>
        <p class="small">
          {from !== null && formatPhone(from) !== name && `${formatPhone(from)} · `}
          {callsBefore(call)}
          {place !== null && ` · ${places.nameOf(place)}`}
        </p>
        <SourceOf item={call} />
      </div>
      <button type="button" class="button plain slim" aria-label={`Hide the call of ${name}`} onClick={hide}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

/** Says how often the caller has called; of a withheld number nobody knows. */
function callsBefore({ first_time: isFirst, prior_calls: count }: Call): string {
  if (count === null) return 'May have called before';
  return isFirst === true ? 'First call' : `Called ${plural(count, 'time')} before`;
}

function TakenBy({ call: { answered_by: by } }: { call: Call }): VNode {
  const { data: people = [] } = usePeople();
  const person = people.find(({ user_id: id }) => id === by?.user_id);
  return <>Answered{by !== null && ` by ${person?.name ?? formatPhone(by.number)}`}</>;
}

function callAddress(id: string): string {
  return pathTo('calls') + withQuery({ over: 'call', id }).replace(/^[^?]*/, '');
}
