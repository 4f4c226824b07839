/** The texts with one phone of a lead, oldest first, and the form to answer. An answer goes to that phone. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MessageBody, MessagePage } from '../../../../../worker/core/phone/messages/reference.ts';
import { close, place } from '../../../../address/router.ts';
import { Refusal } from '../../../../api/api.ts';
import { companyPath, useOwnCompanies, useTemplates } from '../../../../api/company.ts';
import { mayWrite, user } from '../../../../api/user.ts';
import { useResource } from '../../../../api/resource.ts';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { Read } from '../../../../components/read.tsx';
import { formatPhone, When } from '../../../../components/text/values.tsx';
import { automaticText, STATUS_NAMES } from '../../../../components/text/message-status.ts';
import { leadPath, writeText } from '../lead-actions.ts';
import { usePlaces } from '../../../../api/places.ts';
import type { Lead } from '../lead.ts';
import { MessageForm } from './compose.tsx';
import { WaitingTexts } from './scheduled-texts.tsx';
import { filled, firstNameOf, type PlaceholderValues } from './placeholders.ts';

/** The newest texts that are shown; the timeline has all. */
const SHOWN = 100;

/** The parameters of the URL that name a thread. */
export const THREAD_PARAMETERS = ['over', 'phone', 'lead', 'reminder'];

interface ThreadProps {
  lead: Pick<Lead, 'lead_id' | 'name'>;
  phone: string;
  /** The row of the inbox that a text answers. */
  answer?: {
    reminderId: string;
    /** Why somebody else should answer. */
    warning: string | undefined;
    sent: () => void;
  };
}

export function Thread({ lead, phone, answer }: ThreadProps): VNode {
  const { lead_id: leadId } = lead;
  const query = new URLSearchParams({ lead_id: leadId, phone, limit: String(SHOWN) });
  const shown = useResource<MessagePage>(companyPath(`/texts?${query}`));
  const branch = shown.data?.texts.find(({ location_id: id }) => id !== null)?.location_id ?? undefined;
  const values = useValues(lead, branch);
  const { send, isSentAnyway } = useSending(leadId, phone, answer?.reminderId);
  return (
    <Dialog title={`Texts with ${formatPhone(phone)}`} onClose={() => close(THREAD_PARAMETERS)}>
      <Read shown={shown}>
        {({ texts, next_cursor: next }) => (
          <>
            {next !== undefined && <p class="soft small">Older texts are on the timeline.</p>}
            <ol class="thread">
              {texts.toReversed().map((text) => (
                <Line key={text.text_id} text={text} />
              ))}
            </ol>
          </>
        )}
      </Read>
      <WaitingTexts leadId={leadId} phone={phone} />
      {answer !== undefined && (
        <output>{answer.warning !== undefined && <Notice kind="warning">{answer.warning}</Notice>}</output>
      )}
      {mayWrite() && (
        <MessageForm
          kind="text"
          subject={`${leadPath(leadId)} text ${phone}`}
          hotkey={undefined}
          send={send}
          sent={answer?.sent}
          verb={isSentAnyway ? 'Send anyway' : undefined}
          later={{ leadId, phone }}
          starter={(insert) => <TemplateChoice values={values} insert={insert} />}
        />
      )}
    </Dialog>
  );
}

/** Sends texts. Once one was refused because somebody else answers, the next press sends it all the same. */
function useSending(
  leadId: string,
  phone: string,
  reminderId: string | undefined,
): { send: (message: string) => Promise<void>; isSentAnyway: boolean } {
  const [isSentAnyway, setAnyway] = useState(false);
  const send = async (message: string): Promise<void> => {
    try {
      await writeText(leadId, message, { phone, reminder_id: isSentAnyway ? undefined : reminderId });
    } catch (error) {
      if (error instanceof Refusal && error.problem.code.startsWith('reminder_')) setAnyway(true);
      throw error;
    }
  };
  return { send, isSentAnyway };
}

/** Returns the values of placeholders. @param branch the id of the location that was contacted last */
function useValues({ name }: Pick<Lead, 'name'>, branch: string | undefined): PlaceholderValues {
  const places = usePlaces();
  const { data: companies = [] } = useOwnCompanies();
  const own = companies.find(({ company_id: id }) => id === place.value.company);
  return {
    name,
    first_name: firstNameOf(name),
    branch: branch === undefined ? undefined : places.nameOf(branch),
    company: own?.name,
    me: user.value?.name,
  };
}

interface TemplateChoiceProps {
  values: PlaceholderValues;
  insert: (text: string) => void;
}

/** Starts the text from a template of the company. */
function TemplateChoice({ values, insert }: TemplateChoiceProps): VNode | null {
  const { data: templates = [] } = useTemplates();
  if (templates.length === 0) return null;
  return (
    <select
      aria-label="Template"
      value=""
      onChange={({ currentTarget }) => {
        const chosen = templates.find(({ name }) => name === currentTarget.value);
        if (chosen !== undefined) insert(filled(chosen.text, values));
        currentTarget.value = '';
      }}
    >
      <option value="">Start from a template</option>
      {templates.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Line({ text }: { text: MessageBody }): VNode {
  const { direction, automatic, error, media, status } = text;
  return (
    <li>
      {text.message !== '' && (
        <p class={`message ${direction === 'inbound' ? 'in' : 'out'}`} dir="auto">
          {text.message}
        </p>
      )}
      {media.map((file) => (
        <File key={file.index} textId={text.text_id} file={file} />
      ))}
      <p class="soft small">
        <When time={text.sent_at} />
        {direction === 'outbound' &&
          ` · ${automatic ? `${automaticText(text)} · ` : ''}${STATUS_NAMES[status]}`}
      </p>
      {error !== null && <p class="fault">{error}</p>}
    </li>
  );
}

function File({ textId, file }: { textId: string; file: MessageBody['media'][number] }): VNode {
  const { index, content_type: type } = file;
  const address = `/console/api${companyPath(`/texts/${textId}/media/${index}`)}`;
  return (
    <a class="small" href={address} target="_blank" rel="noreferrer">
      {type.startsWith('image/') ? (
        <img class="picture" src={address} loading="lazy" alt={`Attachment ${index + 1}`} />
      ) : (
        `Attachment ${index + 1} (${type})`
      )}
    </a>
  );
}
