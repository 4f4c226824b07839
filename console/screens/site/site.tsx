/** The settings of the site: printed numbers, domains, and the rules between several numbers. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Refusal } from '../../api/api.ts';
import { useDistanceUnit } from '../../api/distance-unit.ts';
import { CheckField, Form, SelectField, TextAreaField, TextField } from '../../forms/fields.tsx';
import { textOf, valuesOf } from '../../forms/form-values.ts';
import { conflict, conflictsOf, differing } from '../../forms/save-members.ts';
import { Waiting } from '../../components/notice.tsx';
import { toast } from '../../components/over/toasts.tsx';
import { type DistanceUnit, readDistance, typedDistance, UNIT_NAMES } from '../../formats/distance.ts';
import { domainOf } from '../../formats/domain.ts';
import { refusalAt } from '../../forms/saving.ts';
import { settleForm } from '../../typed/typed.ts';
import { phoneInField, typedPhone } from '../../forms/phone/home-country.ts';
import { isPhone } from '../../forms/phone/e164.ts';
import type { DniSettings, DniTarget } from '../draft/dni-settings.ts';
import { changeDraft } from '../draft/draft.ts';
import { LocationField } from '../draft/editing/use-fields.tsx';
import { SeenSites } from './seen-sites.tsx';
import { Kept } from './kept-fields.tsx';
import { SiteCheck } from './site-check.tsx';
import { Snippets } from './snippets.tsx';

export function Site({ settings }: { settings: DniSettings }): VNode {
  const unit = useDistanceUnit();
  return (
    <div class="site">
      {unit === undefined ? <Waiting /> : <SiteForm settings={settings} countryUnit={unit} />}
      <OnTheSite settings={settings} />
    </div>
  );
}

interface SiteFormProps {
  settings: DniSettings;
  countryUnit: DistanceUnit;
}

function SiteForm({ settings, countryUnit }: SiteFormProps): VNode {
  // The unit stays the same while the user types, even if somebody changes the company's country.
  const [unit] = useState(countryUnit);
  const [error, setError] = useState<unknown>();
  const { base, touch, seen, settle } = useSiteBase(settings);
  const save = (form: HTMLFormElement): void => {
    const read = readSite(valuesOf(form), base, unit);
    if (read instanceof Refusal) return setError(read);
    const change = differing(read, base);
    const faults = conflictsOf(change, { seen: seen.current, now: settings });
    seen.current = settings;
    if (faults.length > 0) return setError(conflict(faults));
    setError(undefined);
    settleForm(form);
    settle();
    const undo = changeDraft((now) => ({ ...now, ...change }));
    toast('Draft saved.', undo);
  };
  return (
    <>
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
        <Deciding settings={base} unit={unit} />
        <div class="row end">
          <button type="submit" class="button primary">
            Save to draft
          </button>
        </div>
      </Form>
    </>
  );
}

interface SiteBase {
  base: DniSettings;
  touch: () => void;
  /** The newest version of other users that this user has seen. */
  seen: { current: DniSettings };
  settle: () => void;
}

/** Returns the settings that the form was opened with: the newest until the user types. */
function useSiteBase(settings: DniSettings): SiteBase {
  const [base, setBase] = useState(settings);
  const isTouched = useRef(false);
  const seen = useRef(settings);
  if (base !== settings && !isTouched.current) setBase(settings);
  if (!isTouched.current) seen.current = settings;
  const mark = (touched: boolean) => (): void => {
    isTouched.current = touched;
  };
  return { base, touch: mark(true), seen, settle: mark(false) };
}

function Printed({ settings }: { settings: DniSettings }): VNode {
  return (
    <>
      <h2>Printed on the pages</h2>
      <TextField
        label="Default number"
        name="/default_number"
        type="tel"
        defaultValue={phoneInField(settings.default_number)}
        hint="The number printed on your pages now. Visitors see it when no other number fits."
      />
      <TextAreaField
        label="Other printed numbers"
        name="/targets"
        defaultValue={targetLines(settings)}
        hint="One per line. For a branch’s own number, add the name of the branch: (512) 555-0140 Austin"
      />
      <TextAreaField
        label="Domains"
        name="/domains"
        defaultValue={settings.domains.join('\n')}
        hint="One per line, without https://. Subdomains are included. Leave empty to allow any site."
      />
    </>
  );
}

function Deciding({ settings, unit }: { settings: DniSettings; unit: DistanceUnit }): VNode {
  return (
    <>
      <h2>Rules</h2>
      <SelectField
        label="When one number fits the source and another the location"
        name="/prefer"
        defaultValue={settings.prefer}
      >
        <option value="source">Show the source’s number</option>
        <option value="location">Show the location’s number</option>
      </SelectField>
      <LocationField
        settings={settings}
        value={settings.default_location_id}
        name="/default_location_id"
        label="When a visitor’s place is unknown"
        none="Use the first location"
      />
      <CheckField
        label="Prefer open locations to closer ones that are closed"
        name="/prefer_open"
        defaultChecked={settings.prefer_open}
      />
      <TextField
        label={`Maximum distance, in ${UNIT_NAMES[unit]}`}
        name="/max_distance_km"
        inputMode="decimal"
        defaultValue={typedDistance(settings.max_distance_km, unit)}
        hint="Leave empty for no limit."
      />
      <TextField
        label="Days a visitor keeps the same number"
        name="/cache_days"
        inputMode="numeric"
        defaultValue={String(settings.cache_days)}
      />
      <Kept settings={settings} />
    </>
  );
}

/** Shows where the tag was seen, a check of a page, and the code to paste. */
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

/** Returns the lines of the printed numbers other than the default one. */
function targetLines({ targets, locations, default_number: own }: DniSettings): string {
  return targets
    .filter(({ number, location_id: id }) => number !== own || id !== undefined)
    .map(({ number, location_id: id }) => {
      const named = locations.find(({ location_id: other }) => other === id)?.name ?? id ?? '';
      return `${phoneInField(number)} ${named}`.trim();
    })
    .join('\n');
}

function readSite(
  values: Record<string, string | boolean>,
  settings: DniSettings,
  unit: DistanceUnit,
): DniSettings | Refusal {
  const number = typedPhone(textOf(values, '/default_number'));
  if (!isPhone(number)) return refusalAt('/default_number', 'Enter the number printed on your pages.');
  const targets = readTargets(textOf(values, '/targets'), settings);
  if (typeof targets === 'string') return refusalAt('/targets', targets);
  const domains = readDomains(textOf(values, '/domains'), settings.domains);
  if (typeof domains === 'string') return refusalAt('/domains', domains);
  const { default_location_id: _, unasked_consent: __, ...rest } = settings;
  const unasked = textOf(values, '/unasked_consent');
  const fallback = textOf(values, '/default_location_id');
  return {
    ...rest,
    default_number: number,
    ...(fallback === '' ? {} : { default_location_id: fallback }),
    ...(unasked === 'analytics' || unasked === 'personalized_ads' ? { unasked_consent: unasked } : {}),
    targets: [{ number }, ...targets.filter((target) => target.number !== number)],
    domains,
    prefer: textOf(values, '/prefer') === 'location' ? 'location' : 'source',
    prefer_open: values['/prefer_open'] === true,
    max_distance_km: readDistance(textOf(values, '/max_distance_km'), unit, settings.max_distance_km),
    cache_days: Number(textOf(values, '/cache_days')),
    visits: values['/visits'] === true,
    forms: values['/forms'] === true,
  };
}

/** Reads the lines. @returns the domains, or the error of a line */
function readDomains(text: string, present: readonly string[]): string[] | string {
  const lines = text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // A host of an intranet, which the API takes, stays.
  const readLine = (line: string): string | undefined => (present.includes(line) ? line : domainOf(line));
  const wrong = lines.find((line) => readLine(line) === undefined);
  if (wrong !== undefined)
    return `“${wrong}” is not the address of a site. Enter it as acme.com, one per line.`;
  return [...new Set(lines.flatMap((line) => readLine(line) ?? []))];
}

/** Reads the lines. @returns the printed numbers, or the error of a line */
function readTargets(text: string, { locations }: DniSettings): DniTarget[] | string {
  const targets: DniTarget[] = [];
  for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
    const [written = ''] = /^[+\d\s().–-]+/.exec(line.trim()) ?? [];
    const name = line.trim().slice(written.length);
    const number = typedPhone(written);
    if (!isPhone(number)) return `“${line.trim()}” does not start with a phone number.`;
    const wanted = name.trim().toLowerCase();
    const location = locations.find(
      ({ location_id: id, name: called }) => called.toLowerCase() === wanted || id.toLowerCase() === wanted,
    );
    if (wanted !== '' && location === undefined) return `No location is named “${name.trim()}”.`;
    targets.push({ number, ...(location === undefined ? {} : { location_id: location.location_id }) });
  }
  return targets;
}
