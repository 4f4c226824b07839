/** Builds the kept form of a visit and of a tap, without queries and parts that may name a person. Pure. */
import {
  type AdConsent,
  MAX_TOUCH_TEXT,
  type ReportedTap,
  type ReportedVisit,
  type VisitIds,
  type VisitTouch,
} from '../dni/evidence.ts';
import { anonymousPath } from '../dni/reports/page-report.ts';
import { plainHost } from '../dni/pure/domains.ts';

/** The source of a visit, as the lookup classifies it. Empty texts are unknown. */
export interface ClassifiedVisit {
  name: string;
  channel: string;
  source: string;
  evidence: {
    utm_medium: string;
    utm_campaign: string;
    utm_term: string;
    utm_content: string;
    landing_page: string;
    referrer: string;
  };
}

/** A visit as the widget reported it. */
interface WidgetVisit extends Pick<
  ReportedVisit,
  'visitId' | 'isStored' | 'isCounted' | 'number' | 'locationId'
> {
  source: ClassifiedVisit;
  /** The source of the visitor's first visit. */
  first: ClassifiedVisit;
  /** Click ids by parameter. */
  clickIds: readonly (readonly [parameter: string, value: string])[];
  /** Null without consent. */
  ids: VisitIds | null;
  consent: AdConsent;
  /** The numbers that the page shows. */
  numbers: ReadonlySet<string>;
}

/** A tap as the widget reported it. */
interface WidgetTap {
  number: string;
  target: string;
  visit?: string | null | undefined;
  /** Address of the page. */
  page?: string | undefined;
  /** Null without consent. */
  ids: VisitIds | null;
  consent: AdConsent;
}

/** Builds the visit to keep. */
export function reportedVisit({
  source,
  first,
  clickIds,
  ids,
  consent,
  numbers,
  ...visit
}: WidgetVisit): ReportedVisit {
  const { evidence } = source;
  const touch: VisitTouch = {
    source: source.name,
    channel: source.channel,
    site: cut(source.source),
    medium: cut(evidence.utm_medium),
    campaign: cut(evidence.utm_campaign),
    term: cut(evidence.utm_term),
    content: cut(evidence.utm_content),
    first_source: first.name,
    first_campaign: cut(first.evidence.utm_campaign),
    landing_page: evidence.landing_page === '' ? null : anonymousPath(evidence.landing_page),
    referrer: cut(plainHost(evidence.referrer) ?? ''),
    click_ids: Object.fromEntries(
      clickIds.map(([parameter, value]) => [parameter, value.slice(0, MAX_TOUCH_TEXT)]),
    ),
    ...consent,
    ids,
  };
  return { ...visit, numbers: [...numbers], touch };
}

/** Builds the tap to keep. */
export function reportedTap({ number, target, visit, page, ids, consent }: WidgetTap): ReportedTap {
  const path = URL.parse(page ?? '')?.pathname;
  return {
    number,
    target,
    visitId: visit ?? null,
    page: path === undefined ? null : anonymousPath(path),
    ids,
    consent,
  };
}

function cut(text: string): string | null {
  return text === '' ? null : text.slice(0, MAX_TOUCH_TEXT);
}
