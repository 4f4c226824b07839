/** The settings of an ad platform. Its secret can be written, and is never shown. */
import type { VNode } from 'preact';
import type { Answer } from '../../../api/api.ts';
import { formatDay } from '../../../components/text/values.tsx';
import { CheckField, Form, Options, SelectField, Submit, TextField } from '../../../forms/fields.tsx';
import { textOf, valuesOf } from '../../../forms/form-values.ts';
import { useMembers } from '../../../forms/save-members.ts';
import { useSaving } from '../../../forms/saving.ts';
import type { Platform } from './conversion.ts';
import { newest, savePlatform } from './conversion-actions.ts';

/** A platform with the secret that somebody has typed. */
type Typed = Platform & { newSecret?: string };
type Setting = Platform['fields'][number];

export function PlatformForm({ answer }: { answer: Answer<Platform> }): VNode {
  const { platform } = answer.body;
  const { begun, save: saveMembers } = useMembers<Typed>(answer, {
    write: (change, over) => {
      const { enabled, settings } = { ...over.body, ...change };
      return savePlatform(over, { enabled, settings, secret: change.newSecret });
    },
    readNow: () => newest<Typed>(`/platforms/${platform}`),
  });
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const secret = form.elements.namedItem('/secret');
    const sent = secret instanceof HTMLInputElement ? secret.value : '';
    await saveMembers(readForm(form, begun));
    // One that was typed meanwhile stays.
    if (secret instanceof HTMLInputElement && secret.value === sent) secret.value = '';
  });
  return (
    <section class="card part" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Form name="platform" error={error} isEditor onSubmit={save}>
        {begun.fields.map((field) => (
          <SettingField key={field.name} field={field} value={begun.settings[field.name]} />
        ))}
        {begun.secret !== null && <SecretField platform={begun} secret={begun.secret} />}
        <CheckField
          label={begun.door === 'file' ? 'Put conversions into the file' : 'Send conversions'}
          name="/enabled"
          defaultChecked={begun.enabled}
        />
        <div class="row end">
          <Submit disabled={isBusy}>Save</Submit>
        </div>
      </Form>
    </section>
  );
}

interface SettingFieldProps {
  field: Setting;
  value: string | boolean | undefined;
}

function SettingField({ field, value }: SettingFieldProps): VNode {
  const { name, label, kind, choices = [], hint, is_required: isRequired } = field;
  const pointer = `/settings/${name}`;
  if (kind === 'flag') return <CheckField label={label} name={pointer} defaultChecked={value === true} />;
  const text = typeof value === 'string' ? value : '';
  if (kind === 'choice') {
    return (
      <SelectField label={label} name={pointer} defaultValue={text} hint={hint}>
        {!isRequired && <option value="">Default</option>}
        <Options of={choices} />
      </SelectField>
    );
  }
  return (
    <TextField
      label={isRequired ? label : `${label} (optional)`}
      name={pointer}
      autocomplete="off"
      defaultValue={text}
      hint={hint}
    />
  );
}

interface SecretFieldProps {
  platform: Platform;
  secret: NonNullable<Platform['secret']>;
}

function SecretField({ platform, secret: { label, hint } }: SecretFieldProps): VNode {
  const { secret_set: isSet, secret_time: time } = platform;
  const since = time === null ? '' : ` since ${formatDay(time)}`;
  return (
    <TextField
      label={label}
      name="/secret"
      type="password"
      autocomplete="off"
      hint={isSet ? `Set${since}, and never shown. Leave this empty to keep it. ${hint}` : hint}
    />
  );
}

/** Reads the settings; empty texts are not set. */
function readForm(form: HTMLFormElement, { fields }: Platform): Partial<Typed> {
  const values = valuesOf(form);
  const settings = fields.map(({ name }) => [name, values[`/settings/${name}`] ?? ''] as const);
  const newSecret = textOf(values, '/secret');
  return {
    enabled: values['/enabled'] === true,
    settings: Object.fromEntries(settings.filter(([, value]) => value !== '')),
    ...(newSecret === '' ? {} : { newSecret }),
  };
}
