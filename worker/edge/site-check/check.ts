/** The site check: reads a page of the company as the widget would, and reports problems. */
import type { DniSettings } from '../../dni/schema.ts';
import { shownAddress, withPage } from './fetch-page.ts';
import { finding, inOrder } from './findings/finding.ts';
import { formFindings } from './findings/form-findings.ts';
import { numberFindings } from './findings/number-findings.ts';
import type { PageRules } from './page-address.ts';
import { findingOfFailure } from './findings/page-findings.ts';
import { PrintedNumbers } from './printed-numbers.ts';
import { type PageContents, readPage } from './read-page.ts';
import { rivalsIn } from './findings/rivals.ts';
import type { Finding, SiteCheck } from './reference.ts';
import { companyOfTag, type ExpectedTag, tagFindings, tagsOf } from './findings/tag-findings.ts';

/** A site that was not seen for this long may have lost its tag. */
const RECENT_MS = 3 * 24 * 60 * 60_000;

/** The data that a check compares the page with. */
export interface CheckContext {
  settings: DniSettings;
  rules: PageRules;
  expected: Omit<ExpectedTag, 'wasSeen' | 'hasFile'>;
  /** Tells whether the deployment has a file at this path. */
  hasFile(path: string): Promise<boolean>;
  /** Returns when a page of this site last requested its numbers, in milliseconds since the epoch. */
  seenTime(site: string): number | undefined;
}

/** Checks a page. @param url one that passed `faultOfPage` */
export async function checkPage(url: URL, context: CheckContext): Promise<SiteCheck> {
  const numbers = new PrintedNumbers(context.settings);
  const read = await withPage(url, context.rules, async (page) => ({
    contents: await readPage(page, numbers),
    isCut: page.isCut(),
    at: page.url,
  }));
  if ('failure' in read) {
    const findings = inOrder([findingOfFailure(read.failure), sightingOf(read.url, context)]);
    return { url: shownAddress(read.url), tag: null, numbers: [], forms: [], findings };
  }
  const { contents, isCut, at } = read.result;
  const [tag] = tagsOf(contents);
  const forms = contents.forms.found();
  const findings = [
    sightingOf(at, context),
    ...tagFindings(contents, await expectedTag(contents, context, at), at),
    ...numberFindings(numbers.found()),
    ...formFindings(forms, context.settings.forms),
    ...rivalFindings(contents),
    ...(isCut ? [cut()] : []),
  ];
  return {
    url: shownAddress(at),
    tag:
      tag === undefined
        ? null
        : { src: shownAddress(tag.src), company_id: companyOfTag(tag, contents)?.slice(0, 100) ?? null },
    numbers: numbers.found(),
    forms,
    findings: inOrder(findings),
  };
}

async function expectedTag(contents: PageContents, context: CheckContext, at: URL): Promise<ExpectedTag> {
  const { expected } = context;
  const [tag] = tagsOf(contents);
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
      `The script works on ${at.hostname}: its pages have requested their numbers in the last 3 days.`,
      'This comes from real visits, so it counts more than the check of a single page.',
    );
  }
  return finding(
    'not_seen',
    `No page of ${at.hostname} has requested its numbers in the last 3 days.`,
    'A page does so when somebody opens it in a browser.',
    'Open the page in a browser, then run this check again.',
  );
}

function rivalFindings({ scripts, inlineScripts }: PageContents): Finding[] {
  const rivals = rivalsIn([...scripts.map(({ src }) => src.hostname), inlineScripts].join('\n'));
  return rivals.map((name) =>
    finding(
      'rival_script',
      `The call tracking script of ${name} is on the page too.`,
      'Both scripts swap phone numbers, and a number that one has swapped is not found by the other.',
      `Remove the script of ${name} once you have moved. Until then, let the two swap different numbers.`,
    ),
  );
}

function cut(): Finding {
  return finding(
    'page_cut',
    'The page was read only in part: it ends early, takes longer than 5 seconds, or has more than 2 MB or 10,000 elements.',
    'Numbers and scripts in the rest of the page are missing from this check.',
    'Check a smaller page of the site.',
  );
}
