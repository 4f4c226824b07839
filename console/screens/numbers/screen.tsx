/** The DNI settings: numbers, locations and sources. Changes go into a draft, which the user reviews and publishes. */
import type { VNode } from 'preact';
import { Read } from '../../components/read.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { place } from '../../address/router.ts';
import { DraftBar } from './draft/draft-bar.tsx';
import { useSettings } from './draft/draft.ts';
import { EditDialog } from './entries/edit-dialog.tsx';
import { History } from './draft/history.tsx';
import { LocationList } from './entries/location-list.tsx';
import { NumberList } from './entries/number-list.tsx';
import { Review } from './draft/review.tsx';
import { Site } from './site/site.tsx';
import { SourceList } from './entries/source-list.tsx';

const TABS = [
  ['numbers', 'Numbers'],
  ['locations', 'Locations'],
  ['sources', 'Sources'],
  ['site', 'Site'],
  ['history', 'History'],
] as const;

type Tab = (typeof TABS)[number][0];

export function NumbersScreen(): VNode {
  const settings = useSettings();
  const tab = place.value.rest[0] ?? 'numbers';
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Numbers</h1>
        <DraftBar settings={settings} />
      </div>
      <Tabs screen="numbers" label="Sections" tabs={TABS} current={tab} />
      <Read shown={settings.shown}>
        {() => settings.settings && <Part tab={tab as Tab} settings={settings.settings} />}
      </Read>
      {place.value.over === 'review' && <Review settings={settings} />}
      <EditDialog />
    </>
  );
}

function Part({
  tab,
  settings,
}: {
  tab: Tab;
  settings: NonNullable<ReturnType<typeof useSettings>['settings']>;
}): VNode {
  switch (tab) {
    case 'locations':
      return <LocationList settings={settings} />;
    case 'sources':
      return <SourceList settings={settings} />;
    case 'site':
      return <Site settings={settings} />;
    case 'history':
      return <History />;
    default:
      return <NumberList settings={settings} />;
  }
}
