/** The form of an entry: what is saved goes into the draft, and each step can be taken back. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type Fault, Refusal } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/fields.tsx';
import { valuesOf } from '../../components/form-values.ts';
import { Empty } from '../../components/notice.tsx';
import { toast } from '../../components/toasts.tsx';
import { close } from '../../router.ts';
import { byKey, type DniSettings, type Entry, type ListName, withEntry } from './dni-settings.ts';
import { changeDraft, currentSettings, restoreDraft } from './draft.ts';
import { ENTRY_NAMES } from './words.ts';

type FormValues = Record<string, string | boolean>;

interface EntryFormProps<List extends ListName> {
  list: List;
  settings: DniSettings;
  /** undefined: a new one. */
  entryKey: string | undefined;
  /** The entry of what stands in the form, or what is wrong with it. */
  read: (values: FormValues, before: Entry<List> | undefined) => { entry: Entry<List> } | { faults: Fault[] };
  children: (entry: Entry<List> | undefined) => ComponentChildren;
}

export function EntryForm<List extends ListName>(props: EntryFormProps<List>): VNode {
  const { list, settings, entryKey, read, children } = props;
  const [error, setError] = useState<unknown>();
  const name = ENTRY_NAMES[list];
  const before = entryKey === undefined ? undefined : byKey<Entry<List>>(settings[list]).get(entryKey);
  if (entryKey !== undefined && before === undefined) {
    return (
      <Dialog title={name} size="narrow" onClose={leave}>
        <Empty icon="search" text={`There is no “${entryKey}” here any more.`} />
      </Dialog>
    );
  }
  const save = (form: HTMLFormElement): void => {
    const result = read(valuesOf(form), before);
    if ('faults' in result) setError(refusalOf(result.faults));
    else put(list, { key: entryKey, entry: result.entry }, entryKey === undefined ? 'added' : 'changed');
  };
  return (
    <Dialog title={entryKey === undefined ? `New ${name.toLowerCase()}` : name} onClose={leave}>
      <Form error={error} onSubmit={save}>
        {children(before)}
        <div class="dialog-foot">
          {entryKey !== undefined && (
            <button
              type="button"
              class="button plain danger start"
              onClick={() => put(list, { key: entryKey, entry: undefined }, 'removed')}
            >
              Remove
            </button>
          )}
          <button type="submit" class="button primary">
            {entryKey === undefined ? 'Add to the draft' : 'Change the draft'}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function put<List extends ListName>(
  list: List,
  change: { key: string | undefined; entry: Entry<List> | undefined },
  verb: string,
): void {
  const before = currentSettings();
  changeDraft((settings) => withEntry(settings, list, change));
  toast(`${ENTRY_NAMES[list]} ${verb} in the draft.`, () => {
    restoreDraft(before);
    return Promise.resolve();
  });
  leave();
}

function leave(): void {
  close(['over', 'key']);
}

/** What is wrong already here, told as the server would. */
function refusalOf(errors: Fault[]): Refusal {
  const problem = { code: 'invalid', title: 'Invalid', detail: 'Some of this cannot be right.', status: 400 };
  return new Refusal({ ...problem, errors }, undefined);
}

/** A text of the form. */
export function textOf(values: FormValues, name: string): string {
  return String(values[name] ?? '');
}
