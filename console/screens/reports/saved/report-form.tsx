/** The form of a saved report: its name, who has it, and when it is sent to whom. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../../api/api.ts';
import { usePeople } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { close } from '../../../address/router.ts';
import { WEEKDAY_NAMES } from '../../../../worker/core/reports/words/periods.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import {
  CheckField,
  FieldGroup,
  Form,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../forms/fields.tsx';
import { textOf, valuesOf } from '../../../forms/form-values.ts';
import { useMembers } from '../../../forms/save-members.ts';
import { refusalAt, useSaving } from '../../../forms/saving.ts';
import { HourField } from '../hour-field.tsx';
import { type SavedReport, WEEKDAYS } from './saved.ts';
import {
  changeReport,
  type GivenReport,
  givenOf,
  type GivenSchedule,
  reportNow,
  savedPath,
} from './saved-actions.ts';

const EVERY = { '': 'Not at all', day: 'Every day', week: 'Every week', month: 'Every month' } as const;
type Every = keyof typeof EVERY;
type Weekday = NonNullable<GivenSchedule['weekday']>;
const USER = '/schedule/user_ids/';
const EMAILS = '/schedule/emails';
/** What a new schedule begins with: Mondays at 8, before work, or the first day of the month. */
const FIRST = { weekday: 'monday', day: 1, hour: 8 };

const leave = (): void => close(['over', 'id']);

export function ReportForm({ reportId }: { reportId: string }): VNode | null {
  const { answer } = useResource<SavedReport>(savedPath(`/${reportId}`));
  return answer === undefined ? null : <Fields answer={answer} />;
}

function Fields({ answer }: { answer: Answer<SavedReport> }): VNode {
  const { report_id: id } = answer.body;
  const { begun, save: saveMembers } = useMembers<GivenReport>(withGiven(answer), {
    write: async (change, { etag, headers }) =>
      withGiven(await changeReport({ ...answer, etag, headers }, change)),
    readNow: async () => withGiven(await reportNow(id)),
  });
  const [every, setEvery] = useState<Every>(begun.schedule?.every ?? '');
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    await saveMembers(readForm(form, every, begun));
    leave();
  });
  return (
    <Dialog title="Saved report" onClose={leave}>
      <Form
        name="saved-report"
        error={error}
        state={{ value: every, set: (kept) => setEvery(kept as Every) }}
        onSubmit={save}
      >
        <TextField label="Name" name="/name" autocomplete="off" defaultValue={begun.name} />
        <CheckField label="For all managers" name="/is_shared" defaultChecked={begun.is_shared} />
        <SelectField
          label="Send it"
          name="/schedule/every"
          value={every}
          onChange={({ currentTarget }) => setEvery(currentTarget.value as Every)}
        >
          {Object.entries(EVERY).map(([value, label]) => (
            <option key={value} value={value} selected={value === every}>
              {label}
            </option>
          ))}
        </SelectField>
        {every !== '' && <ScheduleFields every={every} schedule={begun.schedule ?? null} />}
        <div class="dialog-foot">
          <button type="submit" class="button primary" disabled={isBusy}>
            Save
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function withGiven(answer: Answer<SavedReport>): Answer<GivenReport> {
  return { ...answer, body: givenOf(answer.body) };
}

interface ScheduleProps {
  every: Exclude<Every, ''>;
  schedule: GivenSchedule | null;
}

function ScheduleFields({ every, schedule }: ScheduleProps): VNode {
  const { user_ids: told = [], emails = [] } = schedule ?? {};
  const { weekday, day, hour } = timesOf(schedule);
  return (
    <>
      {every === 'week' && (
        <SelectField label="Weekday" name="/schedule/weekday" defaultValue={weekday}>
          {WEEKDAY_NAMES.map((name, index) => (
            <option key={name} value={WEEKDAYS[index]}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {every === 'month' && (
        <TextField
          label="Day of the month"
          name="/schedule/day"
          inputMode="numeric"
          autocomplete="off"
          defaultValue={String(day)}
          hint="In shorter months the last day"
        />
      )}
      <HourField name="/schedule/hour" hour={hour} />
      <Receivers told={told} />
      <TextAreaField
        label="And to people outside"
        name={EMAILS}
        autocomplete="off"
        defaultValue={emails.join('\n')}
        hint="One address a line. Each is asked first by e-mail, and can stop the reports."
      />
    </>
  );
}

/** Returns the times of a schedule, the usual ones where it has none. */
function timesOf(schedule: GivenSchedule | null): typeof FIRST {
  return {
    weekday: schedule?.weekday ?? FIRST.weekday,
    day: schedule?.day ?? FIRST.day,
    hour: schedule?.hour ?? FIRST.hour,
  };
}

/** Chooses the users who are told. Agents may not read reports. */
function Receivers({ told }: { told: readonly string[] }): VNode {
  const { data: people = [] } = usePeople();
  const readers = people.filter(({ role_id: role }) => role !== 'agent');
  return (
    <FieldGroup label="To" name="/schedule/user_ids" class="checks">
      {readers.map(({ user_id: id, name }) => (
        <CheckField key={id} label={name} name={USER + id} defaultChecked={told.includes(id)} />
      ))}
    </FieldGroup>
  );
}

function readForm(form: HTMLFormElement, every: Every, begun: GivenReport): Partial<GivenReport> {
  const values = valuesOf(form);
  const named = { name: String(values['/name']), is_shared: values['/is_shared'] === true };
  if (every === '') return { ...named, schedule: null };
  const schedule = readSchedule(values, every, begun.schedule);
  // A schedule that an integration made for webhooks alone stays.
  const wasForWebhooks = begun.schedule?.user_ids?.length === 0;
  if (schedule.user_ids?.length === 0 && schedule.emails?.length === 0 && !wasForWebhooks)
    throw refusalAt('/schedule/user_ids', 'Choose at least one person who receives the report.');
  return { ...named, schedule };
}

function readSchedule(
  values: ReturnType<typeof valuesOf>,
  every: Exclude<Every, ''>,
  before: GivenReport['schedule'],
): GivenSchedule {
  const told = before?.user_ids ?? [];
  // Users who cannot be seen here stay.
  const kept = told.filter((id) => values[USER + id] !== false);
  const added = Object.keys(values)
    .filter((name) => name.startsWith(USER) && values[name] === true)
    .map((name) => name.slice(USER.length));
  const common = {
    hour: Number(values['/schedule/hour']),
    user_ids: [...new Set([...kept, ...added])],
    emails: textOf(values, EMAILS)
      .split(/[\s,;]+/)
      .filter((email) => email !== ''),
  };
  if (every === 'day') return { every, ...common };
  if (every === 'month') return { every, day: Number(values['/schedule/day']), ...common };
  return { every, weekday: String(values['/schedule/weekday']) as Weekday, ...common };
}
