/** Sends forms that visitors have sent on the company's site to the company. */
import * as v from 'valibot';
import { anonymousPath } from '../../../dni/reports/page-report.ts';
import type { VisitTouch } from '../../../dni/evidence.ts';
import type { FormReport } from '../../../dni/reports/form-report.ts';
import { parseJson } from '../../../shared/http/input.ts';
import { plainSender } from '../../../shared/limits/networks.ts';
import { Dependency } from '../../../shared/limits/dependency.ts';
import { reportedVisit } from '../../../visits/reported-visit.ts';
import type { CompiledSettings } from '../choice/compiled-settings.ts';
import { type LookupContext, requireOwnSite, settingsIfAny } from '../lookup.ts';
import type { Question } from '../lookup.ts';
import { formSchema, type SentForm } from '../schema.ts';
import { clickIdsIn } from '../../../dni/pure/click-ids.ts';
import { classifyVisit } from '../source/source.ts';
import { consentedIds } from './consent.ts';

/** Largest body in bytes. The widget sends at most 12 kB. */
const MAX_BODY_BYTES = 12 * 1024;
/** Longest time for the company's object. No answer waits for it. */
const OBJECT_TIMEOUT_MS = 10_000;

const companies = new Dependency('forms', { timeoutMs: OBJECT_TIMEOUT_MS, pauses: false });

/**
 * Reads a form and sends it to the company. Drops an invalid one, that of a crawler, and those of companies whose settings say
 * nothing of forms.
 * @throws Problem if it is no JSON, from another site, or of an unknown company
 */
export async function sendForm(
  context: LookupContext,
  request: Request,
  { companyId, asking }: { companyId: string; asking: Question['request'] },
): Promise<void> {
  const { sender, userAgent, origin } = asking;
  if (Number(request.headers.get('Content-Length') ?? Infinity) > MAX_BODY_BYTES) return;
  const { success, output: form } = v.safeParse(formSchema, parseJson(await request.text()));
  if (!success || sender === undefined || context.memory.crawlers.has(userAgent)) return;
  const compiled = await settingsIfAny(context, companyId, sender);
  if (compiled?.settings.forms !== true) return;
  requireOwnSite(compiled, { url: form.url }, origin);
  const report = reportOf(form, compiled, userAgent);
  const send = async (): Promise<void> =>
    context.env.COMPANIES.getByName(compiled.companyId).receiveForm(report, plainSender(sender));
  // Sent again once, since an object may die in the middle of it. The object keeps a form once.
  context.background(companies.ask(() => send().catch(send), undefined));
}

function reportOf(
  form: SentForm,
  { settings, phoneNumbers }: CompiledSettings,
  userAgent: string | undefined,
): FormReport {
  const { touch, source } = touchOf(form, settings, userAgent);
  const path = URL.parse(form.url ?? '')?.pathname;
  return {
    submissionId: form.id,
    visitId: settings.visits ? (form.visit ?? null) : null,
    form: form.form,
    number: form.number !== undefined && phoneNumbers.has(form.number) ? form.number : null,
    page: path === undefined ? null : anonymousPath(path),
    isConfirmed: form.sent,
    isTrapped: form.trap,
    filledMs: form.time,
    fields: form.fields.map(([label, value, type, autocomplete, name]) => ({
      label,
      value,
      type,
      autocomplete,
      name,
    })),
    source,
    touch: settings.visits ? touch : null,
  };
}

/** Classifies the touch of a form as that of a visit. It has ids if the visit is stored and ads may use it. */
function touchOf(
  { touch: [keys, referrer], url, visit, cookies, consent }: SentForm,
  settings: CompiledSettings['settings'],
  userAgent: string | undefined,
): { touch: VisitTouch; source: string } {
  const source = classifyVisit({ url, keys, referrer, began: false }, settings.sources, settings.domains);
  const { touch } = reportedVisit({
    visitId: '',
    isStored: false,
    isCounted: false,
    number: '',
    locationId: null,
    numbers: new Set(),
    source,
    first: source,
    clickIds: clickIdsIn(new URLSearchParams(keys)),
    ...consentedIds(typeof visit === 'string' ? { cookies, consent } : {}, settings, userAgent),
  });
  return { touch, source: source.name };
}
