/** Rules on calls. They have ids of their own in each company, so their names are compared. */
import { parse } from '../../../../shared/http/input.ts';
import { dniSettingsOf } from '../../../company/dni/saved-settings.ts';
import type { CompanyState } from '../../../engine/context/company-context.ts';
import { contactRulesOf, replaceContactRules } from '../../../phone/transcripts/contact-rules/rules.ts';
import { type ContactRule, contactRulesSchema } from '../../../phone/transcripts/contact-rules/schema.ts';
import { reasonAgainstText, withKeys } from './plans.ts';
import type { Section } from './section.ts';

export const contactRules: Section = {
  isOrdered: true,
  read: (company, companyName) =>
    withKeys(
      contactRulesOf(company)
        .all()
        .map(({ name, when, then }) => {
          const value = { name, when, then };
          return { label: name, value, reason: reasonAgainstText(JSON.stringify(value), companyName) };
        }),
    ),
  reasonAgainst: (company, { value }) => {
    const { when } = value as ContactRule;
    const known = locationIdsOf(company);
    const wanted = when.all.flatMap(({ location = [] }) => location);
    return wanted.every((id) => known.has(id)) ? undefined : 'not_there';
  },
  save: (context, items) => {
    const own = contactRulesOf(context).all();
    const ids = new Map(contactRules.read(context, '').map(({ key }, index) => [key, own[index]?.rule_id]));
    const saved = items.map(({ key, value }) => {
      const id = ids.get(key);
      return { ...(value as ContactRule), ...(id === undefined ? {} : { rule_id: id }) };
    });
    replaceContactRules(context, parse(contactRulesSchema, saved));
  },
};

function locationIdsOf(company: CompanyState): Set<string> {
  const { locations = [] } = dniSettingsOf(company).read()?.settings ?? {};
  return new Set(locations.map(({ location_id: id }) => id));
}
