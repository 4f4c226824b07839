/** Dialogs of saved views: save the current filters, rename, remove. */
import type { SmartViewBody } from '../../../../worker/core/leads/finding/views/answer-schema.ts';
import type { VNode } from 'preact';
import { type Answer, ask } from '../../../api/api.ts';
import { companyPath, type SmartView, useSmartViews } from '../../../api/company.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { DialogSubmit, Form, Submit, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { NO_VERSION, useMembers } from '../../../forms/save-members.ts';
import { useSaving } from '../../../forms/saving.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { close, go, pathTo, place } from '../../../address/router.ts';
import { changed, deletePaths, resource } from '../../../api/resource.ts';
import { settleForm } from '../../../typed/typed.ts';
import { openingPath, shownView, viewPath } from '../list-view.ts';
import { type ListQuery, readListQuery, sortOf } from '../query.ts';
import type { ViewAnswer } from '../lead.ts';

/** Returns the view of the list: a saved one, or the default. */
function useCurrentView(): { id: string; name: string } {
  const views = useSmartViews().data ?? [];
  const id = shownView(readListQuery(place.value.query)) ?? '';
  return { id, name: views.find((view) => view.smart_view_id === id)?.name ?? '' };
}

export function SaveView(): VNode {
  const query = readListQuery(place.value.query);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const body = {
      name: valuesOf(form)['/name'],
      filters: { ...savedFilters(query), ...query.filters },
      ...(query.sort === undefined ? {} : { sort: sortOf(query.sort) }),
    };
    const made = await ask<SmartViewBody>(companyPath('/smart_views'), { method: 'POST', body });
    changed(companyPath('/smart_views'));
    toast(`View “${made.body.name}” saved.`, () => removeView(made.body.smart_view_id));
    go(`${pathTo('leads')}?view=${made.body.smart_view_id}`, { replace: true });
  });
  return (
    <Dialog title="Save as a view" size="narrow" onClose={() => close(['over'])}>
      <Form name="save-view" error={error} onSubmit={save}>
        <TextField
          label="Name"
          name="/name"
          autocomplete="off"
          hint={
            query.range === 'all_time'
              ? 'Everybody in the company can use it.'
              : 'Everybody in the company can use it. The time range is not saved.'
          }
        />
        <DialogSubmit disabled={isBusy}>Save view</DialogSubmit>
      </Form>
    </Dialog>
  );
}

export function EditView(): VNode | null {
  const view = useCurrentView();
  // Waits until the name of the view is loaded.
  return view.id === '' || view.name === '' ? null : <EditViewDialog key={view.id} view={view} />;
}

function EditViewDialog({ view }: { view: ReturnType<typeof useCurrentView> }): VNode {
  const leave = (): void => close(['over']);
  // A view has no versions.
  const members = useMembers<{ name: string }>(
    { ...NO_VERSION, body: { name: view.name } },
    { write: (change, { body }) => renameView(view.id, change, body), readNow: () => readView(view.id) },
  );
  const rename = useSaving(async (form: HTMLFormElement) => {
    await members.save({ name: String(valuesOf(form)['/name']) });
    leave();
  });
  const remove = useSaving(async (form: HTMLFormElement | null) => {
    const { body: was } = await removeView(view.id);
    settleForm(form);
    toast(`View “${was.name}” removed.`, async () => {
      const { name, filters, sort } = was;
      await ask(companyPath('/smart_views'), { method: 'POST', body: { name, filters, sort } });
      changed(companyPath('/smart_views'));
    });
    go(pathTo('leads'), { replace: true });
  });
  return (
    <Dialog title="Edit view" size="narrow" onClose={leave}>
      <Form name="view" error={rename.error ?? remove.error} onSubmit={rename.save}>
        <TextField label="Name" name="/name" autocomplete="off" defaultValue={members.begun.name} />
        <div class="dialog-foot">
          <button
            type="button"
            class="button danger"
            disabled={remove.isBusy}
            onClick={({ currentTarget: { form } }) => remove.save(form)}
          >
            Remove view
          </button>
          <Submit disabled={rename.isBusy}>Save name</Submit>
        </div>
      </Form>
    </Dialog>
  );
}

async function renameView(
  id: string,
  change: { name?: string },
  before: { name: string },
): Promise<typeof NO_VERSION> {
  await modifyView(id, change);
  toast('View renamed.', () => modifyView(id, before));
  return NO_VERSION;
}

async function readView(id: string): Promise<Answer<{ name: string }>> {
  const { body: views } = await ask<SmartView[]>(companyPath('/smart_views'));
  const { name = '' } = views.find(({ smart_view_id: other }) => other === id) ?? {};
  return { ...NO_VERSION, body: { name } };
}

async function modifyView(id: string, change: object): Promise<void> {
  await ask(companyPath(`/smart_views/${id}/modify`), { method: 'POST', body: change });
  changed(companyPath('/smart_views'));
}

async function removeView(id: string): Promise<{ body: SmartViewBody }> {
  const path = companyPath(`/smart_views/${id}`);
  const answer = await deletePaths(path, () =>
    ask<SmartViewBody>(`${path}/remove`, { method: 'POST', body: {} }),
  );
  // Only the list of views: the removed view may still be on screen and must not be read again.
  await resource(companyPath('/smart_views'), true).refresh();
  // The removed view may have been the default one.
  changed(openingPath());
  return answer;
}

/** Returns the filters of the view itself: the values selected in its answer. */
function savedFilters(query: ListQuery): Record<string, string[]> {
  const shown = resource<ViewAnswer>(viewPath(query)).answer.value?.body;
  const selected = (shown?.facets ?? []).map(
    ({ id, values }) => [id, values.filter((value) => value.selected).map((value) => value.id)] as const,
  );
  return Object.fromEntries(selected.filter(([, values]) => values.length > 0));
}
