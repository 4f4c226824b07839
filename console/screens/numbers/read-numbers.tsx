/** The published numbers, locations and sources, and where the tag was seen, for those who only read. */
import type { VNode } from 'preact';
import { useDistanceUnit } from '../../api/distance-unit.ts';
import { useResource } from '../../api/resource.ts';
import { Empty } from '../../components/notice.tsx';
import { Read } from '../../components/read.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Fact } from '../../components/text/fact.tsx';
import { place } from '../../address/router.ts';
import { formatPhone } from '../../components/text/values.tsx';
import { type DniSettings, locationName } from '../draft/dni-settings.ts';
import { publishedPath } from '../draft/draft.ts';
import { LocationList } from '../places/location-list.tsx';
import { NumberList } from './number-list.tsx';
import { SourceList } from '../sources/source-list.tsx';
import { SeenSites } from '../site/seen-sites.tsx';
import { distanceText } from '../../formats/distance.ts';

const TABS = [
  ['numbers', 'Numbers'],
  ['locations', 'Locations'],
  ['sources', 'Sources'],
  ['site', 'Site'],
] as const;

export function ReadNumbers(): VNode {
  const shown = useResource<DniSettings | null>(publishedPath());
  const tab = place.value.rest[0] ?? 'numbers';
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Numbers</h1>
      </div>
      <Tabs screen="numbers" label="Sections" tabs={TABS} current={tab} />
      <Read shown={shown}>
        {(settings) =>
          settings === null ? (
            <Empty icon="numbers" text="No numbers yet." />
          ) : (
            <Part tab={tab} settings={settings} />
          )
        }
      </Read>
    </>
  );
}

function Part({ tab, settings }: { tab: string; settings: DniSettings }): VNode {
  switch (tab) {
    case 'locations':
      return <LocationList settings={settings} />;
    case 'sources':
      return <SourceList settings={settings} />;
    case 'site':
      return <Site settings={settings} />;
    default:
      return <NumberList settings={settings} />;
  }
}

function Site({ settings }: { settings: DniSettings }): VNode {
  const unit = useDistanceUnit() ?? 'km';
  const { default_number: number, domains, default_location_id: location } = settings;
  return (
    <div class="site">
      <section class="card padded">
        <h2>Printed on the pages</h2>
        <dl class="facts">
          <Fact label="Default number">{formatPhone(number)}</Fact>
          <Fact label="Domains">{domains.length === 0 ? 'any' : domains.join(', ')}</Fact>
        </dl>
        <h2>Rules</h2>
        <dl class="facts">
          <Fact label="When one number fits the source and another the location">
            {settings.prefer === 'source' ? 'The source’s number' : 'The location’s number'}
          </Fact>
          <Fact label="When a visitor’s place is unknown">
            {location === undefined ? 'The first location' : locationName(settings, location)}
          </Fact>
          <Fact label="Maximum distance">
            {settings.max_distance_km === null ? 'None' : distanceText(settings.max_distance_km, unit)}
          </Fact>
          <Fact label="Days a visitor keeps the same number">{settings.cache_days}</Fact>
        </dl>
      </section>
      <SeenSites />
    </div>
  );
}
