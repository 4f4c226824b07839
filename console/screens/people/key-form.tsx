/** A new API key; its secret is shown once. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask, told } from '../../api.ts';
import { companyPath } from '../../company.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Form, SelectField, TextField } from '../../components/fields.tsx';
import { valuesOf } from '../../components/form-values.ts';
import { useSaving } from '../../components/saving.ts';
import { Secret } from '../../components/secret.tsx';
import { close } from '../../router.ts';
import { changed } from '../../resource.ts';
import { user } from '../../user.ts';

/** The scopes of a key in words. */
export const SCOPE_NAMES: Readonly<Record<string, string>> = {
  read: 'Read',
  write: 'Read and write',
  admin: 'Everything its owner may do',
};

const leave = (): void => close(['over']);

export function KeyForm(): VNode {
  const [secret, setSecret] = useState<string | undefined>();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    setSecret(await makeKey(form));
  });
  const isAdmin = user.value?.role_id === 'superadmin';
  return (
    <>
      <Dialog title="New API key" size="narrow" onClose={leave}>
        <Form name="key" error={error} onSubmit={save}>
          <TextField
            label="Name"
            name="/name"
            autocomplete="off"
            hint="What uses it, such as Website forms"
          />
          <SelectField label="Permissions" name="/scopes" defaultValue="write">
            {Object.entries(SCOPE_NAMES).map(([scope, label]) => (
              <option key={scope} value={scope}>
                {label}
              </option>
            ))}
          </SelectField>
          {isAdmin && (
            <SelectField label="Owner" name="/owner" defaultValue="company">
              <option value="company">The company: the key stays when people leave</option>
              <option value="user">Me: the key has my rights</option>
            </SelectField>
          )}
          <TextField
            label="Expires"
            name="/expires_time"
            type="date"
            hint="Leave empty for a key that does not expire."
          />
          <div class="dialog-foot">
            <button type="submit" class="button primary" disabled={isBusy}>
              Create key
            </button>
          </div>
        </Form>
      </Dialog>
      {/* Over the form, where somebody may have gone on typing. */}
      {secret !== undefined && <Secret title="The new key" secret={secret} onClose={leave} />}
    </>
  );
}

/** @returns the secret */
async function makeKey(form: HTMLFormElement): Promise<string> {
  const values = valuesOf(form);
  const ends = String(values['/expires_time'] ?? '');
  const { body } = await ask<{ key?: string }>(companyPath('/api_keys'), {
    method: 'POST',
    body: {
      name: values['/name'],
      scopes: [values['/scopes']],
      owner: values['/owner'] ?? 'user',
      // To the end of that day, here.
      expires_time: ends === '' ? null : new Date(`${ends}T23:59:59`).toISOString(),
    },
  });
  changed(companyPath('/api_keys'));
  return told(
    body.key,
    'The key was created, but it was lost on the way here. Revoke it and create another one.',
  );
}
