/**
 * Finds the source of a visit from its first page: campaign parameters, click ids and referrer. Pure; docs/sources.md has the
 * rules and their order.
 */
import type { SourceRule } from '../../../dni/schema.ts';
import type { Channel } from '../../../dni/pure/channels.ts';
import { plainHost } from '../../../dni/pure/domains.ts';
import { channelOf } from './channels.ts';
import { clickIdOf, type ClickId } from '../../../dni/pure/click-ids.ts';
import { type KnownSource, sourceOfApp, sourceOfHost, sourceOfName } from './referrers.ts';
import { matchRule } from './source-rules.ts';

/** The widget's report of a visit; every part may be empty. */
export interface VisitReport {
  domain?: string | undefined;
  referrer?: string | undefined;
  url?: string | undefined;
  /** Campaign parameters and click ids as a query string; if there are any, they replace those of `url`. */
  keys?: string | undefined;
  /** False if the visit did not begin at `url`, so that what is in its address is not of this visit. */
  began?: boolean | undefined;
}

/** A classified visit. Values are as the site sent them; comparisons ignore case. */
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

/** The input of the classification. */
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

/** Click ids that prove the kind of link, which is more specific than the site with the link. */
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
  const reported = new URLSearchParams(report.keys);
  const ofPage = parametersOfPage(report, page);
  const parameters = hasAttribution(reported) ? reported : ofPage;
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
  const parameter = pairsFor(rules, reported, ofPage);
  const rule = matchRule(rules, { ...evidence, channel, source, parameter });
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

/** Returns the parameters, each as `name=value`, if a rule asks for one: most companies' rules do not. */
function pairsFor(rules: readonly SourceRule[], ...parameters: URLSearchParams[]): string[] {
  if (!rules.some(({ when }) => when.parameter !== undefined)) return [];
  return parameters.flatMap((each) => Array.from(each, ([name, value]) => `${name}=${value.trim()}`));
}

function hasAttribution(parameters: URLSearchParams): boolean {
  return (
    [...parameters.keys()].some((name) => ATTRIBUTION_PARAMETER.test(name)) ||
    clickIdOf(parameters) !== undefined
  );
}

/** Returns the parameters of the page, before and then behind its `#`; none if the visit did not begin there. */
function parametersOfPage({ began }: VisitReport, page: URL | undefined): URLSearchParams {
  if (began === false || page === undefined) return new URLSearchParams();
  const behind = page.hash.split(/[?&#]/).filter((parameter) => parameter.includes('='));
  return new URLSearchParams([page.search.slice(1), ...behind].join('&'));
}

/**
 * Finds the known source: by `utm_source`; else by a click id, unless the referrer is one of the network's own or partner sites on
 * which the ad was clicked (gclid on YouTube, msclkid on DuckDuckGo); else by the referrer.
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

/** Categories of sites that show ads of any network. */
const AD_PLACES: ReadonlySet<KnownSource['category'] | undefined> = new Set([
  'video',
  'search_ad',
  'display_ad',
  'native_ad',
]);

/** Tells whether the referring site may have shown an ad of the network, and so is the source. */
function isPartnerOf(referring: KnownSource | undefined, network: KnownSource): boolean {
  return AD_PLACES.has(referring?.category) || referring?.category === network.category;
}

/** Returns the referrer's host, unless it is the site itself. */
function foreignReferrer(report: VisitReport, page: URL | undefined, ownDomains: readonly string[]): string {
  const host = plainHost(parseUrl(report.referrer)?.hostname) ?? '';
  const own = [page?.hostname, report.domain, ...ownDomains].map(plainHost);
  return own.some((name) => name !== undefined && isOfSite(host, name)) ? '' : host;
}

/** Tells whether a host is `own` or a subdomain. `www.` means the whole site, except in www.de, where it is the name. */
function isOfSite(host: string, own: string): boolean {
  const bare = own.replace(/^www\.(?=.*\.)/, '');
  return host === bare || host.endsWith(`.${bare}`);
}

/** Finds the known source of the referring host, or of the app package if an app opened the page. */
function referringSource(report: VisitReport, host: string): KnownSource | undefined {
  return report.referrer?.startsWith('android-app:') === true ? sourceOfApp(host) : sourceOfHost(host);
}

function parseUrl(text: string | undefined): URL | undefined {
  return (text && URL.parse(text)) || undefined;
}
