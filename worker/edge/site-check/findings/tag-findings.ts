/** What is right and wrong with the tag of a page, and with what the page lets it do. Pure. */
import { ContentPolicies } from './content-policy.ts';
import { finding } from './finding.ts';
import type { PageFacts, ScriptTag } from '../read-page.ts';
import type { Finding } from '../schema.ts';

const WIDGET = /^\/dni\/leadline(?:-\d[\w.]*-[\da-f]{8})?\.js$/;
const MOVING = '/dni/leadline.js';
const COMPANY_IN_SCRIPT = /\bcompany['"]?\s*[:=]\s*['"]([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})['"]/i;
const TAG_MANAGER = /googletagmanager\.com\/gtm/i;

/** What the tag should be. */
export interface ExpectedTag {
  companyId: string;
  /** Origin of this deployment. */
  origin: string;
  /** Path of the script as it is now, under a name that stays. */
  currentFile: string;
  /** Whether the deployment has a file of this path. */
  hasFile(path: string): boolean;
  /** Whether the edge saw the site within the last days. */
  wasSeen: boolean;
}

/** The tags of the widget on a page. */
export function tagsOf({ scripts }: PageFacts): ScriptTag[] {
  return scripts.filter(({ src }) => WIDGET.test(src.pathname));
}

/** The company that a tag is for; undefined when it says none. */
export function companyOfTag({ company, src }: ScriptTag, { inlineScripts }: PageFacts): string | undefined {
  const named =
    company || src.searchParams.get('company') || COMPANY_IN_SCRIPT.exec(inlineScripts)?.[1] || undefined;
  return named?.toLowerCase();
}

/** Everything about the tag. @param page where the page is */
export function tagFindings(facts: PageFacts, expected: ExpectedTag, page: URL): Finding[] {
  const [tag, ...others] = tagsOf(facts);
  if (tag === undefined) return [missing(facts, expected), ...requestFindings(facts, expected.origin, page)];
  const wrong = [
    ...(others.length > 0 ? [twice(others.length + 1)] : []),
    ...companyFindings(companyOfTag(tag, facts), expected.companyId),
    ...fileFindings(tag, expected),
    ...(tag.isHeldBack ? [heldBack()] : []),
    ...scriptFindings(facts, tag, page),
    ...requestFindings(facts, tag.src.origin, page),
  ];
  if (wrong.some(({ level }) => level === 'danger')) return wrong;
  return [
    finding('tag_found', 'The tag is on the page, for this company.', 'The page asks for its numbers.'),
    ...wrong,
  ];
}

function missing({ scripts, inlineScripts }: PageFacts, { wasSeen }: ExpectedTag): Finding {
  const hasManager = TAG_MANAGER.test(inlineScripts) || scripts.some(({ src }) => TAG_MANAGER.test(src.href));
  const isLoadedByScript = inlineScripts.includes(MOVING);
  if (hasManager || isLoadedByScript || wasSeen) {
    return finding(
      'tag_manager',
      hasManager
        ? 'The tag is not in the HTML. A Google Tag Manager is, which may bring it.'
        : 'The tag is not in the HTML; a script of the page brings it.',
      'What a script brings is seen by browsers alone, not by this check.',
      'Open the page in a browser and look here again: what was seen counts.',
    );
  }
  return finding(
    'tag_missing',
    'The tag is not on the page.',
    'Without it the page shows its own numbers to everybody.',
    'Put the tag into the head of every page, publish the site, and empty its cache.',
  );
}

function twice(count: number): Finding {
  return finding(
    'tag_twice',
    `The tag is on the page ${count} times.`,
    'The first one works, the others are loaded for nothing; if they are of different companies, it is chance which one counts.',
    'Take all but one away: often one is in the theme and one in a plugin or tag manager.',
  );
}

function companyFindings(company: string | undefined, own: string): Finding[] {
  if (company === own) return [];
  if (company === undefined) {
    return [
      finding(
        'company_missing',
        'The tag does not say which company it is for.',
        'It cannot ask, and nothing is swapped. Some plugins and tag managers take the data- attributes of scripts away.',
        'Copy the tag anew, or the one for Google Tag Manager, which has the company in its address.',
      ),
    ];
  }
  return [
    finding(
      'wrong_company',
      `The tag is for another company: ${company.slice(0, 60)}.`,
      'Visitors see the numbers of that company, or none.',
      'Copy the tag of this company in its place.',
    ),
  ];
}

function fileFindings({ src, integrity }: ScriptTag, expected: ExpectedTag): Finding[] {
  if (src.origin !== expected.origin) {
    return [
      finding(
        'tag_elsewhere',
        `The script comes from ${src.host}, not from ${new URL(expected.origin).host}.`,
        'Another deployment does not know this company, unless it is the same one under another name.',
        'If it is another one, copy the tag from here in its place.',
      ),
    ];
  }
  if (src.pathname === MOVING) return integrity === '' ? [] : [breakable()];
  if (src.pathname === expected.currentFile) return [];
  if (expected.hasFile(src.pathname)) {
    return [
      finding(
        'old_version',
        'The tag is pinned to an older version of the script.',
        'It works, without what was mended since.',
        `The present one is ${expected.currentFile}; its integrity is in /dni/leadline.json.`,
      ),
    ];
  }
  return [
    finding(
      'version_gone',
      `This deployment has no ${src.pathname}.`,
      'The script is not loaded, and nothing is swapped.',
      `Take ${MOVING}, or the present version ${expected.currentFile}.`,
    ),
  ];
}

function breakable(): Finding {
  return finding(
    'integrity_will_break',
    `The tag has an integrity and loads ${MOVING}, which changes with every version.`,
    'With the next version browsers refuse the script.',
    'Take the integrity away, or pin the file that /dni/leadline.json names.',
  );
}

function heldBack(): Finding {
  return finding(
    'tag_held_back',
    'Something holds the tag back: a consent manager, or a plugin that puts scripts off.',
    'Visitors see the page’s own numbers until it lets go, or for good.',
    'Except the script there. With data-consent="required" it remembers nothing before a visitor agrees.',
  );
}

function scriptFindings({ policies }: PageFacts, tag: ScriptTag, page: URL): Finding[] {
  if (new ContentPolicies(policies, page).allowsScript(tag)) return [];
  return [
    finding(
      'script_blocked',
      'The page’s content security policy does not let the script in.',
      'Browsers refuse to load it, and nothing is swapped.',
      `Add ${tag.src.origin} to script-src; where it has a nonce, give it to the tag as well.`,
    ),
  ];
}

function requestFindings({ policies }: PageFacts, origin: string, page: URL): Finding[] {
  if (new ContentPolicies(policies, page).allowsRequest(new URL(origin))) return [];
  return [
    finding(
      'request_blocked',
      'The page’s content security policy does not let the script ask for its numbers.',
      'It is loaded, gets no answer, and nothing is swapped.',
      `Add ${origin} to connect-src.`,
    ),
  ];
}
