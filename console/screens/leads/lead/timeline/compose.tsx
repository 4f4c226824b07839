/** Writes a note about the lead, or a text to the person. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { later } from '../../../../components/parts/lazy.tsx';
import { BareArea, Form } from '../../../../forms/fields.tsx';
import { useKey } from '../../../../components/keys.tsx';
import { refusalAt, useSaving } from '../../../../forms/saving.ts';
import { toast } from '../../../../components/over/toasts.tsx';
import { formatPhone } from '../../../../components/text/values.tsx';
import { useDraft, withoutSent } from '../../../../typed/drafts.ts';
import { addNote, leadPath, writeText } from '../lead-actions.ts';
import type { Lead } from '../lead.ts';
import type { LaterProps } from './scheduled-texts.tsx';

const LaterFields = later<LaterProps>(async () => (await import('./scheduled-texts.tsx')).LaterFields);

type Kind = 'note' | 'text';

const KINDS: readonly Kind[] = ['note', 'text'];

/** Two forms with separate drafts, so that nobody sends a note as a text by mistake. */
export function Compose({ lead }: { lead: Lead }): VNode {
  const [{ kind, isPressed }, setChosen] = useState<{ kind: Kind; isPressed: boolean }>({
    kind: 'note',
    isPressed: false,
  });
  const forms = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The user types next.
    if (isPressed) forms.current?.querySelector<HTMLElement>(':scope > :not([hidden]) textarea')?.focus();
  }, [kind, isPressed]);
  const [phone] = lead.phones;
  const write: Record<Kind, (message: string) => Promise<void>> = {
    note: (message) => addNote(lead.lead_id, message),
    text: async (message) => {
      await writeText(lead.lead_id, message);
      toast('Sending the text.');
    },
  };
  return (
    <div ref={forms}>
      {phone !== undefined && (
        <KindChoice
          phone={phone.phone}
          kind={kind}
          choose={(next) => setChosen({ kind: next, isPressed: true })}
        />
      )}
      {KINDS.map((each) => (
        <div key={each} hidden={each !== kind}>
          <MessageForm
            kind={each}
            subject={`${leadPath(lead.lead_id)} ${each}`}
            hotkey={each === 'note' && kind === 'note' ? 'n' : undefined}
            send={write[each]}
            later={each === 'text' ? { leadId: lead.lead_id } : undefined}
          />
        </div>
      ))}
    </div>
  );
}

interface KindChoiceProps {
  phone: string;
  kind: Kind;
  choose: (kind: Kind) => void;
}

function KindChoice({ phone, kind, choose }: KindChoiceProps): VNode {
  const textKey = useKey('t');
  return (
    <fieldset class="compose-kinds">
      <legend class="unseen">What to write</legend>
      <button type="button" aria-pressed={kind === 'note'} onClick={() => choose('note')}>
        Note
      </button>
      <button ref={textKey} type="button" aria-pressed={kind === 'text'} onClick={() => choose('text')}>
        Text to {formatPhone(phone)}
      </button>
    </fieldset>
  );
}

interface MessageFormProps {
  kind: Kind;
  /** The subject of its draft. */
  subject: string;
  hotkey: string | undefined;
  send: (message: string) => Promise<void>;
  /** Called once it is sent, now or for later. */
  sent?: (() => void) | undefined;
  /** The label of its button, if it is another one. */
  verb?: string | undefined;
  /** To whom the text may be sent later. */
  later?: { leadId: string; phone?: string } | undefined;
  /** Another way to begin the message. @param insert adds text to it */
  starter?: (insert: (text: string) => void) => VNode | null;
}

const WORDS: Record<Kind, { label: string; placeholder: string; verb: string }> = {
  note: { label: 'New note', placeholder: 'Write a note', verb: 'Add note' },
  text: { label: 'New text', placeholder: 'Write a text', verb: 'Send text' },
};

export function MessageForm(props: MessageFormProps): VNode {
  const { kind, subject, hotkey, send, sent, later: to, starter } = props;
  const [message, setMessage] = useDraft(subject);
  const [isLater, setLater] = useState(false);
  const key = useKey(hotkey ?? '');
  const { label, placeholder, verb } = { ...WORDS[kind], ...(props.verb && { verb: props.verb }) };
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    if (message.trim() === '') return;
    const unfilled = kind === 'text' ? unfilledIn(message) : undefined;
    if (unfilled !== undefined) throw refusalAt('/message', `Write something in place of ${unfilled}.`);
    if (isLater && to) await (await import('./scheduled-texts.tsx')).sendLater(to, message, form);
    else await send(message);
    setLater(false);
    setMessage((now) => withoutSent(now, message));
    sent?.();
  });
  return (
    <Form name={kind} isKept class="card note-form" error={error} onSubmit={save}>
      <BareArea
        control={hotkey === undefined ? null : key}
        name="/message"
        label={label}
        placeholder={placeholder}
        value={message}
        onInput={({ currentTarget: { value } }) => setMessage(() => value)}
      />
      {starter?.((text) => setMessage((now) => (now.trim() === '' ? text : `${now.trimEnd()}\n${text}`)))}
      {message && (
        <>
          {isLater && to && <LaterFields leadId={to.leadId} cancel={() => setLater(false)} />}
          <div class="row end">
            {!isLater && to && (
              <button type="button" class="button slim" onClick={() => setLater(true)}>
                Send later
              </button>
            )}
            <button type="submit" class="button primary slim" disabled={isBusy}>
              {isLater ? 'Schedule' : verb}
            </button>
          </div>
        </>
      )}
    </Form>
  );
}

/** Words in braces, also such as no placeholder has: a template may have been written with another name in mind. */
const UNFILLED = /\{[\p{L}_][\p{L}\d_ -]{0,40}\}/u;

/** Returns the first placeholder of a text that is not filled in; undefined if there is none. */
export function unfilledIn(text: string): string | undefined {
  return UNFILLED.exec(text)?.[0];
}
