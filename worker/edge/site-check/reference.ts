/** Reference of the site check. */
import * as v from 'valibot';
import { count, phone } from '../../shared/reference/answers.ts';
import { FINDING_LEVELS, type FindingCode, LEVELS, siteCheckSchema } from './schema.ts';
import { type Operation, operationsOf } from '../../shared/reference/operation.ts';

const finding = v.strictObject({
  code: v.picklist(Object.keys(FINDING_LEVELS) as FindingCode[]),
  level: v.picklist(LEVELS),
  /** The finding, in a sentence. */
  what: v.string(),
  /** Why it matters. */
  why: v.string(),
  /** What to do; empty if nothing. */
  fix: v.string(),
});
export type Finding = v.InferOutput<typeof finding>;

const printedNumber = v.strictObject({
  number: phone,
  kind: v.picklist(['target', 'tracking', 'other', 'unknown']),
  texts: count,
  links: count,
});
export type PrintedNumber = v.InferOutput<typeof printedNumber>;

const foundForm = v.strictObject({
  /** Its id, name or `aria-label`; empty without any. */
  name: v.string(),
  becomes_lead: v.pipe(v.boolean(), v.description('Whether it becomes leads, if `forms` is on.')),
  reason: v.picklist(['contact', 'search', 'password', 'dialog', 'skipped', 'no_contact']),
});
export type FoundForm = v.InferOutput<typeof foundForm>;

export const siteCheckAnswer = v.strictObject({
  /** The page that was read, after redirects, without its query. */
  url: v.string(),
  /** The tag; null when there is none in the page. */
  tag: v.nullable(v.strictObject({ src: v.string(), company_id: v.nullable(v.string()) })),
  numbers: v.array(printedNumber),
  /** The forms in the page’s HTML, at most 20. */
  forms: v.array(foundForm),
  findings: v.array(finding),
});
export type SiteCheck = v.InferOutput<typeof siteCheckAnswer>;

const numbers = operationsOf('Tracking numbers', 'settings');

export const SITE_CHECK_OPERATIONS: readonly Operation[] = [
  numbers({
    name: 'checkSite',
    method: 'POST',
    path: '/dni/api/companies/{company}/site/check',
    summary: 'Check a page of the site for problems',
    description:
      'Fetches the page without credentials, within 5 seconds and up to 2 MB, and does not run its scripts. The page must be on one of the company’s `domains`, or, while there are none, on a site where the widget was seen. It must use https and a name on the public internet. Redirects have to follow the same rules. A company may run six checks a minute. Managers may run them too.',
    body: siteCheckSchema,
    answer: siteCheckAnswer,
    keyless: true,
    golden: 'lookup/check-site',
    problems: ['domain_not_allowed', 'rate_limited'],
  }),
];
