/** The form of a new lead. */
import type { CreatedLeadBody } from '../../../../worker/core/leads/editing/reference.ts';
import type { VNode } from 'preact';
import { ask } from '../../../api/api.ts';
import { companyPath, useGroups, useStates } from '../../../api/company.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { DialogSubmit, Form, Options, SelectField, TextField } from '../../../forms/fields.tsx';
import { entriesOf, valuesOf } from '../../../forms/form-values.ts';
import { useSaving } from '../../../forms/saving.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { plural } from '../../../components/text/values.tsx';
import { close, go, pathTo } from '../../../address/router.ts';
import { changed } from '../../../api/resource.ts';
import { user } from '../../../api/user.ts';

export function NewLead(): VNode {
  const { error, isBusy, save } = useSaving(createLead);
  const { data: states = [] } = useStates();
  const { data: groups = [] } = useGroups();
  return (
    <Dialog title="New lead" size="narrow" onClose={() => close(['over'])}>
      <Form name="new-lead" error={error} onSubmit={save}>
        <TextField label="Name" name="/name" autocomplete="off" />
        <TextField label="Phone" name="/phone" type="tel" autocomplete="off" />
        <TextField label="E-mail" name="/email" type="email" autocomplete="off" />
        <TextField label="Source" name="/source_tags" hint="How they found you, such as Walk-in" />
        <TextField label="Tags" name="/tags" autocomplete="off" hint="Separate tags with commas" />
        <SelectField label="State" name="/state">
          <Options of={states.map(({ name, label }) => [name, label])} />
        </SelectField>
        <SelectField label="Group" name="/lead_group" defaultValue={user.value?.group_id ?? ''}>
          <Options of={groups.map(({ id, label }) => [id, label])} />
        </SelectField>
        <DialogSubmit disabled={isBusy}>Create lead</DialogSubmit>
      </Form>
    </Dialog>
  );
}

async function createLead(form: HTMLFormElement): Promise<void> {
  const values = valuesOf(form);
  const source = String(values['/source_tags'] ?? '');
  const body = {
    name: values['/name'],
    phone: values['/phone'],
    email: values['/email'],
    ...(source === '' ? {} : { source_tags: [source] }),
    tags: entriesOf(String(values['/tags'] ?? '')),
    ...(values['/state'] === '' ? {} : { state: values['/state'] }),
    ...(values['/lead_group'] === '' ? {} : { lead_group: values['/lead_group'] }),
  };
  const { body: created } = await ask<CreatedLeadBody>(companyPath('/leads/create'), {
    method: 'POST',
    body,
  });
  changed(companyPath('/smart_views/'), companyPath('/leads/search'));
  const others = created.possible_duplicates.length;
  toast(
    others === 0 ? 'Lead created.' : `Lead created. ${plural(others, 'other lead')} may be the same person.`,
  );
  const [leadId = ''] = created.lead_ids;
  const [duplicate] = created.possible_duplicates;
  // Opens the comparison with the first possible duplicate.
  const query = duplicate === undefined ? '' : `?over=merge&with=${duplicate.lead_id}`;
  go(pathTo('leads', leadId) + query, { replace: true });
}
