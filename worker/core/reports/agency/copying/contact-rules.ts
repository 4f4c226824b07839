/** Rules on calls. They have ids of their own in each company, so their names are compared. */
import { parse } from '../../../../shared/http/input.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import { dniSettingsOf } from '../../../company/dni/saved-settings.ts';
import { contactRulesOf, replaceContactRules } from '../../../phone/transcripts/contact-rules/rules.ts';
import { type ContactRule, contactRulesSchema } from '../../../phone/transcripts/contact-rules/schema.ts';
import { asId } from '../../../../shared/http/ids.ts';
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
    const { locations = [] } = dniSettingsOf(company).read()?.settings ?? {};
    const isThere = (id: string): boolean => locations.some((location) => location.location_id === id);
    const { when, then } = value as ContactRule;
    const states = settingsOf(company).states();
    const isStateThere = then.state === undefined || states.some(({ name }) => name === then.state);
    // Users have ids of their own in each company.
    const isOfUsers =
      then.assign !== undefined || then.notify?.some((who) => asId(who) !== undefined) === true;
    const isWhole = isStateThere && !isOfUsers;
    return isWhole && when.all.every(({ location = [] }) => location.every(isThere))
      ? undefined
      : 'not_there';
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
