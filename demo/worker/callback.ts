/**
 * `POST /demo/callback`: the site's contact form. Its server makes the lead with credentials of its own, as any site would:
 * the page has none. Here the server asks the operator for a token of the user "Website".
 */
import * as v from 'valibot';
import type { Env } from '../../worker/env.ts';
import { DEMO_COMPANY_ID, WEBSITE_USER } from '../company.ts';
import { branchGroupOf } from '../lead-settings.ts';

const MAX_FORM_BYTES = 16 * 1024;
const TOKEN_SECONDS = 3600;
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
type Ask = (request: Request) => Promise<Response>;
type Call = (path: string, body: unknown) => Promise<Response>;

let known: { authorization: string; until: number } | undefined;

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
  const answer = await keep(form, callAs(await authorization(origin, env, ask), origin, ask));
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
async function keep(form: Form, call: Call): Promise<{ lead_id: string; created: boolean } | string> {
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

function callAs(authorizationHeader: string, origin: string, ask: Ask): Call {
  return (path, body) =>
    ask(
      new Request(`${origin}${path}`, {
        method: 'POST',
        headers: { Authorization: authorizationHeader, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
}

/** The site's credentials, asked for anew before they end. */
async function authorization(origin: string, env: Env, ask: Ask): Promise<string> {
  if (known !== undefined && known.until > Date.now()) return known.authorization;
  const issued = await callAs(
    `Bearer ${env.OPERATOR_TOKEN}`,
    origin,
    ask,
  )('/operator/tokens', {
    email: WEBSITE_USER.email,
    valid_seconds: TOKEN_SECONDS,
  });
  const token = (await issued.json()) as string;
  const header = `Basic ${btoa(`${WEBSITE_USER.email}:${token}`)}`;
  if (issued.ok) known = { authorization: header, until: Date.now() + (TOKEN_SECONDS * 1000) / 2 };
  return header;
}
