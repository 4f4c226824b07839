/** Checks the tag of a page and the page's content security policy. Pure. */
import { ContentPolicies } from './content-policy.ts';
import { finding } from './finding.ts';
import type { PageContents, ScriptTag } from '../read-page.ts';
import type { Finding } from '../reference.ts';

const WIDGET = /^\/dni\/leadline(?:-\d[\w.]*-[\da-f]{8})?\.js$/;
const MOVING = '/dni/leadline.js';
const COMPANY_IN_SCRIPT = /\bcompany['"]?\s*[:=]\s*['"]([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})['"]/i;
const TAG_MANAGER = /googletagmanager\.com\/gtm/i;

/** The expected properties of the tag. */
export interface ExpectedTag {
  companyId: string;
  /** Origin of this deployment. */
  origin: string;
  /** Versioned path of the current script. */
  currentFile: string;
  /** Tells whether the deployment has a file at this path. */
  hasFile(path: string): boolean;
  /** Whether the site requested its numbers in the last 3 days. */
  wasSeen: boolean;
}

/** Finds the widget's tags on a page. */
export function tagsOf({ scripts }: PageContents): ScriptTag[] {
  return scripts.filter(({ src }) => WIDGET.test(src.pathname));
}

/** Finds the company of a tag; undefined when it has none. */
export function companyOfTag(
  { company, src }: ScriptTag,
  { inlineScripts }: PageContents,
): string | undefined {
  const named =
    company || src.searchParams.get('company') || COMPANY_IN_SCRIPT.exec(inlineScripts)?.[1] || undefined;
  return named?.toLowerCase();
}

/** Returns the findings about the tag. @param page URL of the page */
export function tagFindings(contents: PageContents, expected: ExpectedTag, page: URL): Finding[] {
  const [tag, ...others] = tagsOf(contents);
  if (tag === undefined)
    return [missing(contents, expected), ...requestFindings(contents, expected.origin, page)];
  const wrong = [
    ...(others.length > 0 ? [twice(others.length + 1)] : []),
    ...companyFindings(companyOfTag(tag, contents), expected.companyId),
    ...fileFindings(tag, expected),
    ...(tag.isHeldBack ? [heldBack()] : []),
    ...scriptFindings(contents, tag, page),
    ...requestFindings(contents, tag.src.origin, page),
  ];
  if (wrong.some(({ level }) => level === 'danger')) return wrong;
  return [
    finding('tag_found', 'The tag for this company is on the page.', 'The page can request its numbers.'),
    ...wrong,
  ];
}

function missing({ scripts, inlineScripts }: PageContents, { wasSeen }: ExpectedTag): Finding {
  const hasManager = TAG_MANAGER.test(inlineScripts) || scripts.some(({ src }) => TAG_MANAGER.test(src.href));
  const isLoadedByScript = inlineScripts.includes(MOVING);
  if (hasManager || isLoadedByScript || wasSeen) {
    return finding(
      'tag_manager',
      hasManager
        ? 'The tag is not in the HTML of the page. Google Tag Manager is, and it may add the tag.'
        : 'The tag is not in the HTML of the page. A script adds it.',
      'This check does not run scripts, so it cannot see a tag that a script adds.',
      'Open the page in a browser, then run this check again: it will show whether the script works there.',
    );
  }
  return finding(
    'tag_missing',
    'The tag is not on the page.',
    'Without it, every visitor sees the printed numbers.',
    'Put the tag into the head of every page, publish the site, and clear its cache.',
  );
}

function twice(count: number): Finding {
  return finding(
    'tag_twice',
    `The tag is on the page ${count} times.`,
    'Only the first one that loads works. If they are for different companies, visitors may see the numbers of either.',
    'Remove all but one. Often one is in the theme and one in a plugin or tag manager.',
  );
}

function companyFindings(company: string | undefined, own: string): Finding[] {
  if (company === own) return [];
  if (company === undefined) {
    return [
      finding(
        'company_missing',
        'The tag has no company id.',
        'No numbers are swapped. Some plugins and tag managers remove the data- attributes of scripts.',
        'Copy the tag again, or copy the one for Google Tag Manager, which has the company id in its URL.',
      ),
    ];
  }
  return [
    finding(
      'wrong_company',
      `The tag is for another company: ${company.slice(0, 60)}.`,
      'Visitors see the numbers of that company, or none.',
      'Replace it by the tag of this company.',
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
        'If it is another deployment, replace the tag by the one from here.',
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
        'It works, but lacks later fixes.',
        `Use ${expected.currentFile}; its integrity hash is in /dni/leadline.json.`,
      ),
    ];
  }
  return [
    finding(
      'version_gone',
      `The tag loads ${src.pathname}, which does not exist here.`,
      'The script does not load, and no numbers are swapped.',
      `Use ${MOVING}, or the current version ${expected.currentFile}.`,
    ),
  ];
}

function breakable(): Finding {
  return finding(
    'integrity_will_break',
    `The tag has an integrity hash, but loads ${MOVING}, which changes with every version.`,
    'Browsers will refuse the next version of the script.',
    'Remove the integrity attribute, or load the file that /dni/leadline.json names.',
  );
}

function heldBack(): Finding {
  return finding(
    'tag_held_back',
    'A consent manager, or a plugin that delays scripts, keeps the tag from running at once.',
    'Visitors see the printed numbers until it runs, which may be never.',
    'Exclude the script in that tool. With data-consent="required" it stores nothing before a visitor agrees.',
  );
}

function scriptFindings({ policies }: PageContents, tag: ScriptTag, page: URL): Finding[] {
  if (new ContentPolicies(policies, page).allowsScript(tag)) return [];
  return [
    finding(
      'script_blocked',
      'The page’s content security policy blocks the script.',
      'Browsers do not load it, and no numbers are swapped.',
      `Ask your web developer to add ${tag.src.origin} to script-src of the policy, and its nonce to the tag if it has one.`,
    ),
  ];
}

function requestFindings({ policies }: PageContents, origin: string, page: URL): Finding[] {
  if (new ContentPolicies(policies, page).allowsRequest(new URL(origin))) return [];
  return [
    finding(
      'request_blocked',
      'The page’s content security policy blocks the requests of the script.',
      'The script loads, but cannot request its numbers, and nothing is swapped.',
      `Ask your web developer to add ${origin} to connect-src of the policy.`,
    ),
  ];
}
