/** The feature of a lead's contacts with the company. It only reads. */
import type { Feature } from '../../engine/context/feature.ts';
import { contactRoutes } from './routes.ts';

export const contactsFeature: Feature = {
  routes: [{ under: 'company', path: '/leads', routes: contactRoutes }],
};
