/**
 * `/reports/...`: pages for people outside the company. `confirm/<company>/<secret>` is the link in the mail that asks for their
 * address; it shows a page with a button, because programs that check links only open them. `shared/<company>/<secret>` is a report
 * whose page is shared.
 */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { createMiddleware } from 'hono/factory';
import type { App } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { notFound } from '../../shared/http/problems.ts';
import { senderOfRequest } from '../../shared/limits/networks.ts';
import { limitRequests, SenderFailures } from '../../shared/limits/rate-limits.ts';
import { lookupMemory } from '../lookup/caches/memory.ts';
import { answerPage } from '../unsubscribe/page.ts';

const CONFIRM = '/confirm/:company/:secret';
const ENDED = 'This link was used already, or is too old. Ask whoever sends the reports for a new one.';

/** Links that do not work, counted together with lookups of companies that do not exist: each may start a Durable Object. */
const guesses = new SenderFailures('company');

/** Refuses networks that have tried many links which do not work. */
const limitGuesses = createMiddleware<App>(async (c, next) => {
  const { env, req } = c;
  const hash = (text: string): string => lookupMemory.visitors.of(text, env.OPERATOR_TOKEN);
  const sender = senderOfRequest(req.raw.headers, hash);
  if (sender !== undefined) guesses.check(sender);
  await next();
  if (sender !== undefined && c.res.status === 410) await guesses.count(env, sender);
});

export const reportPageRoutes = new Hono<App>();
reportPageRoutes.use(limitRequests('report:'), limitGuesses);

/** Shows the page with the button. Changes nothing. */
reportPageRoutes.get(CONFIRM, async (c) => {
  const asked = await companyOf(c).questionOf(c.req.param('secret'));
  if (asked === undefined) return answerPage(c, ENDED, { status: 410 });
  const { companyName, heading } = asked;
  const text = `You can get the reports of ${companyName} by e-mail. You can stop them at any time by a link in each.`;
  return answerPage(c, text, { heading, button: 'Yes, send me the reports' });
});

/** Confirms the address, once. */
reportPageRoutes.post(CONFIRM, async (c) => {
  const company = companyOf(c);
  const secret = c.req.param('secret');
  // The link ends when it is used, so who asks is read before.
  const asked = await company.questionOf(secret);
  if ((await company.confirmReports(secret)) !== true) return answerPage(c, ENDED, { status: 410 });
  return answerPage(c, 'Thank you. You get the reports from now on.', { heading: asked?.heading });
});

/** Answers the page of a report that is shared. */
reportPageRoutes.get('/shared/:company/:secret', async (c) => {
  const shared = await companyOf(c).sharedReport(c.req.param('secret'));
  if (shared === undefined) return answerPage(c, 'This report is not shared any more.', { status: 410 });
  return c.html(shared.html, 200, {
    'Content-Security-Policy': `default-src 'none'; style-src ${shared.style}; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  });
});

/** @throws Problem 404 for an address that is no company's */
function companyOf(c: Context<App>): ReturnType<App['Bindings']['COMPANIES']['getByName']> {
  const companyId = asId(c.req.param('company'));
  if (companyId === undefined) throw notFound();
  return c.env.COMPANIES.getByName(companyId);
}
