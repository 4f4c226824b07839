/** `/companies/<uuid>/leads/<uuid>/contacts`: a lead's contacts with the company. */
import { Hono } from 'hono/tiny';
import type { CoreApp } from '../../engine/context/company-context.ts';
import { contextOfRequest } from '../../engine/context/contexts.ts';
import { LEAD, readableLead } from '../record/access.ts';
import type { LeadContactsBody } from './reference.ts';
import { contactsOf } from './contacts.ts';
import type { Feature } from '../../engine/context/feature.ts';

export const contactRoutes = new Hono<CoreApp>();

/** The first visit, counts of calls, texts and forms, and their value. */
contactRoutes.get(`${LEAD}/contacts`, (c) => {
  const context = contextOfRequest(c);
  const { leadNumber } = readableLead(context, c.req.param('lead'));
  return c.json<LeadContactsBody>(contactsOf(context.database, leadNumber));
});

/** The feature of a lead's contacts with the company. It only reads. */
export const contactsFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: contactRoutes }],
};
