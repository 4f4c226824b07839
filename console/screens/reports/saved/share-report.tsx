/** Shares the page of a report by a link, for a while, or ends it. The link is shown once. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { close } from '../../../address/router.ts';
import { useResource } from '../../../api/resource.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { Secret } from '../../../components/over/secret.tsx';
import { When } from '../../../components/text/values.tsx';
import { Form, SelectField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { useSaving } from '../../../forms/saving.ts';
import type { SavedReport } from './saved.ts';
import { savedPath, shareReport } from './saved-actions.ts';

const PERIODS = [
  [7, 'A week'],
  [30, '30 days'],
  [90, '90 days'],
  [366, 'A year'],
] as const;
/** Proposed: until the report of the next month. */
const FIRST = 30;

const leave = (): void => close(['over', 'id']);

export function ShareReport({ reportId }: { reportId: string }): VNode | null {
  const { data: report } = useResource<SavedReport>(savedPath(`/${reportId}`));
  const [link, setLink] = useState<string | undefined>();
  const make = useSaving(async (form: HTMLFormElement) => {
    setLink(await shareReport(reportId, Number(valuesOf(form)['/days'])));
  });
  const end = useSaving(async () => {
    await shareReport(reportId, null);
    leave();
  });
  if (report === undefined) return null;
  const { name, shared_until: until } = report;
  return (
    <>
      <Dialog title={`Share “${name}”`} size="narrow" onClose={leave}>
        <Form name="share-report" error={make.error ?? end.error} onSubmit={make.save}>
          <p>Whoever has the link sees its figures without signing in, with no names or numbers of leads.</p>
          {until !== null && (
            <p>
              A link works until <When time={until} />. A new one replaces it.
            </p>
          )}
          <SelectField label="For" name="/days" defaultValue={String(FIRST)}>
            {PERIODS.map(([days, label]) => (
              <option key={days} value={String(days)}>
                {label}
              </option>
            ))}
          </SelectField>
          <div class="dialog-foot">
            {until !== null && (
              <button type="button" class="button" disabled={end.isBusy} onClick={() => end.save()}>
                Stop sharing
              </button>
            )}
            <button type="submit" class="button primary" disabled={make.isBusy}>
              Make a link
            </button>
          </div>
        </Form>
      </Dialog>
      {link !== undefined && <Secret title="The link" secret={link} onClose={leave} />}
    </>
  );
}
