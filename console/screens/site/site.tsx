/** The settings of the site: printed numbers, domains, and the rules between several numbers. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Refusal } from '../../api/api.ts';
import { useDistanceUnit } from '../../api/distance-unit.ts';
import { CheckField, Form, SelectField, Submit, TextAreaField, TextField } from '../../forms/fields.tsx';
import { valuesOf } from '../../forms/form-values.ts';
import { conflict, conflictsOf, differing } from '../../forms/save-members.ts';
import { Waiting } from '../../components/notice.tsx';
import { toast } from '../../components/over/toasts.tsx';
import { type DistanceUnit, typedDistance, UNIT_NAMES } from '../../formats/distance.ts';
import { settleForm } from '../../typed/typed.ts';
import { phoneInField } from '../../forms/phone/home-country.ts';
import type { DniSettings } from '../draft/dni-settings.ts';
import { changeDraft } from '../draft/draft.ts';
import { LocationField } from '../draft/editing/use-fields.tsx';
import { SeenSites } from './seen-sites.tsx';
import { Kept } from './kept-fields.tsx';
import { readSite } from './read-site.ts';
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
    const undo = changeDraft((now) => {
      const next = { ...now, ...change };
      // A choice that was taken back, such as the location for unknown places.
      for (const name of Object.keys(base)) if (!(name in read)) Reflect.deleteProperty(next, name);
      return next;
    });
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
          <Submit>Save to draft</Submit>
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
        label="Numbers that stay as they are"
        name="/other_numbers"
        defaultValue={(settings.other_numbers ?? []).map(phoneInField).join('\n')}
        hint="One per line: a fax, or somebody else’s. You are told of other numbers on your pages that nobody tracks."
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
