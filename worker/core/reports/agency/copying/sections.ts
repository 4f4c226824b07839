/** The sections that can be copied. */
import {
  brandOf,
  changeBrand,
  pictureOf,
  readLogo,
  renameBrand,
  replaceLogo,
} from '../../../company/brand/brand.ts';
import { saveDniSettings } from '../../../company/dni/settings.ts';
import { dniSettingsOf } from '../../../company/dni/saved-settings.ts';
import type { CompanyState } from '../../../engine/context/company-context.ts';
import type { WriteContext } from '../../../engine/context/request-context.ts';
import { readCallSettings, replaceCallSettings } from '../../../phone/ringing/settings.ts';
import { contactRules } from './contact-rules.ts';
import { currencies, fields, groups, options, retention, states, templates } from './lead-settings.ts';
import { type Reason, reasonAgainstText, type SectionName, withKeys } from './plans.ts';
import { itemsOf, membersOf, type Section, valuesOf } from './section.ts';
import { smartViews } from './views.ts';

const sources: Section = {
  isOrdered: true,
  read: (company) =>
    withKeys(
      (dniSettingsOf(company).read()?.settings.sources ?? []).map((value) => ({ label: value.name, value })),
    ),
  reasonAgainst: withoutNumbers,
  numbersFor: (company, { value }) => {
    const { name } = value as { name: string };
    return (
      dniSettingsOf(company)
        .read()
        ?.settings.numbers.filter(({ source }) => source === name).length ?? 0
    );
  },
  save: (context, items) => saveDni(context, { sources: valuesOf(items) }),
};

const specialHours: Section = {
  read: (company) =>
    withKeys(
      (dniSettingsOf(company).read()?.settings.special_hours ?? []).map((value) => ({
        label: value.date,
        value,
      })),
    ),
  reasonAgainst: withoutNumbers,
  save: (context, items) => saveDni(context, { special_hours: valuesOf(items) }),
};

/** The rules for all calls. Who rings, and the menu that answers, are the company's own. */
const calls: Section = {
  read: ({ database }, name) => {
    const { ring: _, menu: __, ...rules } = readCallSettings(database).settings.defaults;
    return itemsOf(rules).map((item) => {
      const reason = reasonAgainstText(item.value, name);
      return reason === undefined ? item : { ...item, reason };
    });
  },
  save: (context, items, { addresses }) => {
    const { settings } = readCallSettings(context.database);
    const defaults = { ...settings.defaults, ...membersOf(items) };
    replaceCallSettings(context, { ...settings, defaults }, addresses);
  },
};

/** The name and the logo, each of them one item. */
const brand: Section = {
  read: ({ database }) => {
    const { name } = brandOf(database);
    const picture = pictureOf(database);
    return itemsOf({
      ...(name === null ? {} : { name }),
      ...(picture === undefined ? {} : { logo: { picture: Buffer.from(picture).toString('base64') } }),
    });
  },
  save: (context, items) => {
    const own = membersOf(brand.read(context, '')) as BrandItems;
    const { name, logo } = membersOf(items) as BrandItems;
    changeBrand(context, () => {
      if (name !== undefined && name !== own.name) renameBrand(context, name);
      if (logo === undefined || logo.picture === own.logo?.picture) return;
      replaceLogo(context, readLogo(Uint8Array.from(Buffer.from(logo.picture, 'base64'))));
    });
  },
};

interface BrandItems {
  name?: string;
  /** The picture in base64. */
  logo?: { picture: string };
}

export const SECTION_OF: Readonly<Record<SectionName, Section>> = {
  fields,
  states,
  groups,
  currencies,
  templates,
  options,
  retention,
  smart_views: smartViews,
  sources,
  special_hours: specialHours,
  calls,
  contact_rules: contactRules,
  brand,
};

function saveDni(context: WriteContext, members: object): void {
  const document = { ...dniSettingsOf(context).read()?.settings, ...members };
  saveDniSettings(context, { document }, { isDryRun: false, measured: new Map() });
}

function withoutNumbers(company: CompanyState): Reason | undefined {
  return dniSettingsOf(company).read() === undefined ? 'no_numbers' : undefined;
}
