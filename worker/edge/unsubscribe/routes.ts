/**
 * `/unsubscribe/<company>/<user>/<topic>/<signature>`: the link in mail that ends a kind of it. A mail program posts to it
 * (RFC 8058); a person sees a page with a button, because programs that check links only open them.
 */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { App } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { notFound } from '../../shared/http/problems.ts';
import { isSigned, type Unsubscription } from '../../shared/mail/unsubscribing.ts';

const LINK = '/:company/:user/:topic/:signature';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // The page has no script, and its style is its own.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

export const unsubscribeRoutes = new Hono<App>();

/** Shows the page with the button. Changes nothing. */
unsubscribeRoutes.get(LINK, (c) => {
  readLink(c);
  const form = '<form method="post"><button>Stop these e-mails</button></form>';
  return c.body(page('Do you want no more e-mails of this kind from Leadline?', form), 200, HEADERS);
});

/** Ends the mail. Repeating it changes nothing. */
unsubscribeRoutes.post(LINK, async (c) => {
  const { companyId, userId, topic } = readLink(c);
  await c.env.COMPANIES.getByName(companyId).endMail(userId, topic);
  return c.body(page('You get no more e-mails of this kind.', ''), 200, HEADERS);
});

/** @throws Problem 404 for a link that was not made here */
function readLink(c: Context<App>): Unsubscription {
  const { company, user, topic = '', signature = '' } = c.req.param() as Record<string, string>;
  const [companyId, userId] = [asId(company), asId(user)];
  if (companyId === undefined || userId === undefined) throw notFound();
  const link = { companyId, userId, topic };
  if (!isSigned(link, signature, c.env.OPERATOR_TOKEN)) throw notFound();
  return link;
}

function page(text: string, form: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Leadline e-mails</title><style>:root{color-scheme:light dark}
body{max-width:32rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}button{font:inherit;padding:.6rem 1rem}</style></head>
<body><main><h1>Leadline</h1><p>${text}</p>${form}</main></body></html>`;
}
