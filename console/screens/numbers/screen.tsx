/** The DNI settings: numbers, locations and sources. Changes go into a draft, which the user reviews and publishes. */
import type { VNode } from 'preact';
import { useHomeCountry } from '../../forms/phone/home-country.ts';
import { Waiting } from '../../components/notice.tsx';
import { later } from '../../components/parts/lazy.tsx';
import { Read } from '../../components/read.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { place } from '../../address/router.ts';
import { mayWrite, user } from '../../api/user.ts';
import { DraftBar } from '../draft/draft-bar.tsx';
import type { DniSettings } from '../draft/dni-settings.ts';
import { useSettings } from '../draft/draft.ts';
import { EditDialog } from './edit-dialog.tsx';
import { LocationList } from '../places/location-list.tsx';
import { NumberList } from './number-list.tsx';
import { SourceList } from '../sources/source-list.tsx';

const TABS = [
  ['numbers', 'Numbers'],
  ['bought', 'Bought'],
  ['locations', 'Locations'],
  ['sources', 'Sources'],
  ['phone', 'Phone'],
  ['site', 'Site'],
  ['history', 'History'],
] as const;

type Tab = (typeof TABS)[number][0];

const ReadNumbers = later(async () => (await import('./read-numbers.tsx')).ReadNumbers);
const BoughtList = later<{ settings: DniSettings | undefined }>(
  async () => (await import('./bought/bought-list.tsx')).BoughtList,
);
const Site = later(async () => (await import('../site/site.tsx')).Site);
const History = later(async () => (await import('../draft/history.tsx')).History);
const Review = later(async () => (await import('../draft/review/review.tsx')).Review);
const PhoneSettings = later(async () => (await import('../phone/phone.tsx')).PhoneSettingsTab);

/** The numbers: to change, for managers those that the company has bought, and for those who only read. */
export function NumbersScreen(): VNode {
  if (!mayWrite()) return <ReadNumbers />;
  return user.value?.role_id === 'superadmin' ? <SettingsOfNumbers /> : <BoughtForManagers />;
}

function BoughtForManagers(): VNode {
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Bought numbers</h1>
      </div>
      <p class="soft">
        These were bought or imported here. Your company’s other numbers, its locations and its sources are in
        the settings; a super admin of your company can show and change them.
      </p>
      <BoughtList settings={undefined} />
    </>
  );
}

function SettingsOfNumbers(): VNode {
  const settings = useSettings();
  const country = useHomeCountry();
  const tab = place.value.rest[0] ?? 'numbers';
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Numbers</h1>
        {tab !== 'phone' && <DraftBar settings={settings} />}
      </div>
      <Tabs screen="numbers" label="Sections" tabs={TABS} current={tab} />
      <Read shown={settings.shown}>
        {() =>
          settings.settings && country !== undefined ? (
            <Part tab={tab as Tab} settings={settings.settings} />
          ) : (
            <Waiting />
          )
        }
      </Read>
      {place.value.over === 'review' && tab !== 'phone' && <Review settings={settings} />}
      {country !== undefined && <EditDialog />}
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
    case 'phone':
      return <PhoneSettings />;
    case 'bought':
      return <BoughtList settings={settings} />;
    case 'site':
      return <Site settings={settings} />;
    case 'history':
      return <History />;
    default:
      return <NumberList settings={settings} />;
  }
}
