/** The form of a new API key. Its secret is shown once. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask, requireSecret } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { Dialog } from '../../components/over/dialog.tsx';
import { DialogSubmit, Form, Options, SelectField, TextField } from '../../forms/fields.tsx';
import { valuesOf } from '../../forms/form-values.ts';
import { useSaving } from '../../forms/saving.ts';
import { Secret } from '../../components/over/secret.tsx';
import { close } from '../../address/router.ts';
import { changed } from '../../api/resource.ts';
import { user } from '../../api/user.ts';

/** The scopes of a key in words. */
export const SCOPE_NAMES: Readonly<Record<string, string>> = {
  read: 'Read',
  write: 'Read and write',
  conversions: 'Fetch the files of conversions',
  admin: 'Everything its owner may do',
};

const leave = (): void => close(['over']);

export function KeyForm(): VNode {
  const [secret, setSecret] = useState<string | undefined>();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    setSecret(await makeKey(form));
  });
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
          <Rights />
          <TextField
            label="Expires"
            name="/expires_time"
            type="date"
            hint="Leave empty for a key that does not expire."
          />
          <DialogSubmit disabled={isBusy}>Create key</DialogSubmit>
        </Form>
      </Dialog>
      {/* Over the form, where somebody may have gone on typing. */}
      {secret !== undefined && (
        <Secret title="The new key" secret={secret} onClose={leave}>
          <p>
            Assistants such as Claude or ChatGPT use it at {location.origin}/mcp, to ask about calls and
            leads.
          </p>
        </Secret>
      )}
    </>
  );
}

function Rights(): VNode {
  const isAdmin = user.value?.role_id === 'superadmin';
  return (
    <>
      <SelectField label="Permissions" name="/scopes" defaultValue="write">
        <Options of={Object.entries(SCOPE_NAMES)} />
      </SelectField>
      {isAdmin && (
        <SelectField label="Owner" name="/owner" defaultValue="company">
          <option value="company">The company: the key stays when people leave</option>
          <option value="user">Me: the key has my rights</option>
        </SelectField>
      )}
    </>
  );
}

/** Creates the key. @returns its secret */
async function makeKey(form: HTMLFormElement): Promise<string> {
  const values = valuesOf(form);
  const ends = String(values['/expires_time'] ?? '');
  const { body } = await ask<{ key?: string }>(companyPath('/api_keys'), {
    method: 'POST',
    body: {
      name: values['/name'],
      scopes: [values['/scopes']],
      owner: values['/owner'] ?? 'user',
      // Until the end of that day in local time.
      expires_time: ends === '' ? null : new Date(`${ends}T23:59:59`).toISOString(),
    },
  });
  changed(companyPath('/api_keys'));
  return requireSecret(
    body.key,
    'The key was created, but its secret did not arrive. Revoke it and create another one.',
  );
}
