/** Edits a note in place. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask, thisSave } from '../../../../api/api.ts';
import { BareArea, Form } from '../../../../forms/fields.tsx';
import { useSaving } from '../../../../forms/saving.ts';
import { isTyped } from '../../../../typed/typed.ts';
import { Conflict, EditButtons, InPlace } from '../editable.tsx';
import { changeNote, leadPath } from '../lead-actions.ts';
import type { EventOf, Timeline } from '../lead.ts';

/** The number of newest events in which the note is searched. */
const SEARCHED = 100;

/** The note, its lead, and what ends the edit. */
export interface NoteEditProps {
  event: EventOf<'note'>;
  leadId: string;
  end: () => void;
}

export function NoteEdit({ event, leadId, end }: NoteEditProps): VNode {
  const { event_id: id } = event.data;
  const [begun, setBegun] = useState(event.data.message);
  const [message, setMessage] = useState(begun);
  const [theirs, setTheirs] = useState<string | undefined>();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const goOn = thisSave();
    const now = await readNote(leadId, id);
    // If the answer to this save was lost, the current text may be the saved one.
    const isNewer = now !== undefined && now !== begun && now !== message;
    setTheirs(isNewer ? now : undefined);
    if (isNewer) return setBegun(now);
    await goOn(() => changeNote(leadId, id, message));
    if (isTyped(form)) setBegun(message);
    else end();
  });
  return (
    <InPlace end={end}>
      <Form name="note-edit" isEditor error={error} onSubmit={save}>
        {theirs !== undefined && <Conflict theirs={theirs} keepTheirs={end} />}
        <BareArea
          name="/message"
          label="Note"
          value={message}
          onInput={(input) => setMessage(input.currentTarget.value)}
        />
        <EditButtons isBusy={isBusy} isConflict={theirs !== undefined} end={end} />
      </Form>
    </InPlace>
  );
}

/** Reads the current text of a note. Notes have no version of their own, and do not change the lead's. */
async function readNote(leadId: string, id: string): Promise<string | undefined> {
  const { body } = await ask<Timeline>(leadPath(leadId, `/events?size=${SEARCHED}`));
  const notes = body.events.filter((event) => event.type === 'note');
  return notes.find(({ data }) => data.event_id === id)?.data.message;
}
