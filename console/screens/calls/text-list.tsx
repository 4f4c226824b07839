/** Lists conversations by text, the latest first, each with its last message and a link to its thread; and single texts. */
import type { VNode } from 'preact';
import { Example } from '../../components/text/example.tsx';
import type { MessageBody, MessagePage } from '../../../worker/core/phone/messages/reference.ts';
import { companyPath } from '../../api/company.ts';
import { Empty } from '../../components/notice.tsx';
import { Read } from '../../components/read.tsx';
import { formatPhone, When } from '../../components/text/values.tsx';
import { pathTo, place } from '../../address/router.ts';
import { useResource } from '../../api/resource.ts';
import { automaticText, STATUS_NAMES } from '../../components/text/message-status.ts';
import { SourceOf } from './source-of.tsx';
import { Pages } from '../../components/paging/pages.tsx';

const EXAMPLE = [['Kwame Nguyen', 'How much is a drain cleaning?', 'Paid search']] as const;

export function TextList(): VNode {
  const cursor = place.value.query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams({ latest: 'true', ...(cursor === undefined ? {} : { cursor }) });
  const shown = useResource<MessagePage>(companyPath(`/texts?${parameters}`));
  return (
    <Read shown={shown}>
      {({ texts, next_cursor: next }) =>
        texts.length === 0 ? (
          <Empty icon="text" text="No texts yet. Texts to and from your numbers appear here.">
            <Example rows={EXAMPLE} />
          </Empty>
        ) : (
          <>
            <ol class="card texts">
              {texts.map((text) => (
                <Conversation key={text.text_id} text={text} />
              ))}
            </ol>
            <Pages isFirst={cursor === undefined} next={next} />
          </>
        )
      }
    </Read>
  );
}

/** The last message of a conversation. One without a lead has no thread. */
function Conversation({ text }: { text: MessageBody }): VNode {
  const { direction, phone, lead_id: leadId, error, message } = text;
  if (leadId === null) return <Line text={text} />;
  const isThread = phone?.startsWith('+') === true;
  const thread = `${pathTo('leads', leadId)}?${new URLSearchParams({ over: 'thread', phone: phone ?? '' })}`;
  const name = nameIn(text);
  return (
    <li>
      <p class="row">
        <a class="main" dir="auto" href={isThread ? thread : pathTo('leads', leadId)}>
          {name}
        </a>
        <span class="soft small">
          {phone !== null && formatPhone(phone) !== name && `${formatPhone(phone)}, `}
          <When time={text.sent_at} />
        </span>
        {direction === 'inbound' && <SourceOf item={text} />}
        {text.status === 'failed' && <span class="chip failed">{STATUS_NAMES.failed}</span>}
      </p>
      <p class="message" dir="auto">
        {direction === 'outbound' && (
          <span class="soft">{text.automatic ? automaticText(text) : 'Sent'}: </span>
        )}
        {message}
      </p>
      <Files text={text} />
      {error !== null && <p class="fault">{error}</p>}
    </li>
  );
}

/** Returns the name of a message's lead, else the person's number. */
function nameIn({ lead_name: name, phone }: MessageBody): string {
  return name ?? (phone === null ? 'Withheld number' : formatPhone(phone));
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
  const { direction, number, lead_id: leadId, error } = text;
  const who = nameIn(text);
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
      <Files text={text} />
    </li>
  );
}

function Files({ text: { text_id: id, media } }: { text: MessageBody }): VNode {
  return (
    <>
      {media.map(({ index, content_type: type }) => (
        <a
          key={index}
          class="small"
          href={`/console/api${companyPath(`/texts/${id}/media/${index}`)}`}
          target="_blank"
          rel="noreferrer"
        >
          Attachment {index + 1} ({type})
        </a>
      ))}
    </>
  );
}
