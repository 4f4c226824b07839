/** The form to rate a call: lead or not, value, tags, note. */
import type { VNode } from 'preact';
import { ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { DialogSubmit, Form, SelectField, TextAreaField, TextField } from '../../../forms/fields.tsx';
import { entriesOf, valuesOf } from '../../../forms/form-values.ts';
import { NO_VERSION, useMembers } from '../../../forms/save-members.ts';
import { useSaving } from '../../../forms/saving.ts';
import { toast } from '../../../components/over/toasts.tsx';
import type { Call, Remarks } from '../call.ts';
import { isTurnedAway } from '../actions/spam.ts';
import { sendRemarks } from '../actions/call-actions.ts';
import { AmountFields } from './call-fields.tsx';

/** @param leave called after saving */
export function RemarksForm({ call, leave }: { call: Call; leave: () => void }): VNode {
  // A call has no versions.
  const remarks = useMembers<Remarks>(
    { ...NO_VERSION, body: remarksOf(call) },
    {
      write: (change, { body }) => remark(call, change, body),
      readNow: async () => ({ ...NO_VERSION, body: remarksOf(await readCall(call.call_id)) }),
    },
  );
  const { begun } = remarks;
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    await remarks.save(readRemarks(form));
    leave();
  });
  return (
    <Form name="remarks" class="remarks" error={error} onSubmit={save}>
      <h3>Rate this call</h3>
      <SelectField label="Was it a lead?" name="/lead_status" defaultValue={begun.lead_status ?? ''}>
        <option value="">Not rated</option>
        <option value="good">{isTurnedAway(call) ? 'Yes, this was a person' : 'Yes, a good lead'}</option>
        <option value="not_a_lead">No, not a lead</option>
      </SelectField>
      <AmountFields value={begun.value} type="number" step="any" />
      <TextField
        label="Tags"
        name="/tags"
        autocomplete="off"
        defaultValue={begun.tags.join(', ')}
        hint="Separate tags with commas"
      />
      <TextAreaField label="Note" name="/note" defaultValue={begun.note ?? ''} />
      <DialogSubmit disabled={isBusy}>Save</DialogSubmit>
    </Form>
  );
}

function readRemarks(form: HTMLFormElement): Remarks {
  const values = valuesOf(form);
  const text = (name: string): string => String(values[name] ?? '');
  const value = text('/value/value');
  const note = text('/note');
  return {
    lead_status: (text('/lead_status') || null) as Remarks['lead_status'],
    value: value === '' ? null : { unit: text('/value/unit'), value: Number(value) },
    tags: entriesOf(text('/tags')),
    note: note === '' ? null : note,
  };
}

function remarksOf({ lead_status, value, tags, note }: Remarks): Remarks {
  return { lead_status, value, tags, note };
}

async function readCall(callId: string): Promise<Call> {
  return (await ask<Call>(companyPath(`/calls/${callId}`))).body;
}

async function remark(call: Call, change: Partial<Remarks>, now: Remarks): Promise<typeof NO_VERSION> {
  const members = Object.keys(change) as (keyof Remarks)[];
  await sendRemarks(call, change);
  toast('Saved.', () =>
    sendRemarks(call, Object.fromEntries(members.map((member) => [member, now[member]]))),
  );
  return NO_VERSION;
}
