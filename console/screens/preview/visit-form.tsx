/** The form for a test visit. Its choices are stored in the URL. */
import type { VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { Fault } from '../../api/api.ts';
import { Faults, SelectField, TextField } from '../../forms/fields.tsx';
import { go, withQuery } from '../../address/router.ts';
import { type Visit, WAYS } from '../draft/visits/visit.ts';
import type { FoundVisit } from './use-visit-place.ts';

interface VisitFormProps {
  found: FoundVisit;
  /** The pause in typing after which the visit changes, so that the server is not asked for each key. */
  pauseMs: number;
  /** The errors of its fields, by their parameters. */
  faults: readonly Fault[];
}

export function VisitForm({ found, pauseMs, faults }: VisitFormProps): VNode {
  const { visit, fault } = found;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (change: Record<string, string>): void => {
    const ask = (): void => go(withQuery(change), { replace: true });
    clearTimeout(timer.current);
    if (pauseMs === 0) ask();
    else timer.current = setTimeout(ask, pauseMs);
  };
  return (
    <form name="visit" class="card padded visit" onSubmit={(event) => event.preventDefault()}>
      <Faults.Provider value={fault === undefined ? faults : [faultOfPlace(fault)]}>
        <h2>A visitor</h2>
        <PlaceField found={found} later={later} />
        <SelectField
          label="Came by"
          name="/way"
          value={visit.way}
          onChange={(event) => go(withQuery({ way: event.currentTarget.value }), { replace: true })}
        >
          {WAYS.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        {visit.way === 'own' && <OwnAddress visit={visit} later={later} />}
      </Faults.Provider>
    </form>
  );
}

interface PlaceFieldProps {
  found: FoundVisit;
  later: (change: Record<string, string>) => void;
}

/** The postal code or the city, with cities to choose from. */
function PlaceField({ found: { visit, label, hint, choices }, later }: PlaceFieldProps): VNode {
  const cities = useId();
  return (
    <>
      <TextField
        label={label}
        name="/zip"
        autocomplete="off"
        defaultValue={visit.zip}
        placeholder={label === 'City' ? '' : '80302'}
        hint={hint}
        {...(label !== 'Postal code' && { list: cities })}
        onInput={(event) => later({ zip: event.currentTarget.value })}
      />
      <datalist id={cities}>
        {choices.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}

/** Returns the error of the field of the place. */
export function faultOfPlace(detail: string): Fault {
  return { parameter: 'zip', code: 'invalid_parameter', detail };
}

/** The fields for a visit by a custom URL. */
function OwnAddress({
  visit,
  later,
}: {
  visit: Visit;
  later: (change: Record<string, string>) => void;
}): VNode {
  return (
    <>
      <TextField
        label="Address of the page"
        name="/url"
        type="url"
        defaultValue={visit.url}
        placeholder="https://example.com/?utm_source=…"
        onInput={(event) => later({ url: event.currentTarget.value })}
      />
      <TextField
        label="Referring page"
        name="/referrer"
        type="url"
        defaultValue={visit.referrer}
        onInput={(event) => later({ referrer: event.currentTarget.value })}
      />
    </>
  );
}
