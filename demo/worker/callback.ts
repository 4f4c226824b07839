/**
 * `POST /demo/callback`: the site's contact form. The site's server knows nothing of Leadline, as that of most sites: the script
 * makes a lead of the form (docs/forms.md).
 */
import * as v from 'valibot';
import { readPhone } from '../../worker/shared/contact/phone-numbers.ts';

const MAX_FORM_BYTES = 16 * 1024;

const formSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  phone: v.pipe(
    v.string(),
    v.check((text) => readPhone(text, 'US') !== undefined),
  ),
  message: v.optional(v.pipe(v.string(), v.maxLength(5_000)), ''),
});

/**
 * Answers scripts with `{}` or an error with `detail`; a form without scripts is redirected to a thank-you page or gets plain text.
 */
export async function takeCallbackRequest(request: Request): Promise<Response> {
  const { origin } = new URL(request.url);
  const byScript = request.headers.get('Accept')?.includes('application/json') === true;
  const refuse = (status: number, detail: string): Response =>
    byScript ? Response.json({ detail }, { status }) : new Response(detail, { status });
  if (request.method !== 'POST') return refuse(405, 'Send the form with POST.');
  if ((request.headers.get('Origin') ?? origin) !== origin)
    return refuse(403, 'The form is on another site.');
  if (!(await isComplete(request))) return refuse(400, 'Please tell us your name and your phone number.');
  return byScript ? Response.json({}) : Response.redirect(`${origin}/demo/thanks`, 303);
}

async function isComplete(request: Request): Promise<boolean> {
  if (!(Number(request.headers.get('Content-Length')) <= MAX_FORM_BYTES)) return false;
  const given = await request.formData().catch(() => new FormData());
  return v.is(formSchema, Object.fromEntries(given));
}
