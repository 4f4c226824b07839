/** A call tried out with the draft: who would ring, in sentences. Nobody is called. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { CallPreview } from '../../../../worker/core/phone/ringing/answer-schema.ts';
import { ask } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatPhone } from '../../../components/text/values.tsx';
import { Form, Options, SelectField, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { useLatest } from '../../../forms/saving.ts';
import { typedPhone } from '../../../forms/phone/home-country.ts';
import { type DniSettings, isPool } from '../../draft/dni-settings.ts';
import { callSentence, stepText } from './call-sentence.ts';
import { useNames } from '../names.ts';
import { currentPhone } from '../phone-draft.ts';
import type { PhoneSettings } from '../phone-settings.ts';

export function CallTrial({ settings, dni }: { settings: PhoneSettings; dni: DniSettings }): VNode | null {
  const [preview, setPreview] = useState<CallPreview | undefined>();
  const { error, isBusy, save } = useLatest(async (form: HTMLFormElement) => {
    const values = valuesOf(form);
    const [from, at] = [String(values['/from'] ?? ''), String(values['/at'] ?? '')];
    const answer = await ask<CallPreview>(companyPath('/calls/preview'), {
      method: 'POST',
      body: {
        number: values['/number'],
        settings: currentPhone(),
        ...(from === '' ? {} : { from: typedPhone(from) }),
        ...(at === '' ? {} : { at: new Date(at).toISOString() }),
      },
    });
    setPreview(answer.body);
  });
  const numbers = numbersOf(settings, dni);
  if (numbers.length === 0) return null;
  return (
    <section aria-labelledby="trial">
      <h2 id="trial">Try a call</h2>
      <Form name="call-trial" class="card padded" error={error} isKept onSubmit={save}>
        <CallFields numbers={numbers} />
        <div class="row end">
          <button type="submit" class="button" disabled={isBusy}>
            Who rings?
          </button>
        </div>
        {preview !== undefined && <Told preview={preview} />}
      </Form>
    </section>
  );
}

function CallFields({ numbers }: { numbers: readonly string[] }): VNode {
  return (
    <div class="columns">
      <SelectField label="Number" name="/number">
        <Options of={numbers.map((number) => [number, formatPhone(number)])} />
      </SelectField>
      <TextField
        label="Caller (optional)"
        name="/from"
        type="tel"
        autocomplete="off"
        hint="Empty: withheld"
      />
      <TextField label="When (optional)" name="/at" type="datetime-local" hint="Empty: now" />
    </div>
  );
}

function Told({ preview }: { preview: CallPreview }): VNode {
  const names = useNames();
  return (
    <output>
      <Notice kind="info">
        <p>{callSentence(preview, names)}</p>
        <ul>
          {preview.steps.map(({ step, detail }) => (
            <li key={`${step}${detail}`}>{stepText(detail, preview, names)}</li>
          ))}
        </ul>
      </Notice>
    </output>
  );
}

function numbersOf(settings: PhoneSettings, dni: DniSettings): string[] {
  const listed = dni.numbers.flatMap((entry) => (isPool(entry) ? entry.phone_numbers : [entry.phone_number]));
  const all = [...listed, ...settings.unlisted_numbers, dni.default_number];
  return [...new Set(all.filter((number) => number !== ''))];
}
