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
import { user } from '../../session.ts';

const SCOPES = [
  ['read', 'read'],
  ['write', 'read and write'],
  ['admin', 'everything that its owner may'],
] as const;

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
            hint="What it is for, for instance Website forms"
          />
          <SelectField label="It may" name="/scopes" defaultValue="write">
            {SCOPES.map(([scope, label]) => (
              <option key={scope} value={scope}>
                {label}
              </option>
            ))}
          </SelectField>
          {isAdmin && (
            <SelectField label="It belongs to" name="/owner" defaultValue="company">
              <option value="company">the company, whoever leaves</option>
              <option value="user">me, with my rights</option>
            </SelectField>
          )}
          <TextField label="Until" name="/expires_time" type="date" hint="Empty: until somebody ends it." />
          <div class="dialog-foot">
            <button type="submit" class="button primary" disabled={isBusy}>
              Make the key
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
  return told(body.key, 'The key is made, but it was lost on the way. End it and make another one.');
}
