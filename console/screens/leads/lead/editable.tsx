/** Edits a value in place: a button shows it, and pressing it opens a form. */
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Form, useFocusOnOpen } from '../../../forms/fields.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Notice } from '../../../components/notice.tsx';
import { atFields, type Begun, isSame, saveOver, useSaving } from '../../../forms/saving.ts';
import { isTyped, mayDrop } from '../../../typed/typed.ts';
import { mayWrite } from '../../../api/user.ts';
import { modifyLead } from './lead-actions.ts';
import type { Lead, LeadChange } from './lead.ts';
import type { Resource } from '../../../api/resource.ts';

interface EditableProps<Value> {
  label: string;
  /** The lead, which others may change during the edit. */
  lead: Resource<Lead>;
  /** Reads the edited value from the lead. */
  read: (lead: Lead) => Value;
  /** Builds the change that saves a value. */
  write: (value: Value) => LeadChange;
  /** The value as shown; undefined if there is none. */
  show: ComponentChildren;
  /** Renders the form fields. */
  edit: (value: Value, set: (value: Value) => void) => ComponentChildren;
}

export function Editable<Value>(props: EditableProps<Value>): VNode {
  const { label, lead, read, show } = props;
  const [draft, setDraft] = useState<Draft<Value> | undefined>();
  const [wasOpened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  const current = lead.answer.value;
  const isEdited = draft !== undefined;
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited) button.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const end = (): void => setDraft(undefined);
  if (!mayWrite()) return <Shown label={label} value={show} />;
  if (draft !== undefined) {
    return <EditForm {...props} draft={draft} setDraft={setDraft} end={end} />;
  }
  const start = (): void => {
    if (current === undefined) return;
    const value = read(current.body);
    setOpened(true);
    setDraft({ value, begun: { value, etag: current.etag }, isConflict: false });
  };
  return (
    // A value that was just removed stays in sight.
    <div class={`editable ${show === undefined && !wasOpened ? 'is-empty' : ''}`}>
      <span class="label">{label}</span>
      <button ref={button} type="button" onClick={start}>
        <span class="unseen">Edit {label}: </span>
        <span>{show ?? <span class="soft">Not set</span>}</span>
        <Icon name="pencil" size={15} />
      </button>
    </div>
  );
}

/** A value for those who may not change it. */
function Shown({ label, value }: { label: string; value: ComponentChildren }): VNode {
  return (
    <div class={`editable ${value === undefined ? 'is-empty' : ''}`}>
      <span class="label">{label}</span>
      <div>{value ?? <span class="soft">Not set</span>}</div>
    </div>
  );
}

/** The contents of the form, and the initial value. */
interface Draft<Value> {
  value: Value;
  begun: Begun<Value>;
  /** Whether somebody else has saved another value meanwhile. */
  isConflict: boolean;
}

interface EditFormProps<Value> extends EditableProps<Value> {
  draft: Draft<Value>;
  setDraft: (change: (draft: Draft<Value> | undefined) => Draft<Value> | undefined) => void;
  end: () => void;
}

function EditForm<Value>(props: EditFormProps<Value>): VNode {
  const { label, lead, read, edit, draft, setDraft, end, show } = props;
  const { error, isBusy, save } = useSaving((form: HTMLFormElement) => saveValue(props, form));
  const change = (changed: Partial<Draft<Value>>): void =>
    setDraft((now) => (now === undefined ? undefined : { ...now, ...changed }));
  const { value: now } = lead.answer;
  // Seen at once, not only when it is saved.
  const isChanged = now !== undefined && !isBusy && !isSame(read(now.body), draft.begun.value);
  return (
    <InPlace end={end}>
      <Form
        name="lead-value"
        isEditor
        error={error}
        state={{ value: draft.value, set: (value) => change({ value: value as Value }) }}
        onSubmit={save}
      >
        <span class="label">{label}</span>
        {(draft.isConflict || isChanged) && <Conflict theirs={show} keepTheirs={end} />}
        {edit(draft.value, (value) => change({ value }))}
        <EditButtons isBusy={isBusy} isConflict={draft.isConflict} end={end} />
      </Form>
    </InPlace>
  );
}

/** An editor in place of a value. It takes the focus. Esc closes it, and asks first if something was typed. */
export function InPlace({ end, children }: { end: () => void; children: ComponentChildren }): VNode {
  const place = useFocusOnOpen<HTMLDivElement>();
  const leave = ({ key, isComposing }: KeyboardEvent): void => {
    if (key === 'Escape' && !isComposing && mayDrop(place.current?.querySelector('form') ?? null)) end();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc, like the button
    <div ref={place} class="editing" onKeyDown={leave}>
      {children}
    </div>
  );
}

/** Shows that somebody else has changed the value, with the new value. */
export function Conflict({
  theirs,
  keepTheirs,
}: {
  theirs: ComponentChildren;
  keepTheirs: () => void;
}): VNode {
  return (
    <div role="alert">
      <Notice kind="warning">
        Somebody else changed this in the meantime. It now says: {theirs ?? 'nothing'}.{' '}
        <button type="button" class="link" onClick={keepTheirs}>
          Keep theirs
        </button>
      </Notice>
    </div>
  );
}

interface EditButtonsProps {
  isBusy: boolean;
  isConflict: boolean;
  end: () => void;
}

export function EditButtons({ isBusy, isConflict, end }: EditButtonsProps): VNode {
  return (
    <div class="row end">
      <button type="button" class="button slim plain" onClick={end}>
        Cancel
      </button>
      <button type="submit" class="button slim primary" disabled={isBusy}>
        {isConflict ? 'Save mine' : 'Save'}
      </button>
    </div>
  );
}

/**
 * Saves the value if nobody else has changed it since the editor opened. Otherwise the user sees both values and chooses.
 * @throws Refusal
 */
async function saveValue<Value>(props: EditFormProps<Value>, form: HTMLFormElement): Promise<void> {
  const { lead, read, write, draft, setDraft, end } = props;
  const leadId = lead.path.split('/').at(-1) ?? '';
  const readNow = async (): Promise<Begun<Value>> => {
    await lead.refresh();
    const { body, etag } = lead.answer.value ?? {};
    return { value: body === undefined ? draft.begun.value : read(body), etag };
  };
  const newer = await saveOver(
    draft.begun,
    (etag) => modifyLead(leadId, write(draft.value), etag),
    readNow,
  ).catch((refusal: unknown) => {
    const places = sentPlaces(props);
    throw atFields(refusal, (pointer) =>
      pointer.replace(IN_LIST, (whole, list, at) => (at in places ? `${list}/${places[at]}` : whole)),
    );
  });
  const goOn = (begun: Begun<Value>, isConflict: boolean): void =>
    setDraft((now) => (now === undefined ? undefined : { ...now, begun, isConflict }));
  if (newer !== undefined) goOn(newer, true);
  else if (isTyped(form)) goOn(await readNow(), false);
  else end();
}

/** An entry of a list of the lead in a pointer. */
const IN_LIST = /^((?:\/lead_fields)?\/[^/]+)\/(\d+)/;

/** Returns the place in the form of each entry that is sent: blank ones are not. */
function sentPlaces<Value>({ draft: { value }, read, write }: EditFormProps<Value>): number[] {
  const isSent = (entry: unknown): boolean => (read(write([entry] as Value) as Lead) as unknown[]).length > 0;
  return Array.isArray(value) ? value.flatMap((entry, place) => (isSent(entry) ? place : [])) : [];
}
