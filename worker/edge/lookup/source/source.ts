/**
 * Where a visit came from, by what its first page saw: campaign parameters, click ids and the referrer. Pure; the
 * rules and their order are in docs/sources.md.
 */
import type { SourceRule } from '../../../dni/schema.ts';
import type { Channel } from '../../../dni/pure/channels.ts';
import { plainHost } from '../../../dni/pure/domains.ts';
import { channelOf } from './channels.ts';
import { clickIdOf, type ClickId } from './click-ids.ts';
import { type KnownSource, sourceOfApp, sourceOfHost, sourceOfName } from './referrers.ts';
import { matchRule } from './source-rules.ts';

/** What the widget reports about a visit; every part may be empty. */
export interface VisitReport {
  domain?: string | undefined;
  referrer?: string | undefined;
  url?: string | undefined;
  /** Campaign parameters and click ids as a query string; when it holds any, it wins over those of `url`. */
  keys?: string | undefined;
}

/** A classified visit. Texts are as the site sent them; comparisons ignore case. */
export interface VisitSource {
  /** The name of the first matching rule of the company, else the channel. Numbers are assigned to this name. */
  name: string;
  channel: Channel;
  /** The known or tagged source, for instance `Google` or `newsletter`; empty when there is none. */
  source: string;
  /** Index of the rule that matched in the settings' `sources`, or undefined. */
  rule: number | undefined;
  evidence: VisitEvidence;
}

/** What the classification looked at. */
export interface VisitEvidence {
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
  /** Name of the click id parameter that counted, for instance `gclid`; empty when there is none. */
  click_id: string;
  /** Host of the referrer; empty when there is none or when it is the company's own site. */
  referrer: string;
  /** Path of the page. */
  landing_page: string;
}

/** These click ids say what link was clicked, which tells more than the site that the link stood on. */
const LINK_PROOFS: ReadonlySet<ClickId['proves']> = new Set(['email', 'affiliate']);
const ATTRIBUTION_PARAMETER = /^(?:utm_\w+|srsltid|fbclid|igshid)$/;

/**
 * Classifies a visit.
 * @param ownDomains the company's `domains`: a referrer there, or on the page's own host, is no source
 * @param rules the company's `sources`; the first that matches names the source
 */
export function classifyVisit(
  report: VisitReport,
  rules: readonly SourceRule[] = [],
  ownDomains: readonly string[] = [],
): VisitSource {
  const page = parseUrl(report.url);
  const parameters = attributionParameters(report.keys, page);
  const clickId = clickIdOf(parameters);
  const referrer = foreignReferrer(report, page, ownDomains);
  const known = knownSource(parameters, clickId, referringSource(report, referrer));
  const evidence = evidenceOf(parameters, clickId, { referrer, landing_page: page?.pathname ?? '' });
  const channel = channelOf({
    known,
    source: evidence.utm_source.toLowerCase(),
    medium: evidence.utm_medium.toLowerCase(),
    campaign: evidence.utm_campaign.toLowerCase(),
    clickId,
    parameters,
    referrer,
  });
  const source = known?.name ?? (evidence.utm_source || referrer);
  const rule = matchRule(rules, { ...evidence, channel, source });
  return { name: rule?.name ?? channel, channel, source, rule: rule?.index, evidence };
}

function evidenceOf(
  parameters: URLSearchParams,
  clickId: ClickId | undefined,
  page: Pick<VisitEvidence, 'referrer' | 'landing_page'>,
): VisitEvidence {
  const text = (name: string): string => parameters.get(name)?.trim() ?? '';
  return {
    utm_source: text('utm_source'),
    utm_medium: text('utm_medium'),
    utm_campaign: text('utm_campaign'),
    utm_term: text('utm_term'),
    utm_content: text('utm_content'),
    click_id: clickId?.parameter ?? '',
    ...page,
  };
}

/** `keys` when it says anything about the source, else the query of the page. */
function attributionParameters(keys: string | undefined, page: URL | undefined): URLSearchParams {
  const reported = new URLSearchParams(keys ?? '');
  const says = [...reported.keys()].some((name) => ATTRIBUTION_PARAMETER.test(name)) || clickIdOf(reported);
  return says ? reported : (page?.searchParams ?? new URLSearchParams());
}

/**
 * `utm_source` names the source. Without it a click id does, unless the referrer says on which of the network's own or
 * partner sites the ad was clicked (gclid on YouTube, msclkid on DuckDuckGo). Without both the referrer does.
 */
function knownSource(
  parameters: URLSearchParams,
  clickId: ClickId | undefined,
  referring: KnownSource | undefined,
): KnownSource | undefined {
  const tagged = parameters.get('utm_source')?.trim() ?? '';
  if (tagged !== '') return sourceOfName(tagged);
  if (clickId !== undefined && LINK_PROOFS.has(clickId.proves)) return undefined;
  const network = clickId?.source === undefined ? undefined : sourceOfName(clickId.source);
  const wasPaid = clickId?.proves === 'paid';
  return network === undefined || (wasPaid && isPartnerOf(referring, network)) ? referring : network;
}

/** Categories of sites on which ads of any network may stand. */
const AD_PLACES: ReadonlySet<KnownSource['category'] | undefined> = new Set([
  'video',
  'search_ad',
  'display_ad',
  'native_ad',
]);

/** Whether an ad of the network may have stood at the referring source, which then names the visit. */
function isPartnerOf(referring: KnownSource | undefined, network: KnownSource): boolean {
  return AD_PLACES.has(referring?.category) || referring?.category === network.category;
}

/** Host of the referrer, unless it is the site itself. */
function foreignReferrer(report: VisitReport, page: URL | undefined, ownDomains: readonly string[]): string {
  const host = plainHost(parseUrl(report.referrer)?.hostname) ?? '';
  const own = [page?.hostname, report.domain, ...ownDomains].map(plainHost);
  return own.some((name) => name !== undefined && isOfSite(host, name)) ? '' : host;
}

/** Whether a host is `own` or a subdomain; `www.` stands for the whole site, unless it is the site's name: www.de. */
function isOfSite(host: string, own: string): boolean {
  const bare = own.replace(/^www\.(?=.*\.)/, '');
  return host === bare || host.endsWith(`.${bare}`);
}

/** The known source at the referring host, which is an app's package when an app opened the page. */
function referringSource(report: VisitReport, host: string): KnownSource | undefined {
  return report.referrer?.startsWith('android-app:') === true ? sourceOfApp(host) : sourceOfHost(host);
}

function parseUrl(text: string | undefined): URL | undefined {
  return (text && URL.parse(text)) || undefined;
}
