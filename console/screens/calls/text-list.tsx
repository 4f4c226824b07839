/** Lists texts, newest first, each with a link to its lead. */
import type { VNode } from 'preact';
import type { MessageBody, MessagePage } from '../../../worker/core/phone/messages/answer-schema.ts';
import { companyPath } from '../../api/company.ts';
import { Empty } from '../../components/notice.tsx';
import { Read } from '../../components/read.tsx';
import { formatPhone, When } from '../../components/text/values.tsx';
import { pathTo, place } from '../../address/router.ts';
import { useResource } from '../../api/resource.ts';
import { SourceOf } from './source-of.tsx';
import { Pages } from '../../components/paging/pages.tsx';

const STATUS_NAMES: Record<MessageBody['status'], string> = {
  received: 'Received',
  queued: 'Sending',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
};

export function TextList(): VNode {
  const cursor = place.value.query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams(cursor === undefined ? {} : { cursor });
  const shown = useResource<MessagePage>(companyPath(`/texts?${parameters}`));
  return (
    <Read shown={shown}>
      {({ texts, next_cursor: next }) =>
        texts.length === 0 ? (
          <Empty icon="text" text="No texts yet. Texts to and from your numbers appear here." />
        ) : (
          <>
            <Texts texts={texts} />
            <Pages isFirst={cursor === undefined} next={next} />
          </>
        )
      }
    </Read>
  );
}

export function Texts({ texts }: { texts: readonly MessageBody[] }): VNode {
  return (
    <ol class="card texts">
      {texts.map((text) => (
        <Line key={text.text_id} text={text} />
      ))}
    </ol>
  );
}

function Line({ text }: { text: MessageBody }): VNode {
  const { direction, phone, number, lead_id: leadId, error, media } = text;
  const who = phone === null ? 'Withheld number' : formatPhone(phone);
  return (
    <li>
      <p class="row">
        <b>{direction === 'inbound' ? who : `To ${who}`}</b>
        <span class="soft small">
          {direction === 'inbound' ? 'to' : 'from'} {formatPhone(number)}, <When time={text.sent_at} />
        </span>
        {direction === 'inbound' && <SourceOf item={text} />}
        <span class={`chip ${text.status === 'failed' ? 'failed' : ''}`}>{STATUS_NAMES[text.status]}</span>
        {leadId !== null && (
          <a class="end" href={pathTo('leads', leadId)} aria-label={`The lead of ${who}`}>
            Lead
          </a>
        )}
      </p>
      <p class="message">{text.message}</p>
      {error !== null && <p class="fault">{error}</p>}
      {media.map(({ index, content_type: type }) => (
        <a
          key={index}
          class="small"
          href={`/console/api${companyPath(`/texts/${text.text_id}/media/${index}`)}`}
          target="_blank"
          rel="noreferrer"
        >
          Attachment {index + 1} ({type})
        </a>
      ))}
    </li>
  );
}
