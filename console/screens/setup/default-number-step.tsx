/** The first step: the number printed on the pages, and the site. */
import { domainOf } from '../../formats/domain.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask, thisSave } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { Form, Submit, TextField } from '../../forms/fields.tsx';
import { textOf, valuesOf } from '../../forms/form-values.ts';
import { Notice } from '../../components/notice.tsx';
import { atFields, refusalAt, useSaving } from '../../forms/saving.ts';
import { formatPhone } from '../../components/text/values.tsx';
import { pathTo } from '../../address/router.ts';
import { resource, useResource } from '../../api/resource.ts';
import { type SetupFacts, setupPath } from '../../api/setup.ts';
import { isTyped } from '../../typed/typed.ts';
import { typedPhone } from '../../forms/phone/home-country.ts';
import { isPhone } from '../../forms/phone/e164.ts';
import { ZoneField } from '../../forms/lists/zone-field.tsx';
import type { DniSettings } from '../draft/dni-settings.ts';
import { useProposedZone } from '../places/proposed-zone.ts';
import { changeDraft, publishedPath } from '../draft/draft.ts';
import { publishDraft } from '../draft/publishing.ts';
import type { StepProps } from './step.ts';

export function DefaultNumberStep({ facts, settings }: StepProps): VNode {
  const { default_number: number, domains } = facts;
  const [isBegun, begin] = useState(false);
  if (number === null || isBegun)
    return (
      <FirstSettings
        published={number}
        locations={(settings.settings ?? settings.published).locations}
        begin={begin}
      />
    );
  return (
    <p>
      <b>{formatPhone(number)}</b> is printed on{' '}
      {domains.length === 0 ? 'your pages; any site is allowed' : <b>{domains.join(', ')}</b>}.{' '}
      <a href={pathTo('numbers', 'site')}>Change</a>
    </p>
  );
}

/** Where the company's zone is. */
const OPTIONS = '/settings';

interface CompanyOptions {
  time_zone: string | null;
}

interface FirstProps {
  locations: DniSettings['locations'];
  /** The number that another user has published in the meantime. */
  published: string | null;
  /** Called with whether the user has typed something, which then stays. */
  begin: (isTyped: boolean) => void;
}

/** Publishes the first settings at once: visitors see no change before the tag is on a page. */
function FirstSettings({ published, locations, begin }: FirstProps): VNode {
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const goOn = thisSave();
    const first = readFirst(form);
    await refuseConflict(published, first.default_number);
    changeDraft((settings) => {
      const { default_number: number } = first;
      const others = settings.targets.filter((target) => target.number !== number);
      return { ...settings, ...first, targets: [{ number }, ...others] };
    });
    await goOn(publishDraft).catch((refusal: unknown) => {
      // It is the first of the printed numbers, too.
      throw atFields(refusal, (pointer) => pointer.replace(/^\/targets\/0\b.*/, '/default_number'));
    });
    await saveZone(textOf(valuesOf(form), '/time_zone'));
    begin(isTyped(form));
  });
  return (
    <Form name="default-number" error={error} onInput={() => begin(true)} onSubmit={save}>
      {published !== null && <Meanwhile number={published} />}
      <div class="columns">
        <TextField
          label="The number on your pages"
          name="/default_number"
          type="tel"
          autocomplete="off"
          hint="Visitors see it when no other number fits."
        />
        <TextField
          label="Your site"
          name="/domains"
          autocomplete="off"
          hint="Such as acme.com, with its subdomains. Leave empty to allow any site."
        />
      </div>
      <ZoneQuestion locations={locations} />
      <Submit disabled={isBusy}>Save</Submit>
    </Form>
  );
}

/** Asks for the zone of a company that has none. */
function ZoneQuestion({ locations }: Pick<FirstProps, 'locations'>): VNode | null {
  const { data: options } = useResource<CompanyOptions>(companyPath(OPTIONS));
  const zone = useProposedZone({ locations });
  if (options?.time_zone !== null) return null;
  return (
    <ZoneField
      label="Time zone of the company"
      name="/time_zone"
      defaultValue={zone}
      none="That of the default location"
      hint="The days of its reports begin at midnight there."
    />
  );
}

/** Reads the form. @throws Refusal */
function readFirst(form: HTMLFormElement): Pick<DniSettings, 'default_number' | 'domains'> {
  const values = valuesOf(form);
  const number = typedPhone(textOf(values, '/default_number'));
  const domain = domainOf(textOf(values, '/domains'));
  if (!isPhone(number)) {
    throw refusalAt('/default_number', 'Enter the number printed on your pages.');
  }
  if (domain === undefined) throw refusalAt('/domains', 'Enter the address of your site, such as acme.com.');
  return { default_number: number, domains: domain === '' ? [] : [domain] };
}

/** Saves the zone of a company that has none. @param zone '' if it was not asked for */
async function saveZone(zone: string): Promise<void> {
  if (zone === '') return;
  const options = resource<CompanyOptions>(companyPath(OPTIONS));
  const { body, etag: ifMatch } = options.answer.peek() ?? {};
  if (body?.time_zone !== null) return;
  const zoned = { ...body, time_zone: zone };
  options.replace(await ask(companyPath(OPTIONS), { method: 'PUT', body: zoned, ifMatch }));
}

/**
 * Checks first whether somebody else has set a number, because settings that do not exist have no version to save over.
 * @throws Refusal
 */
async function refuseConflict(shown: string | null, mine: string): Promise<void> {
  const facts = resource<SetupFacts>(setupPath());
  await facts.refresh();
  const now = facts.answer.value?.body.default_number ?? null;
  if (now === shown || now === mine) return;
  // Rebases the draft on the settings that they published.
  await resource<DniSettings | null>(publishedPath()).refresh();
  throw refusalAt(
    '/default_number',
    'Somebody else set a number in the meantime. If you save again, your number replaces theirs.',
  );
}

function Meanwhile({ number }: { number: string }): VNode {
  return (
    <Notice kind="warning">
      Somebody else set {formatPhone(number)} in the meantime. If you save, your number replaces it.
    </Notice>
  );
}
