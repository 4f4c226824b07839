/** `POST /demo/callback`: the site's contact form. Its server makes the lead. */
import * as v from 'valibot';
import type { Env } from '../../worker/env.ts';
import { DEMO_COMPANY_ID } from '../company.ts';
import { branchGroupOf } from '../lead-settings.ts';
import { type Ask, type AskAsSite, askAsSite } from './website.ts';

const MAX_FORM_BYTES = 16 * 1024;
const LEADS = `/companies/${DEMO_COMPANY_ID}/leads`;

/** What the form sends; the last two are those of the page's plan, empty when there is none. */
const formSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  phone: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50)),
  message: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(5_000)), ''),
  source: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  branch: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
});

type Form = v.InferOutput<typeof formSchema>;

/**
 * Finds the lead by its phone number or makes it, with the source of the visit and, as a note, what the visitor wrote. Scripts get
 * `{lead_id, created}` or a refusal with a `detail`; a form without scripts is led to a page of thanks, or told in plain text.
 */
export async function takeCallbackRequest(request: Request, env: Env, ask: Ask): Promise<Response> {
  const { origin } = new URL(request.url);
  const byScript = request.headers.get('Accept')?.includes('application/json') === true;
  const refuse = (status: number, detail: string): Response =>
    byScript ? Response.json({ detail }, { status }) : new Response(detail, { status });
  if (request.method !== 'POST') return refuse(405, 'Send the form with POST.');
  // A form on another site must not fill this one's leads.
  if ((request.headers.get('Origin') ?? origin) !== origin)
    return refuse(403, 'The form is not on this site.');
  const form = await readForm(request);
  if (form === undefined) return refuse(400, 'Please tell us your name and your phone number.');
  const answer = await keep(form, await askAsSite(origin, env, ask));
  if (typeof answer === 'string') return refuse(400, answer);
  return byScript ? Response.json(answer) : Response.redirect(`${origin}/demo/thanks`, 303);
}

/** Undefined for what is no filled-in form. */
async function readForm(request: Request): Promise<Form | undefined> {
  if (!(Number(request.headers.get('Content-Length')) <= MAX_FORM_BYTES)) return undefined;
  const given = await request.formData().catch(() => new FormData());
  const form = v.safeParse(formSchema, Object.fromEntries(given));
  return form.success ? form.output : undefined;
}

/** What became of the form; a text for the visitor when it was refused. */
async function keep(form: Form, call: AskAsSite): Promise<{ lead_id: string; created: boolean } | string> {
  const { name, phone, message, source, branch } = form;
  const upserted = await call(`${LEADS}/upsert`, {
    name,
    phone,
    source_tags: ['contact form', ...(source ? [source] : [])],
    ...branchGroupOf(branch),
  });
  const answer = (await upserted.json()) as { lead_ids: [string]; created: boolean; detail?: string };
  if (!upserted.ok) return answer.detail ?? 'That did not work; please call us.';
  const [leadId] = answer.lead_ids;
  if (message) await call(`${LEADS}/${leadId}/note`, { message });
  return { lead_id: leadId, created: answer.created };
}
