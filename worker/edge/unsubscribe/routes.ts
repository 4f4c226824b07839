/**
 * `/unsubscribe/<company>/<user>/<topic>/<signature>`: the link in mail that ends a kind of it. A mail program posts to it
 * (RFC 8058); a person sees a page with a button, because programs that check links only open them.
 */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { App } from '../../env.ts';
import { asId } from '../../shared/http/ids.ts';
import { notFound } from '../../shared/http/problems.ts';
import { isSigned, OUTSIDE_REPORTS, type Unsubscription } from '../../shared/mail/unsubscribing.ts';
import { answerPage } from './page.ts';

const LINK = '/:company/:user/:topic/:signature';

export const unsubscribeRoutes = new Hono<App>();

/** Shows the page with the button. Changes nothing. */
unsubscribeRoutes.get(LINK, (c) => {
  readLink(c);
  return answerPage(c, 'Do you want no more e-mails of this kind from Leadline?', {
    button: 'Stop these e-mails',
  });
});

/** Ends the mail. Repeating it changes nothing. */
unsubscribeRoutes.post(LINK, async (c) => {
  const { companyId, userId, topic } = readLink(c);
  const company = c.env.COMPANIES.getByName(companyId);
  await (topic === OUTSIDE_REPORTS ? company.leaveReports(userId) : company.endMail(userId, topic));
  return answerPage(c, 'You get no more e-mails of this kind.');
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
