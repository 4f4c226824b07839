/** `POST /demo/callback`: the site's contact form, whose server creates the lead. */
import * as v from 'valibot';
import type { Env } from '../../worker/env.ts';
import { DEMO_COMPANY_ID } from '../company.ts';
import { branchGroupOf } from '../lead-settings.ts';
import { type Ask, type AskAsSite, askAsSite } from './website.ts';

const MAX_FORM_BYTES = 16 * 1024;
const LEADS = `/companies/${DEMO_COMPANY_ID}/leads`;

/** The fields of the form; the last two come from the page's plan and are empty without one. */
const formSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  phone: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(50)),
  message: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(5_000)), ''),
  source: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ''),
  branch: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
});

type Form = v.InferOutput<typeof formSchema>;

/**
 * Finds or creates the lead by phone number, with the source of the visit and the visitor's message as a note. Answers scripts with
 * `{lead_id, created}` or an error with `detail`; a form without scripts is redirected to a thank-you page or gets plain text.
 */
export async function takeCallbackRequest(request: Request, env: Env, ask: Ask): Promise<Response> {
  const { origin } = new URL(request.url);
  const byScript = request.headers.get('Accept')?.includes('application/json') === true;
  const refuse = (status: number, detail: string): Response =>
    byScript ? Response.json({ detail }, { status }) : new Response(detail, { status });
  if (request.method !== 'POST') return refuse(405, 'Send the form with POST.');
  // Forms on other sites must not create leads here.
  if ((request.headers.get('Origin') ?? origin) !== origin)
    return refuse(403, 'The form is on another site.');
  const form = await readForm(request);
  if (form === undefined) return refuse(400, 'Please tell us your name and your phone number.');
  const answer = await save(form, await askAsSite(origin, env, ask));
  if (typeof answer === 'string') return refuse(400, answer);
  return byScript ? Response.json(answer) : Response.redirect(`${origin}/demo/thanks`, 303);
}

/** Reads the form; undefined if it is incomplete. */
async function readForm(request: Request): Promise<Form | undefined> {
  if (!(Number(request.headers.get('Content-Length')) <= MAX_FORM_BYTES)) return undefined;
  const given = await request.formData().catch(() => new FormData());
  const form = v.safeParse(formSchema, Object.fromEntries(given));
  return form.success ? form.output : undefined;
}

/** Saves the form. @returns the lead, or a text for the visitor if it was refused */
async function save(form: Form, call: AskAsSite): Promise<{ lead_id: string; created: boolean } | string> {
  const { name, phone, message, source, branch } = form;
  const upserted = await call(`${LEADS}/upsert`, {
    name,
    phone,
    source_tags: ['contact form', ...(source ? [source] : [])],
    ...branchGroupOf(branch),
  });
  const answer = (await upserted.json()) as { lead_ids: [string]; created: boolean; detail?: string };
  if (!upserted.ok) return answer.detail ?? 'Your request could not be saved. Please call us.';
  const [leadId] = answer.lead_ids;
  if (message) await call(`${LEADS}/${leadId}/note`, { message });
  return { lead_id: leadId, created: answer.created };
}
