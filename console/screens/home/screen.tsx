/** Home: today, and a period beside the one before, the last 30 days unless another is chosen. */
import type { VNode } from 'preact';
import { companyPath } from '../../api/company.ts';
import { type Shown, useResource } from '../../api/resource.ts';
import { go, pathTo, place, withQuery } from '../../address/router.ts';
import { Empty } from '../../components/notice.tsx';
import { Read } from '../../components/read.tsx';
import { Icon } from '../../components/icon.tsx';
import { SilentNotice } from '../phone/silent-notice.tsx';
import { AstrayNotice } from '../numbers/bought/astray-notice.tsx';
import { Choice } from '../reports/report/choice.tsx';
import { LineCard } from '../reports/figures/line-card.tsx';
import { todayIn } from '../reports/figures/today.ts';
import { ChosenFilters } from '../reports/figures/chosen-filters.tsx';
import { filtersIn } from '../reports/figures/report-path.ts';
import { comparedTitle, type ReportBody } from '../reports/figures/report.ts';
import {
  DEFAULT_PERIOD,
  homePaths,
  type Period,
  periodIn,
  PERIODS,
  periodWords,
  type Ranking,
  TILES,
  tilesOf,
} from './home-query.ts';
import { MissedHours } from './missed-hours.tsx';
import { RankingCard } from './ranking.tsx';
import { Tiles } from './tiles.tsx';
import { Today } from './today.tsx';

export { prefetchHome } from './home-query.ts';

const RANKED_BY = ['source', 'campaign', 'location'] as const satisfies Ranking[];

function useReport(path: string): Shown<ReportBody> {
  return useResource<ReportBody>(companyPath(path));
}

/** The reports of the page, as far as they are there. */
interface HomeReports {
  trend: Shown<ReportBody>;
  today: Shown<ReportBody>;
  hours: Shown<ReportBody>;
  rankings: Record<Ranking, Shown<ReportBody>>;
}

function useHomeReports(): HomeReports {
  const paths = homePaths(place.value.query);
  return {
    trend: useReport(paths.trend),
    today: useReport(paths.today),
    hours: useReport(paths.hours),
    rankings: {
      source: useReport(paths.rankings.source),
      campaign: useReport(paths.rankings.campaign),
      location: useReport(paths.rankings.location),
    },
  };
}

export function HomeScreen(): VNode {
  const reports = useHomeReports();
  const { trend, today, rankings } = reports;
  const filters = filtersIn(place.value.query);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div class="home" aria-busy={trend.isBusy}>
      <div class="head">
        <h1 tabIndex={-1}>Home</h1>
        <ChosenFilters filters={filters} reports={RANKED_BY.map((by) => rankings[by].data)} />
        <PeriodChoice />
        <a class="button" href={`${pathTo('reports')}?relative=${periodIn(place.value.query)}`}>
          <Icon name="reports" /> Reports
        </a>
      </div>
      <AstrayNotice />
      <SilentNotice />
      {today.data !== undefined && <Today report={today.data} />}
      <Read shown={trend}>
        {(report) =>
          isEmpty(report) && !isFiltered ? (
            <NothingYet />
          ) : (
            <Overview report={report} isFormer={trend.isFormer}>
              <Parts {...reports} />
            </Overview>
          )
        }
      </Read>
    </div>
  );
}

/** The days of the page. The URL has them. */
function PeriodChoice(): VNode {
  return (
    <Choice<Period>
      label="Days"
      value={periodIn(place.value.query)}
      choices={Object.entries(PERIODS).map(([name, [title]]) => [name as Period, title])}
      choose={(period) => go(withQuery({ relative: period === DEFAULT_PERIOD ? undefined : period }))}
    />
  );
}

function Parts({ rankings, hours }: HomeReports): VNode {
  const filters = filtersIn(place.value.query);
  return (
    <div class="home-grid">
      {RANKED_BY.map((by) => (
        <Part key={by} shown={rankings[by]}>
          {(ranking) => (
            <RankingCard by={by} report={ranking} chosen={filters[by]} isFormer={rankings[by].isFormer} />
          )}
        </Part>
      ))}
      <Part shown={hours}>{(missed) => <MissedHours report={missed} isFormer={hours.isFormer} />}</Part>
    </div>
  );
}

/** A part of the page that may fail on its own. */
function Part({
  shown,
  children,
}: {
  shown: Shown<ReportBody>;
  children: (report: ReportBody) => VNode;
}): VNode {
  return (
    <div class={shown.data === undefined && shown.failure !== undefined ? 'card padded' : 'part'}>
      <Read shown={shown}>{children}</Read>
    </div>
  );
}

interface OverviewProps {
  report: ReportBody;
  isFormer: boolean;
  children: VNode;
}

function Overview({ report, isFormer, children }: OverviewProps): VNode {
  const wanted = place.value.query.get('line');
  const line = tilesOf(report).find((name) => name === wanted) ?? TILES[0];
  const today = todayIn(report.time_zone);
  const former = comparedTitle(report, today);
  return (
    <>
      <div class="row">
        <h2>{periodWords(place.value.query).title}</h2>
        {former !== undefined && <p class="soft">compared with the same weekdays, {former}</p>}
      </div>
      <div class={isFormer ? 'is-former' : ''}>
        <Tiles report={report} chosen={line} />
      </div>
      <LineCard report={report} name={line} unit="day" today={today} isFormer={isFormer} />
      {children}
    </>
  );
}

function NothingYet(): VNode {
  return (
    <Empty
      icon="call"
      text={`No calls and no leads ${periodWords(place.value.query).phrase}. They appear here as soon as your numbers ring.`}
    >
      <a class="button" href={pathTo('numbers', 'site')}>
        Check the site
      </a>
    </Empty>
  );
}

/** Tells whether neither period has a call or a lead. */
function isEmpty({ totals, compared }: ReportBody): boolean {
  return [totals, compared?.totals ?? {}].every(
    ({ calls, forms, leads, cost }) => !calls && !forms && !leads && !cost,
  );
}
