/** The dialog that saves the report on screen: under a new name, or in place of the saved one that it began with. */
import type { VNode } from 'preact';
import { close, go, place, withQuery } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { CheckField, Form, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { useSaving } from '../../../forms/saving.ts';
import { settleForm } from '../../../typed/typed.ts';
import { apiQueryOf, readReport } from '../report-query.ts';
import { SAVED, savedQueryOf, type SavedReport } from './saved.ts';
import { changeReport, createReport, reportNow, savedPath } from './saved-actions.ts';

export function SaveReport(): VNode {
  const { query } = place.value;
  const id = query.get(SAVED);
  const known = useResource<SavedReport>(id === null ? undefined : savedPath(`/${id}`)).data;
  const given = savedQueryOf(apiQueryOf(readReport(query)));
  const create = useSaving(async (form: HTMLFormElement) => {
    const values = valuesOf(form);
    const made = await createReport({
      name: String(values['/name']),
      query: given,
      is_shared: values['/is_shared'] === true,
    });
    go(withQuery({ over: undefined, [SAVED]: made.report_id }), { replace: true });
  });
  const replace = useSaving(async (form: HTMLFormElement | null) => {
    if (id === null) return;
    await changeReport(await reportNow(id), { query: given });
    settleForm(form);
    close(['over']);
  });
  return (
    <Dialog title="Save this report" size="narrow" onClose={() => close(['over'])}>
      <Form name="save-report" error={create.error ?? replace.error} onSubmit={create.save}>
        <TextField label="Name" name="/name" autocomplete="off" />
        <CheckField label="For all managers" name="/is_shared" defaultChecked />
        <div class="dialog-foot">
          {known !== undefined && (
            <button
              type="button"
              class="button"
              disabled={replace.isBusy}
              onClick={({ currentTarget: { form } }) => replace.save(form)}
            >
              Replace “{known.name}”
            </button>
          )}
          <button type="submit" class="button primary" disabled={create.isBusy}>
            Save report
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
