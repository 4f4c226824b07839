/**
 * The page of a link in mail: a sentence, and at most one button, which posts to the same address. It names whoever sent the mail and
 * not the product, which people outside do not know.
 */
import type { Context } from 'hono';
import { escapeHtml } from '../../shared/mail/html.ts';

/** The page has no script, and its style is its own. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

interface PageParts {
  /** Who sent the mail. */
  heading?: string | undefined;
  /** What the button says; none without. */
  button?: string;
  status?: 200 | 410;
}

/** Answers the page. */
export function answerPage(
  c: Context,
  text: string,
  { heading = 'E-mails', button, status = 200 }: PageParts = {},
): Response {
  const form =
    button === undefined ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>`;
  return c.html(page(escapeHtml(heading), escapeHtml(text), form), status, {
    'Content-Security-Policy': POLICY,
  });
}

function page(heading: string, text: string, form: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${heading}</title><style>:root{color-scheme:light dark}
body{max-width:32rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}button{font:inherit;padding:.6rem 1rem}</style></head>
<body><main><h1>${heading}</h1><p>${text}</p>${form}</main></body></html>`;
}
