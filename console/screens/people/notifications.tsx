/** The user's choice of notifications: by kind and channel, quiet hours, a daily digest, this device. */
import type { VNode } from 'preact';
import type { ChoicesBody } from '../../../worker/core/people/notifications/answer-schema.ts';
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { productName } from '../../api/user.ts';
import { changed, useResource } from '../../api/resource.ts';
import { Notice } from '../../components/notice.tsx';
import { Read } from '../../components/read.tsx';
import { Table } from '../../components/table.tsx';
import { toast, toastFailure } from '../../components/over/toasts.tsx';
import { Form, Submit, TextField } from '../../forms/fields.tsx';
import { ZoneField } from '../../forms/lists/zone-field.tsx';
import { valuesOf } from '../../forms/form-values.ts';
import { useSaving } from '../../forms/saving.ts';
import {
  allowOnDevice,
  deviceState,
  endOnDevice,
  isOnDevice,
  isPushed,
} from '../../components/parts/device.ts';

type Kind = keyof ChoicesBody['kinds'];
type Channel = keyof ChoicesBody['kinds'][Kind];

const KINDS: Readonly<Record<Kind, string>> = {
  assigned: 'A lead is assigned to me',
  missed_call: 'A missed call from my lead',
  voicemail: 'A voicemail from my lead',
  text: 'A text from my lead',
  form: 'A form from my lead',
  reminder_due: 'A reminder is due',
  reminder_overdue: 'A reminder was not done in time (managers)',
  mentioned: 'Somebody mentions me',
  marked: 'A call that a rule tells me of',
  job: 'An import or a change of many leads has ended',
  report: 'A scheduled report is ready',
  trouble: 'A webhook, platform or carrier fails (super admins)',
};
const CHANNELS: Readonly<Record<Channel, string>> = { console: 'Bell', push: 'Device', mail: 'Mail' };
const kinds = Object.keys(KINDS) as Kind[];
const channels = Object.keys(CHANNELS) as Channel[];

const path = (): string => companyPath('/notifications/choices');

export function Notifications(): VNode {
  const shown = useResource<ChoicesBody>(path());
  return (
    <div class="choices">
      <Device />
      <Read shown={shown}>{(choices) => <Choices choices={choices} />}</Read>
    </div>
  );
}

function Device(): VNode | null {
  const { error, isBusy, save } = useSaving(async (isOn: boolean) => {
    await (isOn ? allowOnDevice() : endOnDevice()).catch(toastFailure);
  });
  if (deviceState.value === 'none') return null;
  const isOn = isOnDevice();
  return (
    <section class="card padded">
      <h2>This device</h2>
      <p class="soft">
        {deviceState.value === 'denied'
          ? 'The browser blocks notifications of this site. Allow them in its settings for this site.'
          : isOn
            ? isPushed.value
              ? `Notifications are shown here, also while ${productName()} is closed.`
              : `Notifications are shown here while ${productName()} is open: this browser reaches no push service.`
            : 'Notifications are not shown here.'}
      </p>
      {deviceState.value !== 'denied' && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          aria-describedby={error === undefined ? undefined : 'device-error'}
          onClick={() => save(!isOn)}
        >
          {isOn ? 'Turn off for this device' : 'Turn on for this device'}
        </button>
      )}
    </section>
  );
}

function Choices({ choices }: { choices: ChoicesBody }): VNode {
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    await ask(path(), { method: 'PUT', body: readForm(form) });
    changed(path());
    toast('Choices saved.');
  });
  const { digest_at: digest, time_zone: zone } = choices;
  return (
    <section class="card padded">
      <MailState mail={choices.mail} />
      <Form name="notification-choices" error={error} onSubmit={save}>
        <Kinds choices={choices} />
        <QuietHours quiet={choices.quiet_hours} />
        <TextField
          label="Send one daily mail at"
          name="/digest_at"
          type="time"
          defaultValue={digest ?? ''}
          hint="Leave empty to get each mail right away."
        />
        <ZoneField label="Time zone" name="/time_zone" defaultValue={zone ?? ''} none="That of the company" />
        <Submit disabled={isBusy}>Save</Submit>
      </Form>
    </section>
  );
}

function QuietHours({ quiet }: { quiet: ChoicesBody['quiet_hours'] }): VNode {
  return (
    <fieldset>
      <legend>Quiet hours</legend>
      <p class="soft">Notifications wait until the quiet hours end.</p>
      <div class="row">
        <TextField label="From" name="/quiet_hours/from" type="time" defaultValue={quiet?.from ?? ''} />
        <TextField label="Until" name="/quiet_hours/until" type="time" defaultValue={quiet?.until ?? ''} />
      </div>
    </fieldset>
  );
}

function Kinds({ choices }: { choices: ChoicesBody }): VNode {
  const columns = [{ label: 'Notification', isUnseen: true }, ...Object.values(CHANNELS)];
  return (
    <Table class="choice-table" caption="Notify me of" captionClass="label" columns={columns}>
      {kinds.map((kind) => (
        <tr key={kind}>
          <th scope="row">{KINDS[kind]}</th>
          {channels.map((channel) => (
            <td key={channel}>
              <label class="tick">
                <input
                  type="checkbox"
                  aria-label={`${CHANNELS[channel]}: ${KINDS[kind]}`}
                  name={`/kinds/${kind}/${channel}`}
                  defaultChecked={choices.kinds[kind][channel]}
                />
              </label>
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function MailState({ mail: { state, address, detail } }: { mail: ChoicesBody['mail'] }): VNode | null {
  if (state === 'ready') return <p class="soft">Mail goes to {address}.</p>;
  return (
    <Notice kind="warning">
      {state === 'not_set_up'
        ? 'No mail is set up here, so none is sent.'
        : `The mail server refused ${address}: ${detail ?? ''} Save to try it again.`}
    </Notice>
  );
}

function readForm(form: HTMLFormElement): object {
  const values = valuesOf(form);
  const text = (name: string): string | null => String(values[name] ?? '').trim() || null;
  const [from, until] = [text('/quiet_hours/from'), text('/quiet_hours/until')];
  const chosen = kinds.map((kind) => [
    kind,
    Object.fromEntries(channels.map((channel) => [channel, values[`/kinds/${kind}/${channel}`] === true])),
  ]);
  return {
    kinds: Object.fromEntries(chosen) as object,
    quiet_hours: from === null && until === null ? null : { from: from ?? '', until: until ?? '' },
    digest_at: text('/digest_at'),
    time_zone: text('/time_zone'),
  };
}
