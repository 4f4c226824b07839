/** The site: the numbers that are printed on it, its domains, and what decides where several numbers would do. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Refusal } from '../../api.ts';
import { CheckField, Form, SelectField, TextAreaField, TextField } from '../../components/fields.tsx';
import { valuesOf } from '../../components/form-values.ts';
import { conflict, conflictsOf, differing } from '../../components/save-members.ts';
import { toast } from '../../components/toasts.tsx';
import { formatPhone } from '../../components/values.tsx';
import { settleForm } from '../../typed.ts';
import { type DniSettings, type DniTarget, toE164 } from './dni-settings.ts';
import { changeDraft, currentSettings, restoreDraft } from './draft.ts';
import { LocationField } from './edit-number.tsx';
import { textOf } from './entry-form.tsx';
import { SeenSites } from './seen-sites.tsx';
import { SiteCheck } from './site-check.tsx';
import { Snippets } from './snippets.tsx';

export function Site({ settings }: { settings: DniSettings }): VNode {
  const [error, setError] = useState<unknown>();
  const { base, touch, told, settle } = useSiteBase(settings);
  const save = (form: HTMLFormElement): void => {
    const read = readSite(valuesOf(form), base);
    if (read instanceof Refusal) return setError(read);
    const change = differing(read, base);
    const faults = conflictsOf(change, { told: told.current, now: settings });
    told.current = settings;
    if (faults.length > 0) return setError(conflict(faults));
    setError(undefined);
    settleForm(form);
    settle();
    const before = currentSettings();
    changeDraft((now) => ({ ...now, ...change }));
    toast('The draft is changed.', () => Promise.resolve(restoreDraft(before)));
  };
  return (
    <div class="site">
      {/* Anew when the draft is thrown away or somebody else has published, unless somebody is typing. */}
      <Form
        key={JSON.stringify(base)}
        name="site"
        error={error}
        onInput={touch}
        onSubmit={save}
        class="card padded"
      >
        <Printed settings={base} />
        <Deciding settings={base} />
        <div class="row end">
          <button type="submit" class="button primary">
            Change the draft
          </button>
        </div>
      </Form>
      <OnTheSite settings={settings} />
    </div>
  );
}

interface SiteBase {
  base: DniSettings;
  touch: () => void;
  /** What others have published, as far as somebody was told of it here. */
  told: { current: DniSettings };
  settle: () => void;
}

/** What the form began from: the newest settings, until somebody types. */
function useSiteBase(settings: DniSettings): SiteBase {
  const [base, setBase] = useState(settings);
  const isTouched = useRef(false);
  const told = useRef(settings);
  if (base !== settings && !isTouched.current) setBase(settings);
  if (!isTouched.current) told.current = settings;
  const mark = (touched: boolean) => (): void => {
    isTouched.current = touched;
  };
  return { base, touch: mark(true), told, settle: mark(false) };
}

function Printed({ settings }: { settings: DniSettings }): VNode {
  return (
    <>
      <h2>Printed on the pages</h2>
      <TextField
        label="Default number"
        name="/default_number"
        type="tel"
        defaultValue={formatPhone(settings.default_number)}
        hint="The number in the HTML of your pages. Whoever no other number is for keeps seeing it."
      />
      <TextAreaField
        label="Further printed numbers"
        name="/targets"
        defaultValue={targetLines(settings)}
        hint="One a line; a branch’s own number with the name of the branch after it: (512) 555-0140 Austin"
      />
      <TextAreaField
        label="Domains"
        name="/domains"
        defaultValue={settings.domains.join('\n')}
        hint="One a line, without https://. Subdomains are included; with none, any site may ask."
      />
    </>
  );
}

function Deciding({ settings }: { settings: DniSettings }): VNode {
  return (
    <>
      <h2>What decides</h2>
      <SelectField
        label="When one number fits the source and another the location"
        name="/prefer"
        defaultValue={settings.prefer}
      >
        <option value="source">the source’s number is shown</option>
        <option value="location">the location’s number is shown</option>
      </SelectField>
      <LocationField
        settings={settings}
        value={settings.default_location_id}
        name="/default_location_id"
        label="When nobody knows where a visitor is"
        none="The first location"
      />
      <CheckField
        label="A location that is open now before a closer one that is closed"
        name="/prefer_open"
        defaultChecked={settings.prefer_open}
      />
      <TextField
        label="Furthest location, in kilometres"
        name="/max_distance_km"
        inputMode="decimal"
        defaultValue={settings.max_distance_km === null ? '' : String(settings.max_distance_km)}
        hint="Empty: however far away."
      />
      <TextField
        label="Days that a visitor keeps the number"
        name="/cache_days"
        inputMode="numeric"
        defaultValue={String(settings.cache_days)}
      />
    </>
  );
}

/** How it stands on the site: what was seen, a check of a page, and what to paste. */
function OnTheSite({ settings }: { settings: DniSettings }): VNode {
  const [domain] = settings.domains;
  return (
    <div class="site-side">
      <SeenSites />
      <SiteCheck page={domain === undefined ? '' : `https://${domain}/`} />
      <section class="card padded">
        <h2>The tag</h2>
        <Snippets />
      </section>
    </div>
  );
}

/** The printed numbers beside the default one. */
function targetLines({ targets, locations, default_number: own }: DniSettings): string {
  return targets
    .filter(({ number, location_id: id }) => number !== own || id !== undefined)
    .map(({ number, location_id: id }) => {
      const named = locations.find(({ location_id: other }) => other === id)?.name ?? id ?? '';
      return `${formatPhone(number)} ${named}`.trim();
    })
    .join('\n');
}

function readSite(values: Record<string, string | boolean>, settings: DniSettings): DniSettings | Refusal {
  const number = toE164(textOf(values, '/default_number'));
  const isNumber = /^\+[1-9]\d{6,14}$/.test(number);
  if (!isNumber) return refusal('/default_number', 'Write the number that is printed on your pages.');
  const targets = readTargets(textOf(values, '/targets'), settings);
  if (typeof targets === 'string') return refusal('/targets', targets);
  const distance = textOf(values, '/max_distance_km');
  const { default_location_id: _, ...rest } = settings;
  const fallback = textOf(values, '/default_location_id');
  return {
    ...rest,
    default_number: number,
    ...(fallback === '' ? {} : { default_location_id: fallback }),
    targets: [{ number }, ...targets.filter((target) => target.number !== number)],
    domains: textOf(values, '/domains')
      .split(/[\s,]+/)
      .map((domain) =>
        domain
          .replace(/^https?:\/\//, '')
          .replace(/\/.*$/, '')
          .toLowerCase(),
      )
      .filter((domain) => domain !== ''),
    prefer: textOf(values, '/prefer') === 'location' ? 'location' : 'source',
    prefer_open: values['/prefer_open'] === true,
    max_distance_km: distance === '' ? null : Number(distance),
    cache_days: Number(textOf(values, '/cache_days')),
  };
}

/** @returns the printed numbers, or what is wrong with a line */
function readTargets(text: string, { locations }: DniSettings): DniTarget[] | string {
  const targets: DniTarget[] = [];
  for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
    const [, written = '', name = ''] = /^([+\d\s().–-]+)(.*)$/.exec(line.trim()) ?? [];
    const number = toE164(written);
    if (!/^\+[1-9]\d{6,14}$/.test(number)) return `“${line.trim()}” does not begin with a phone number.`;
    const wanted = name.trim().toLowerCase();
    const location = locations.find(
      ({ location_id: id, name: called }) => called.toLowerCase() === wanted || id.toLowerCase() === wanted,
    );
    if (wanted !== '' && location === undefined) return `No location is called “${name.trim()}”.`;
    targets.push({ number, ...(location === undefined ? {} : { location_id: location.location_id }) });
  }
  return targets;
}

function refusal(pointer: string, detail: string): Refusal {
  const problem = { code: 'invalid', title: 'Invalid', detail, status: 400 };
  return new Refusal({ ...problem, errors: [{ pointer, code: 'invalid', detail }] }, undefined);
}
