/** The number that the pages print, and the site that they are on: what everything else stands on. */
import type { VNode } from 'preact';
import { Refusal } from '../../api.ts';
import { Form, TextField } from '../../components/fields.tsx';
import { valuesOf } from '../../components/form-values.ts';
import { useSaving } from '../../components/saving.ts';
import { formatPhone } from '../../components/values.tsx';
import { pathTo } from '../../router.ts';
import { toE164 } from '../numbers/dni-settings.ts';
import { changeDraft, publishDraft } from '../numbers/draft.ts';
import { textOf } from '../numbers/entry-form.tsx';
import type { StepProps } from './step.ts';

export function DefaultNumberStep({ facts }: StepProps): VNode {
  const { default_number: number, domains } = facts;
  if (number === null) return <FirstSettings />;
  return (
    <p>
      <b>{formatPhone(number)}</b> is printed on{' '}
      {domains.length === 0 ? 'your pages; any site may ask for numbers' : <b>{domains.join(', ')}</b>}.{' '}
      <a href={pathTo('numbers', 'site')}>Change</a>
    </p>
  );
}

/** Published at once: nobody sees anything of it before the tag is on a page. */
function FirstSettings(): VNode {
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const values = valuesOf(form);
    const number = toE164(textOf(values, '/default_number'));
    const domain = domainOf(textOf(values, '/domains'));
    if (!/^\+[1-9]\d{6,14}$/.test(number)) {
      throw refusal('/default_number', 'Write the number that is printed on your pages.');
    }
    if (domain === undefined) throw refusal('/domains', 'Write the address of your site, such as acme.com.');
    changeDraft((settings) => ({
      ...settings,
      default_number: number,
      targets: [{ number }],
      domains: domain === '' ? [] : [domain],
    }));
    await publishDraft();
  });
  return (
    <Form error={error} onSubmit={save}>
      <div class="columns">
        <TextField
          label="The number on your pages"
          name="/default_number"
          type="tel"
          autocomplete="off"
          hint="Whoever no other number is for keeps seeing it."
        />
        <TextField
          label="Your site"
          name="/domains"
          autocomplete="off"
          hint="For instance acme.com, with everything below it. Empty: any site may ask."
        />
      </div>
      <button type="submit" class="button primary" disabled={isBusy}>
        Save
      </button>
    </Form>
  );
}

/** The domain of an address as people write it: `www.acme.com/contact` is on `acme.com`; undefined for none. */
function domainOf(text: string): string | undefined {
  if (text === '') return '';
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  return url === null ? undefined : url.hostname.replace(/^www\./, '');
}

function refusal(pointer: string, detail: string): Refusal {
  const problem = { code: 'invalid', title: 'Invalid', detail, status: 400 };
  return new Refusal({ ...problem, errors: [{ pointer, code: 'invalid', detail }] }, undefined);
}
