/** Input and findings of the site check. */
import * as v from 'valibot';
import { coded } from '../../shared/http/input.ts';

/** The body of `POST .../site/check`. */
export const siteCheckSchema = v.strictObject({
  /** The address of a page as typed, for instance `acme.example/contact`. */
  url: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(coded('missing_parameter', 'Enter the address of a page.')),
    v.maxCodePoints(2_000),
  ),
});

/** The severity of a finding. */
export const LEVELS = ['ok', 'info', 'warning', 'danger'] as const;

/** All findings with their severity. */
export const FINDING_LEVELS = {
  seen: 'ok',
  tag_found: 'ok',
  numbers_found: 'ok',
  forms_found: 'ok',
  not_seen: 'info',
  tag_manager: 'info',
  unknown_number: 'info',
  forms_off: 'info',
  no_lead_form: 'info',
  page_cut: 'warning',
  no_numbers: 'warning',
  tag_twice: 'warning',
  tag_held_back: 'warning',
  tag_elsewhere: 'warning',
  old_version: 'warning',
  integrity_will_break: 'warning',
  unknown_link: 'warning',
  tracking_number_printed: 'warning',
  rival_script: 'warning',
  page_unreachable: 'danger',
  page_refused: 'danger',
  page_not_html: 'danger',
  redirect_elsewhere: 'danger',
  tag_missing: 'danger',
  company_missing: 'danger',
  wrong_company: 'danger',
  version_gone: 'danger',
  script_blocked: 'danger',
  request_blocked: 'danger',
} as const satisfies Record<string, (typeof LEVELS)[number]>;

export type FindingCode = keyof typeof FINDING_LEVELS;
