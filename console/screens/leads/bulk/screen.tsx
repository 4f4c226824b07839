/** The dialog of a bulk action: counts the leads first, runs in the background, and can be undone. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePeople, useStates } from '../../../api/company.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { DialogSubmit, Form, Options, SelectField, TextField } from '../../../forms/fields.tsx';
import { entriesOf, valuesOf } from '../../../forms/form-values.ts';
import { useSaving } from '../../../forms/saving.ts';
import { toast, toastFailure } from '../../../components/over/toasts.tsx';
import { plural } from '../../../components/text/values.tsx';
import { close, place } from '../../../address/router.ts';
import { isTyped } from '../../../typed/typed.ts';
import { shownView } from '../list-view.ts';
import { readListQuery, selectionOf } from '../query.ts';
import { clearSelection, selection } from '../table/selection.ts';
import {
  beginBulk,
  type Bulk,
  type BulkAction,
  countLeads,
  type LeadSelection,
  undoBulk,
  whenEnded,
} from './bulk.ts';

const TITLES: Record<BulkAction['action'], { title: string; verb: string }> = {
  assign: { title: 'Assign leads', verb: 'Assign' },
  change_state: { title: 'Change the state of leads', verb: 'Change the state of' },
  tags: { title: 'Edit tags of leads', verb: 'Edit tags of' },
  remove: { title: 'Remove leads', verb: 'Remove' },
};

const leave = (): void => close(['over', 'do']);

export function BulkScreen(): VNode | null {
  const action = place.value.query.get('do') ?? '';
  const selected = useSelected();
  // A reload clears the selection.
  const isEmpty = selected === undefined || !Object.hasOwn(TITLES, action);
  useEffect(() => {
    if (isEmpty) leave();
  }, [isEmpty]);
  return isEmpty ? null : <BulkDialog action={action as BulkAction['action']} selected={selected} />;
}

interface BulkDialogProps {
  action: BulkAction['action'];
  selected: LeadSelection;
}

function BulkDialog({ action, selected }: BulkDialogProps): VNode {
  const { title, verb } = TITLES[action];
  const [count, failure] = useCount(selected);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const begun = await beginBulk(actionFrom(action, form), selected);
    // The operation continues in the background.
    if (!isTyped(form)) {
      clearSelection();
      leave();
    }
    toast(`Working on ${count === undefined ? 'the leads' : plural(count, 'lead')}.`);
    reportWhenEnded(begun).catch(toastFailure);
  });
  return (
    <Dialog title={title} size="narrow" onClose={leave}>
      <Form name="bulk" error={error ?? failure} onSubmit={save}>
        <Inputs action={action} />
        <DialogSubmit disabled={isBusy || count === undefined}>
          {verb} {count === undefined ? 'leads' : plural(count, 'lead')}
        </DialogSubmit>
      </Form>
    </Dialog>
  );
}

async function reportWhenEnded(begun: Bulk): Promise<void> {
  const { changed, failed, bulk_id: id } = await whenEnded(begun);
  const refused = failed > 0 ? `, ${plural(failed, 'lead')} could not be changed` : '';
  toast(`${plural(changed, 'lead')} changed${refused}.`, () => undoBulk(id));
}

function Inputs({ action }: Pick<BulkDialogProps, 'action'>): VNode {
  const { data: people = [] } = usePeople();
  const { data: states = [] } = useStates();
  switch (action) {
    case 'assign':
      return (
        <SelectField label="Assign to" name="/to_user_email">
          {people
            .filter((person) => !person.is_suspended)
            .map(({ user_id: id, name, email }) => (
              <option key={id} value={email}>
                {name}
              </option>
            ))}
        </SelectField>
      );
    case 'change_state':
      return (
        <SelectField label="State" name="/state">
          <Options of={states.map(({ name, label }) => [name, label])} />
        </SelectField>
      );
    case 'tags':
      return (
        <>
          <TextField label="Tags to add" name="/add" autocomplete="off" hint="Separate tags with commas" />
          <TextField label="Tags to remove" name="/remove" autocomplete="off" />
        </>
      );
    default:
      return <p>They move to Removed leads. You can restore them there.</p>;
  }
}

/** Returns the selected leads; undefined if there are none. */
function useSelected(): LeadSelection | undefined {
  const { ids, isAll } = selection.value;
  if (ids.size === 0) return undefined;
  if (!isAll) return { lead_ids: [...ids] };
  const query = readListQuery(place.value.query);
  return selectionOf(query, shownView(query));
}

function useCount(selected: LeadSelection): [count: number | undefined, failure: unknown] {
  const [state, setState] = useState<[number | undefined, unknown]>([undefined, undefined]);
  const key = JSON.stringify(selected);
  useEffect(() => {
    countLeads(selected).then(
      (count) => setState([count, undefined]),
      (error: unknown) => setState([undefined, error]),
    );
  }, [key]);
  return state;
}

function actionFrom(action: BulkAction['action'], form: HTMLFormElement): BulkAction {
  const values = valuesOf(form);
  const text = (name: string): string => String(values[name] ?? '');
  switch (action) {
    case 'assign':
      return { action, to_user_email: text('/to_user_email') };
    case 'change_state':
      return { action, state: text('/state') };
    case 'tags':
      return { action, add: entriesOf(text('/add')), remove: entriesOf(text('/remove')) };
    default:
      return { action };
  }
}
