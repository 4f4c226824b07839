/** A value that is edited where it stands: a button shows it, pressing it makes a form of it. */
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Refusal } from '../../api.ts';
import { Form } from '../../components/fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { useSaving } from '../../components/saving.ts';
import { modifyLead } from './lead-actions.ts';
import type { Lead, LeadChange } from './lead.ts';
import type { Resource } from '../../resource.ts';

interface EditableProps<Value> {
  label: string;
  /** The lead, which may change while somebody edits. */
  lead: Resource<Lead>;
  /** The value that is edited. */
  read: (lead: Lead) => Value;
  /** The change that puts a value in its place. */
  write: (value: Value) => LeadChange;
  /** The value to read; undefined where there is none. */
  show: ComponentChildren;
  /** The fields to edit it with. */
  edit: (value: Value, set: (value: Value) => void) => ComponentChildren;
}

export function Editable<Value>(props: EditableProps<Value>): VNode {
  const { label, lead, read, show } = props;
  const [draft, setDraft] = useState<{ value: Value; before: Value } | undefined>();
  const button = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  const current = lead.answer.value?.body;
  const isEdited = draft !== undefined;
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited) button.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const end = (): void => setDraft(undefined);
  if (draft !== undefined) {
    return <EditForm {...props} draft={draft} setDraft={setDraft} end={end} />;
  }
  const start = (): void => {
    if (current !== undefined) setDraft({ value: read(current), before: read(current) });
  };
  return (
    <div class="editable">
      <span class="label">{label}</span>
      <button ref={button} type="button" onClick={start}>
        <span class="unseen">Edit {label}: </span>
        <span>{show ?? <span class="soft">Not set</span>}</span>
        <Icon name="pencil" size={15} />
      </button>
    </div>
  );
}

interface EditFormProps<Value> extends EditableProps<Value> {
  /** What stands in the form, and what stood there when it was opened. */
  draft: { value: Value; before: Value };
  setDraft: (draft: { value: Value; before: Value }) => void;
  end: () => void;
}

function EditForm<Value>(props: EditFormProps<Value>): VNode {
  const { label, edit, draft, setDraft, end, show } = props;
  const { error, isBusy, save } = useSaving(() => saveValue(props));
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  const isConflict = isNewer(error);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc, like the button
    <div ref={place} class="editing" onKeyDown={(event) => event.key === 'Escape' && end()}>
      <Form error={isConflict ? undefined : error} onSubmit={() => save()}>
        <span class="label">{label}</span>
        {isConflict && (
          <Notice kind="warning">
            Somebody changed this while you did. It says now: {show ?? 'nothing'}.{' '}
            <button type="button" class="link" onClick={end}>
              Keep theirs
            </button>
          </Notice>
        )}
        {edit(draft.value, (value) => setDraft({ ...draft, value }))}
        <div class="row end">
          <button type="button" class="button slim plain" onClick={end}>
            Cancel
          </button>
          <button type="submit" class="button slim primary" disabled={isBusy}>
            {isConflict ? 'Save mine' : 'Save'}
          </button>
        </div>
      </Form>
    </div>
  );
}

/**
 * Saves over the version that is shown. When somebody else was faster, but with another value, nothing is in the way; with
 * this one, somebody has to choose.
 * @throws Refusal
 */
async function saveValue<Value>({ lead, read, write, draft, end }: EditFormProps<Value>): Promise<void> {
  const leadId = lead.path.split('/').at(-1) ?? '';
  const change = write(draft.value);
  try {
    await modifyLead(leadId, change, lead.answer.value?.etag);
  } catch (error) {
    if (!isNewer(error)) throw error;
    await lead.refresh();
    const now = lead.answer.value;
    if (now === undefined || !isSame(read(now.body), draft.before)) throw error;
    await modifyLead(leadId, change, now.etag);
  }
  end();
}

function isNewer(error: unknown): boolean {
  return error instanceof Refusal && error.problem.code === 'precondition_failed';
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
