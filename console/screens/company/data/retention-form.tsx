/** The form of the retention periods, after which data is deleted. */
import type { VNode } from 'preact';
import { ask, thisSave } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { Form, Submit, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { Read } from '../../../components/read.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { plural } from '../../../components/text/values.tsx';
import { useResource } from '../../../api/resource.ts';
import { isTyped } from '../../../typed/typed.ts';
import { type Base, Edited } from '../base.tsx';
import { useReplacing } from '../replacing.ts';

const PART = '/settings';
const DAY_MS = 24 * 60 * 60 * 1000;

/** In days; null to keep for good. */
interface Periods {
  removed_leads_days: number;
  idle_leads_days: number | null;
  notifications_days: number;
  audit_days: number;
  evidence_days: number;
}

interface Options {
  retention: Periods;
}

const PERIODS: readonly { name: keyof Periods; label: string; hint: string }[] = [
  {
    name: 'idle_leads_days',
    label: 'Inactive leads (days)',
    hint: 'Leads without any activity for this long are removed. Leave empty to keep them.',
  },
  {
    name: 'removed_leads_days',
    label: 'Removed leads (days)',
    hint: 'They can be restored for this long. Then they are erased for good, with their recordings.',
  },
  {
    name: 'notifications_days',
    label: 'Notifications (days)',
    hint: 'Messages to users, such as leads assigned to them.',
  },
  {
    name: 'audit_days',
    label: 'Log (days)',
    hint: 'Who did what, and when. At least 30.',
  },
  {
    name: 'evidence_days',
    label: 'Visits and taps (days)',
    hint: 'Evidence of the visit that led to a call, after the end of its month. From 30 to 365.',
  },
];

export function Retention(): VNode {
  const shown = useResource<Options>(companyPath(PART));
  const { answer } = shown;
  return (
    <section class="card part" aria-labelledby="kept">
      <h2 id="kept">Kept for</h2>
      <Read shown={shown}>
        {() => answer && <Edited answer={answer}>{(state) => <Fields state={state} />}</Edited>}
      </Read>
    </section>
  );
}

function Fields({ state }: { state: Base<Options> }): VNode {
  const {
    begun: { retention },
    save: saveMembers,
  } = useReplacing(PART, state);
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const goOn = thisSave();
    const periods = readPeriods(form);
    if (!(await isMeant(periods, retention))) return;
    await goOn(() => saveMembers({ retention: { ...retention, ...periods } }));
    if (!isTyped(form)) state.settle();
  });
  return (
    <Form name="retention" error={error} onInput={state.touch} onSubmit={save}>
      {PERIODS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          name={`/retention/${name}`}
          inputMode="numeric"
          autocomplete="off"
          defaultValue={String(retention[name] ?? '')}
        />
      ))}
      <p class="soft small">
        Merges can be undone for 90 days. Removed notes can be restored, and messages of webhooks are listed,
        for 30 days.
      </p>
      <div class="row end">
        <Submit disabled={isBusy}>Save</Submit>
      </div>
    </Form>
  );
}

/** Reads the periods in days. A text that is not a number is sent as typed, so that the API refuses it at its field. */
function readPeriods(form: HTMLFormElement): Periods {
  const values = valuesOf(form);
  const days = ({ name }: { name: keyof Periods }): [string, unknown] => {
    const text = String(values[`/retention/${name}`] ?? '');
    if (text === '') return [name, name === 'idle_leads_days' ? null : text];
    return [name, /^\d+$/.test(text) ? Number(text) : text];
  };
  return Object.fromEntries(PERIODS.map(days)) as unknown as Periods;
}

/** Asks for confirmation, with the number of leads, before a shorter period removes leads. */
async function isMeant({ idle_leads_days: idle }: Periods, before: Periods): Promise<boolean> {
  if (typeof idle !== 'number' || idle >= (before.idle_leads_days ?? Infinity)) return true;
  const to = new Date(Date.now() - idle * DAY_MS).toISOString();
  const { body } = await ask<{ count: number }>(companyPath('/leads/bulk?dry_run=true'), {
    method: 'POST',
    body: { action: 'remove', filters: { lead_modification_time: { to } } },
  });
  if (body.count === 0) return true;
  return window.confirm(
    `${plural(body.count, 'lead')} without activity for that long will be removed. Continue?`,
  );
}
