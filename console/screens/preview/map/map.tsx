/**
 * The map: the location of each postal code under the settings with the draft, with gaps and overlaps, and a table with
 * the same contents.
 */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure } from '../../../components/notice.tsx';
import { go, place, withQuery } from '../../../address/router.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import { BranchTable } from './branch-table.tsx';
import { useSettings } from '../../draft/draft.ts';
import { finding, progressOf } from './finding.ts';
import { Legend } from './legend.tsx';
import { MapCanvas } from './map-canvas.tsx';
import type { Filter } from './map-drawing.ts';
import type { MapCountry } from './map-messages.ts';
import { useWinners } from './use-winners.ts';

export function PreviewMap(): VNode | null {
  const { settings } = useSettings();
  if (settings === undefined || settings.locations.length === 0) return null;
  return <MapOf settings={settings} />;
}

function MapOf({ settings }: { settings: DniSettings }): VNode {
  const country = countryOf(settings);
  const { winners, known, failure } = useWinners(settings, country);
  // The element under the pointer takes precedence over the pressed one.
  const [pointed, point] = useState<Filter>();
  const [pressed, press] = useState<Filter>();
  useEffect(() => {
    point(undefined);
    press(undefined);
  }, [settings, country]);
  const filter = pointed ?? pressed;
  const choosing = { pressed, point, press };
  return (
    <section class="card map" aria-labelledby="map-heading">
      <div class="map-head">
        <h2 id="map-heading">Postal codes by location</h2>
        <CountryChoice country={country} />
      </div>
      {failure !== undefined && <Failure error={failure} retry={() => location.reload()} />}
      <figure>
        <MapCanvas winners={winners} known={known} settings={settings} country={country} filter={filter} />
        <figcaption>
          {winners?.isWhole ? finding(winners, settings) : progressOf(winners)}{' '}
          {country === 'US' && (
            <span class="soft">Islands and military postal codes are not on the map.</span>
          )}
        </figcaption>
      </figure>
      {winners?.isWhole === true && (
        <>
          <Legend winners={winners} {...choosing} />
          <BranchTable winners={winners} settings={settings} {...choosing} />
        </>
      )}
    </section>
  );
}

/** Returns the country in the URL, else the country with the most locations. */
function countryOf({ locations }: DniSettings): MapCountry {
  const asked = place.value.query.get('map');
  if (asked === 'US' || asked === 'CA') return asked;
  const canadian = locations.filter(({ country }) => /^(?:ca|can|canada)$/i.test(country.trim()));
  return canadian.length * 2 > locations.length ? 'CA' : 'US';
}

function CountryChoice({ country }: { country: MapCountry }): VNode {
  return (
    <label class="map-country">
      <span class="unseen">Country of the map</span>
      <select
        value={country}
        onChange={(event) => go(withQuery({ map: event.currentTarget.value }), { replace: true })}
      >
        <option value="US">United States</option>
        <option value="CA">Canada</option>
      </select>
    </label>
  );
}
