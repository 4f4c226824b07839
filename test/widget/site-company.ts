/** Creates the company of the widget's scenarios. */
import { makeDniCompany } from '../harness/dni-company.ts';

/** The printed number. */
export const TARGET = '(212) 555-0134';
/** The tracking numbers by source. */
export const DIRECT = '(415) 555-0100';
export const PAID = '(415) 555-0101';
export const SPRING = '(415) 555-0102';
export const GOOGLE = '(415) 555-0103';
export const FLYER = '(415) 555-0104';
/** The number for all other sources. */
export const OTHER = '(415) 555-0199';

/** Creates the company: one target, numbers for some sources, no location. */
export function makeSiteCompany(overrides: Record<string, unknown> = {}): Promise<string> {
  return makeDniCompany({
    default_number: '+12125550134',
    locations: [],
    sources: [
      { name: 'spring', when: { utm_campaign: 'spring*' } },
      { name: 'flyer', when: { parameter: 'src=flyer' } },
    ],
    numbers: [
      { phone_number: '+14155550199' },
      { phone_number: '+14155550100', source: 'direct' },
      { phone_number: '+14155550101', source: 'paid_search' },
      { phone_number: '+14155550102', source: 'spring' },
      { phone_number: '+14155550103', source: 'organic_search' },
      { phone_number: '+14155550104', source: 'flyer' },
    ],
    ...overrides,
  });
}
