/** The site check: reads a page of the company as the widget would, and says what is right and wrong with it. */
import type { DniSettings } from '../../dni/schema.ts';
import { shownAddress, withPage } from './fetch-page.ts';
import { finding, inOrder } from './findings/finding.ts';
import { numberFindings } from './findings/number-findings.ts';
import type { PageRules } from './page-address.ts';
import { findingOfFailure } from './findings/page-findings.ts';
import { type PrintedNumber, PrintedNumbers } from './printed-numbers.ts';
import { type PageFacts, readPage } from './read-page.ts';
import { rivalsIn } from './findings/rivals.ts';
import type { Finding } from './schema.ts';
import { companyOfTag, type ExpectedTag, tagFindings, tagsOf } from './findings/tag-findings.ts';

/** A site that was not seen for longer may have lost its tag. */
const RECENT_MS = 3 * 24 * 60 * 60_000;

/** What a page is held against. */
export interface CheckContext {
  settings: DniSettings;
  rules: PageRules;
  expected: Omit<ExpectedTag, 'wasSeen' | 'hasFile'>;
  /** Whether the deployment has a file of this path. */
  hasFile(path: string): Promise<boolean>;
  /** When the edge saw a page of this site last, in milliseconds since the epoch. */
  seenTime(site: string): number | undefined;
}

/** What a check found. */
export interface SiteCheck {
  /** The page that was read, after redirects, without its query. */
  url: string;
  /** The tag; null when there is none in the page. */
  tag: { src: string; company_id: string | null } | null;
  numbers: PrintedNumber[];
  findings: Finding[];
}

/** Checks a page. @param url one that `faultOfPage` has no fault in */
export async function checkPage(url: URL, context: CheckContext): Promise<SiteCheck> {
  const numbers = new PrintedNumbers(context.settings);
  const read = await withPage(url, context.rules, async (page) => ({
    facts: await readPage(page, numbers),
    isCut: page.isCut(),
    at: page.url,
  }));
  if ('failure' in read) {
    const findings = inOrder([findingOfFailure(read.failure), sightingOf(read.url, context)]);
    return { url: shownAddress(read.url), tag: null, numbers: [], findings };
  }
  const { facts, isCut, at } = read.result;
  const [tag] = tagsOf(facts);
  const findings = [
    sightingOf(at, context),
    ...tagFindings(facts, await expectedTag(facts, context, at), at),
    ...numberFindings(numbers.found()),
    ...rivalFindings(facts),
    ...(isCut ? [cut()] : []),
  ];
  return {
    url: shownAddress(at),
    tag:
      tag === undefined
        ? null
        : { src: shownAddress(tag.src), company_id: companyOfTag(tag, facts)?.slice(0, 100) ?? null },
    numbers: numbers.found(),
    findings: inOrder(findings),
  };
}

async function expectedTag(facts: PageFacts, context: CheckContext, at: URL): Promise<ExpectedTag> {
  const { expected } = context;
  const [tag] = tagsOf(facts);
  const isThere =
    tag !== undefined && tag.src.origin === expected.origin && (await context.hasFile(tag.src.pathname));
  return { ...expected, hasFile: () => isThere, wasSeen: wasSeenLately(at, context) };
}

function wasSeenLately({ origin }: URL, context: CheckContext): boolean {
  return Date.now() - (context.seenTime(origin) ?? -Infinity) < RECENT_MS;
}

function sightingOf(at: URL, context: CheckContext): Finding {
  if (wasSeenLately(at, context)) {
    return finding(
      'seen',
      `Pages of ${at.hostname} have asked for their numbers and were answered.`,
      'The widget works there, whatever a single page looks like.',
    );
  }
  return finding(
    'not_seen',
    `No page of ${at.hostname} has asked for its numbers in the last days.`,
    'A page asks when somebody opens it in a browser.',
    'Open the page in a browser, then look at where the widget was seen.',
  );
}

function rivalFindings({ scripts, inlineScripts }: PageFacts): Finding[] {
  const rivals = rivalsIn([...scripts.map(({ src }) => src.hostname), inlineScripts].join('\n'));
  return rivals.map((name) =>
    finding(
      'rival_script',
      `The script of ${name} is on the page too.`,
      'Both swap numbers, and what one writes the other may not find any more.',
      `Take the script of ${name} away when you have moved; until then let the two swap different numbers.`,
    ),
  );
}

function cut(): Finding {
  return finding(
    'page_cut',
    'The page was not read to its end: it breaks off, takes longer than 5 seconds, or has more than 2 MB or 10,000 elements.',
    'What stands in the rest of it is not counted.',
    'A smaller page is faster for everybody.',
  );
}
