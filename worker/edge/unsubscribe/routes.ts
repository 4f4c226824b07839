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
import { within } from '../../shared/limits/bounded-wait.ts';
import type { SenderNames } from '../../core/company/interface.ts';
import { answerPage } from './page.ts';

/** Longest wait for the name of who sent the mail. */
const SENDER_MS = 1_000;
const LINK = '/:company/:user/:topic/:signature';

export const unsubscribeRoutes = new Hono<App>();

/** Shows the page with the button. Changes nothing. */
unsubscribeRoutes.get(LINK, async (c) => {
  const sender = await senderOf(c, readLink(c));
  const from = sender === undefined ? '' : ` from ${sender.companyName}`;
  return answerPage(c, `Do you want no more e-mails of this kind${from}?`, {
    heading: sender?.heading,
    button: 'Stop these e-mails',
  });
});

/** Ends the mail. Repeating it changes nothing. */
unsubscribeRoutes.post(LINK, async (c) => {
  const link = readLink(c);
  const { companyId, userId, topic } = link;
  const company = c.env.COMPANIES.getByName(companyId);
  await (topic === OUTSIDE_REPORTS ? company.leaveReports(userId) : company.endMail(userId, topic));
  const sender = await senderOf(c, link);
  return answerPage(c, 'You get no more e-mails of this kind.', { heading: sender?.heading });
});

/** Returns who sent the mail; undefined if the company cannot answer, which keeps nobody from ending it. */
function senderOf(c: Context<App>, { companyId }: Unsubscription): Promise<SenderNames | undefined> {
  const ask = async (): Promise<SenderNames | undefined> =>
    c.env.COMPANIES.getByName(companyId).senderNames();
  return within(ask(), SENDER_MS, undefined);
}

/** @throws Problem 404 for a link that was not made here */
function readLink(c: Context<App>): Unsubscription {
  const { company, user, topic = '', signature = '' } = c.req.param() as Record<string, string>;
  const [companyId, userId] = [asId(company), asId(user)];
  if (companyId === undefined || userId === undefined) throw notFound();
  const link = { companyId, userId, topic };
  if (!isSigned(link, signature, c.env.OPERATOR_TOKEN)) throw notFound();
  return link;
}
