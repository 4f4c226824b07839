/** The person's story at a glance: the first visit, calls, texts, forms, and what the calls were worth. */
import type { ComponentChildren, VNode } from 'preact';
import { channelName } from '../../../../../worker/dni/pure/channels.ts';
import type { LeadContactsBody } from '../../../../../worker/core/leads/contacts/reference.ts';
import { useResource } from '../../../../api/resource.ts';
import { Fact } from '../../../../components/text/fact.tsx';
import { amountText } from '../../../../components/text/field-text.ts';
import { formatCount, formatDay } from '../../../../components/text/values.tsx';
import { leadPath } from '../lead-actions.ts';

export function Contacts({ leadId }: { leadId: string }): VNode {
  const { data } = useResource<LeadContactsBody>(leadPath(leadId, '/contacts'));
  const facts = data === undefined ? [] : factsOf(data);
  return (
    <dl class="contacts" aria-label="At a glance">
      {facts.map(([label, text]) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
      {data !== undefined && facts.length === 0 && (
        <Fact label="So far">No visits, calls, texts or forms</Fact>
      )}
      {data?.is_complete === false && <Fact label="Counted">The newest 2,000 events</Fact>}
    </dl>
  );
}

function factsOf({
  first_visit: visit,
  call_counts: calls,
  text_counts: texts,
  form_count: forms,
  values,
}: LeadContactsBody): [string, ComponentChildren][] {
  const parts = [
    calls.missed > 0 && `${formatCount(calls.missed)} missed`,
    calls.placed > 0 && `${formatCount(calls.placed)} placed`,
  ].filter(Boolean);
  const count = calls.received + calls.placed;
  const textCount = texts.received + texts.sent;
  const from = visit && [channelName(visit.source), visit.campaign].filter(Boolean).join(', ');
  const facts: [string, ComponentChildren, boolean][] = [
    ['First visit', visit && `${formatDay(visit.began_at)}: ${from}`, visit !== null],
    ['Calls', [formatCount(count), ...parts].join(', '), count > 0],
    ['Texts', formatCount(textCount), textCount > 0],
    ['Forms', formatCount(forms), forms > 0],
    ['Value of calls', values.map(amountText).join(' + '), values.length > 0],
  ];
  return facts.flatMap(([label, text, isKnown]) => (isKnown ? [[label, text]] : []));
}
