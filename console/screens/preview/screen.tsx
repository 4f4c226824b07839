/** The preview: the number that a visitor would see, with the reasons and a link to the setting behind each. */
import type { ComponentType, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { useDistanceUnit } from '../../api/distance-unit.ts';
import { type Fault, Refusal } from '../../api/api.ts';
import { Lazy } from '../../components/parts/lazy.tsx';
import { Empty, Failure, Waiting } from '../../components/notice.tsx';
import { Read } from '../../components/read.tsx';
import { distanceText } from '../../formats/distance.ts';
import { companyPath } from '../../api/company.ts';
import { pathTo, place } from '../../address/router.ts';
import { useResource } from '../../api/resource.ts';
import { user } from '../../api/user.ts';
import type { DniSettings } from '../draft/dni-settings.ts';
import { useSettings } from '../draft/draft.ts';
import type { Explanation } from './explanation.ts';
import { Sentence } from './sentence.tsx';
import { useExplained } from './use-explained.ts';
import { useVisitPlace } from './use-visit-place.ts';
import { EXAMPLE_DOMAIN, previewParameters, readVisit, type Visit } from '../draft/visits/visit.ts';
import { faultOfPlace, VisitForm } from './visit-form.tsx';
import { VisitList } from './visit-list.tsx';
import { Table } from '../../components/table.tsx';

const loadMap = async (): Promise<ComponentType> => (await import('./map/map.tsx')).PreviewMap;
/** The pause in typing after which the server is asked. */
const PAUSE_MS = 250;

/** A visit that is asked for until its place is known. */
const NOWHERE: Visit = { zip: '', way: 'typed', url: '', referrer: '' };

export function PreviewScreen(): VNode {
  const visit = readVisit(place.value.query);
  return (
    <>
      <div class="head">
        <h1 tabIndex={-1}>Preview</h1>
      </div>
      {user.value?.role_id === 'superadmin' ? <WithSettings visit={visit} /> : <AsPublished visit={visit} />}
    </>
  );
}

/** For users who may change the settings: decides in the browser, with the draft and saved test visits. */
function WithSettings({ visit }: { visit: Visit }): VNode {
  const all = useSettings();
  const { shown, settings } = all;
  const found = useVisitPlace(visit, useCountries(settings));
  const explained = useExplained(all, found);
  if (shown.data !== undefined && settings?.default_number === '') {
    return (
      <Empty icon="preview" text="Nothing to preview yet. First set the default number of your pages.">
        <a class="button" href={pathTo('numbers', 'site')}>
          Set the default number
        </a>
      </Empty>
    );
  }
  return (
    <div class="preview">
      <div class="column">
        <VisitForm found={found} pauseMs={0} faults={zipFaults(explained)} />
        <VisitList found={found} />
      </div>
      <div class="column">
        <Read shown={shown}>{() => <Explained {...explained} />}</Read>
      </div>
      {found.hasCodes && (
        <div class="whole">
          <Lazy load={loadMap} />
        </div>
      )}
    </div>
  );
}

/** Returns the countries of the company and its locations; undefined until they are known. */
function useCountries(settings: DniSettings | undefined): readonly string[] | undefined {
  const { data, failure } = useResource<{ default_region: string }>(companyPath('/settings'));
  const home = data?.default_region ?? (failure === undefined ? undefined : '');
  return home === undefined
    ? undefined
    : [home, ...(settings?.locations ?? []).map(({ country }) => country)];
}

function zipFaults({ fault }: ReturnType<typeof useExplained>): Fault[] {
  return fault === undefined ? [] : [faultOfPlace(fault)];
}

/** The number that a visitor sees, with the reasons. */
function Explained({ explanation, before, isFormer, failure }: ReturnType<typeof useExplained>): VNode {
  // A retry needs a reload, because browsers remember a failed module.
  if (failure !== undefined) return <Failure error={failure} retry={() => location.reload()} />;
  if (explanation === undefined) return <Waiting />;
  return (
    <div class={isFormer ? 'is-former' : ''} aria-busy={isFormer}>
      <Sentence explanation={explanation} before={before} />
      <Candidates explanation={explanation} />
    </div>
  );
}

/** For users who may not read the settings: the server decides by the published settings. */
function AsPublished({ visit }: { visit: Visit }): VNode {
  // The answer for a visitor from here names the countries, as this user may not read the settings.
  const here = useResource<Explanation | null>(`/dni/preview/${place.value.company}?or_null=1`);
  const countries =
    here.data?.location.candidates.map(({ country }) => country) ??
    (here.failure === undefined ? undefined : []);
  const found = useVisitPlace(visit, countries);
  const asked = useRef<Visit>(NOWHERE);
  // Until the city is found, the previous visit stays.
  if (found.isKnown) asked.current = found.visit;
  const parameters = previewParameters(asked.current, EXAMPLE_DOMAIN);
  // Asks for null instead of 404 before anything is published, because browsers log every 404 as an error.
  parameters.set('or_null', '1');
  const shown = useResource<Explanation | null>(`/dni/preview/${place.value.company}?${parameters}`);
  const { failure } = shown;
  if (shown.data === null) {
    return <Empty icon="preview" text="Nothing to preview yet. The company has no numbers." />;
  }
  return (
    <div class="preview">
      <VisitForm
        found={found}
        pauseMs={PAUSE_MS}
        faults={failure instanceof Refusal ? (failure.problem.errors ?? []) : []}
      />
      <div class={shown.isFormer ? 'is-former' : ''} aria-busy={shown.isFormer || shown.isBusy}>
        <Read shown={shown}>
          {(explanation) =>
            explanation && (
              <>
                <Sentence explanation={explanation} />
                <Candidates explanation={explanation} />
              </>
            )
          }
        </Read>
      </div>
    </div>
  );
}

function Candidates({ explanation: { location } }: { explanation: Explanation }): VNode | null {
  const unit = useDistanceUnit() ?? 'km';
  if (location.candidates.length < 2) return null;
  return (
    <section class="card candidates">
      <Table
        caption="The closest locations"
        captionClass=""
        columns={[
          'Location',
          { label: 'Distance', class: 'number' },
          { label: 'In its service area', class: 'on-medium' },
          'Open now',
        ]}
      >
        {location.candidates.slice(0, 8).map((candidate) => (
          <tr
            key={candidate.location_id}
            aria-current={candidate.location_id === location.location_id ? 'true' : undefined}
          >
            <th scope="row">{candidate.name}</th>
            <td class="number nowrap">
              {candidate.distance_km === null ? '' : distanceText(candidate.distance_km, unit)}
            </td>
            <td class="on-medium">{candidate.service_area === null ? '' : 'Yes'}</td>
            <td>{openNow(candidate.open)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function openNow(open: boolean | null): VNode | string {
  if (open === null) return <span class="soft">Hours unknown</span>;
  return open ? 'Yes' : 'No';
}
