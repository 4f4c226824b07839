/** Shows a form that the lead has sent. */
import type { VNode } from 'preact';
import { formatPhone } from '../../../../components/text/values.tsx';
import type { EventOf } from '../lead.ts';

/** Why a form looks like spam. */
const SPAM: Readonly<Record<EventOf<'form'>['data']['spam'][number], string>> = {
  hidden_field: 'a hidden field was filled in',
  too_fast: 'sent faster than a person types',
  links: 'many links',
  markup: 'code in the text',
  many_from_network: 'many forms from the same network',
  blocked: 'a blocked number',
};

/** Shows the answers of a form, as text, and where it came from. */
export function FormCard({ data }: Pick<EventOf<'form'>, 'data'>): VNode {
  const { name, email, phone, answers, page, source, campaign, confirmed, spam } = data;
  const known: [string, string | undefined][] = [
    ['Name', name],
    ['E-mail', email],
    ['Phone', phone && formatPhone(phone)],
  ];
  const from = [page, source, campaign].filter((part) => typeof part === 'string' && part !== '');
  return (
    <>
      <dl class="answers">
        {known.map(
          ([label, value]) => value !== undefined && <Answer key={label} label={label} value={value} />,
        )}
        {answers.map(({ label, value }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a form may ask the same twice
          <Answer key={index} label={label} value={value} />
        ))}
      </dl>
      <p class="soft">{from.join(' · ')}</p>
      {!confirmed && <p class="soft">The website did not confirm this form.</p>}
      {spam.length > 0 && <p class="fault">Spam? {spam.map((reason) => SPAM[reason]).join(', ')}.</p>}
    </>
  );
}

function Answer({ label, value }: { label: string; value: string }): VNode {
  return (
    <div>
      <dt class="soft">{label}</dt>
      <dd class="message">{value}</dd>
    </div>
  );
}
