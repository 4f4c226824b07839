/** The form of an entry. It saves into the draft, with Undo. */
import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Fault, Refusal } from '../../../api/api.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { Form, Submit } from '../../../forms/fields.tsx';
import { type FormValues, valuesOf } from '../../../forms/form-values.ts';
import { isSame, refusalOf } from '../../../forms/saving.ts';
import { Empty } from '../../../components/notice.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { close } from '../../../address/router.ts';
import type { FormName } from '../../../forms/forms.ts';
import { settleForm } from '../../../typed/typed.ts';
import { byKey, type DniSettings, type Entry, type ListName, withEntry } from '../dni-settings.ts';
import { changeDraft } from '../draft.ts';
import { ENTRY_NAMES, valueText } from '../words.ts';

/** The lists that have forms of their own. */
type FormList = Extract<ListName, FormName>;

interface EntryFormProps<List extends FormList> {
  list: List;
  /** The name of an entry; by default that of the list's entries. */
  title?: string;
  settings: DniSettings;
  /** Undefined for a new entry. */
  entryKey: string | undefined;
  /** Reads the entry from the form, or returns its errors. */
  read: (values: FormValues, before: Entry<List> | undefined) => { entry: Entry<List> } | { faults: Fault[] };
  children: (entry: Entry<List> | undefined) => ComponentChildren;
}

export function EntryForm<List extends FormList>(props: EntryFormProps<List>): VNode {
  const { list, entryKey, children } = props;
  const { before, error, save } = useEntry(props);
  const { title: name = ENTRY_NAMES[list] } = props;
  if (entryKey !== undefined && before === undefined) {
    return (
      <Dialog title={name} size="narrow" onClose={leave}>
        <Empty icon="search" text={`“${entryKey}” is no longer here.`} />
      </Dialog>
    );
  }
  return (
    <Dialog title={entryKey === undefined ? `New ${name.toLowerCase()}` : name} onClose={leave}>
      <Form name={list} error={error} onSubmit={save}>
        {children(before)}
        <div class="dialog-foot">
          {entryKey !== undefined && (
            <button
              type="button"
              class="button plain danger start"
              onClick={({ currentTarget: { form } }) => {
                settleForm(form);
                put(list, { key: entryKey, entry: undefined }, `${name} removed`);
              }}
            >
              Remove
            </button>
          )}
          <Submit>{entryKey === undefined ? 'Add to draft' : 'Save to draft'}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}

/** Returns the entry that the form was opened with, which others' changes do not replace, and the function that saves. */
function useEntry<List extends FormList>({
  list,
  title = ENTRY_NAMES[list],
  settings,
  entryKey,
  read,
}: EntryFormProps<List>): {
  before: Entry<List> | undefined;
  error: unknown;
  save: (form: HTMLFormElement) => void;
} {
  const now = entryKey === undefined ? undefined : byKey<Entry<List>>(settings[list]).get(entryKey);
  const [before] = useState(now);
  /** The newest version that the user has seen. */
  const seen = useRef(now);
  const [error, setError] = useState<unknown>();
  const save = (form: HTMLFormElement): void => {
    const result = read(valuesOf(form), before);
    if ('faults' in result) return setError(refusalOf(result.faults));
    const isNewer = !isSame(now, seen.current);
    seen.current = now;
    if (isNewer)
      return setError(conflict(now === undefined ? 'It was removed' : `It now says: ${valueText(now)}`));
    settleForm(form);
    const key = now === undefined ? undefined : entryKey;
    put(list, { key, entry: result.entry }, `${title} ${entryKey === undefined ? 'added' : 'changed'}`);
  };
  return { before, error, save };
}

function put<List extends ListName>(
  list: List,
  change: { key: string | undefined; entry: Entry<List> | undefined },
  what: string,
): void {
  const undo = changeDraft((settings) => withEntry(settings, list, change));
  toast(`${what} in the draft.`, undo);
  leave();
}

function leave(): void {
  close(['over', 'key', 'number', 'source', 'location']);
}

/** Returns the error for an entry that somebody else has changed. */
function conflict(theirs: string): Refusal {
  const detail = `Somebody else changed this in the meantime. ${theirs}. If you save again, your version replaces theirs.`;
  return refusalOf([{ code: 'changed_meanwhile', detail }]);
}

/** Returns a result with one error at a field. */
export function faulty(
  pointer: string,
  detail: string,
): { faults: { pointer: string; code: string; detail: string }[] } {
  return { faults: [{ pointer, code: 'invalid', detail }] };
}
