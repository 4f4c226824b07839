/** Creates a new secret for a webhook. The old one stays valid for as long as the user chooses. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../components/over/dialog.tsx';
import { DialogSubmit, Form, Options, SelectField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { useSaving } from '../../../forms/saving.ts';
import { Secret } from '../../../components/over/secret.tsx';
import { close } from '../../../address/router.ts';
import { rotateSecret } from './webhook-actions.ts';

const HOUR_S = 3600;
const PERIODS = [
  [24 * HOUR_S, 'For a day'],
  [7 * 24 * HOUR_S, 'For a week'],
  [0, 'Not at all: it was exposed'],
] as const;

const leave = (): void => close(['over']);

export function RotateSecret({ webhookId }: { webhookId: string }): VNode {
  const [secret, setSecret] = useState<string | undefined>();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    setSecret(await rotateSecret(webhookId, Number(valuesOf(form)['/former_valid_seconds'])));
  });
  return (
    <>
      <Dialog title="New secret" size="narrow" onClose={leave}>
        <Form name="secret" error={error} onSubmit={save}>
          <SelectField
            label="Keep the old secret valid"
            name="/former_valid_seconds"
            defaultValue={String(PERIODS[0][0])}
            hint="Until then, messages are signed with both, so that the receiver can switch without losing any."
          >
            <Options of={PERIODS} />
          </SelectField>
          <DialogSubmit disabled={isBusy}>Create new secret</DialogSubmit>
        </Form>
      </Dialog>
      {/* Over the form, where somebody may have gone on typing. */}
      {secret !== undefined && <Secret title="The new secret" secret={secret} onClose={leave} />}
    </>
  );
}
