/** Smart views. They have the names of groups in the place of their ids. */
import { Problem } from '../../../../shared/http/problems.ts';
import { settingsOf } from '../../../company/settings/settings.ts';
import type { CompanyState } from '../../../engine/context/company-context.ts';
import { USER_ASSIGNED } from '../../../leads/finding/columns/lead-columns.ts';
import {
  checkDefinition,
  createSmartView,
  listSmartViews,
  modifySmartView,
  type ViewInput,
} from '../../../leads/finding/views/smart-views.ts';
import { withKeys } from './plans.ts';
import type { Section } from './section.ts';

/** Matches the id of a user. Leads that nobody works on are the same everywhere. */
const USER = /[\da-f]{8}-[\da-f-]{27}/;

export const smartViews: Section = {
  read: (company) =>
    withKeys(
      listSmartViews(company.database).map(({ name, filters, sort }) => ({
        label: name,
        value: withGroups({ name, filters, sort }, groupNames(company)),
        reason: USER.test(JSON.stringify(filters[USER_ASSIGNED.name] ?? ''))
          ? ('has_users' as const)
          : undefined,
      })),
    ),
  reasonAgainst: (context, { value }) => {
    const view = viewOf(context, value);
    try {
      checkDefinition(context, view);
      return JSON.stringify(view).includes(JSON.stringify(MARK).slice(0, -1)) ? 'not_there' : undefined;
    } catch (error) {
      if (error instanceof Problem) return 'not_there';
      throw error;
    }
  },
  save: (context, items) => {
    const own = new Map(smartViews.read(context, '').map(({ key, value }) => [key, value]));
    const ids = listSmartViews(context.database).map(({ smartViewId }) => smartViewId);
    const keys = [...own.keys()];
    for (const { key, value } of items) {
      const view = viewOf(context, value);
      const index = keys.indexOf(key);
      if (index < 0) createSmartView(context, view);
      else if (own.get(key) !== value) modifySmartView(context, ids[index] ?? '', view);
    }
  },
};

/** Stands before the name of a group in the place of its id. */
const MARK = '\u0000group ';

/** The groups of a company: the JSON of their ids, and that of their names. */
function groupNames(company: CompanyState): [id: string, name: string][] {
  return settingsOf(company)
    .groups()
    .map(({ id, label }) => [JSON.stringify(id), JSON.stringify(MARK + label)]);
}

function withGroups(view: object, pairs: readonly (readonly [string, string])[]): unknown {
  return JSON.parse(
    pairs.reduce((text, [from, to]) => text.replaceAll(from, () => to), JSON.stringify(view)),
  ) as unknown;
}

/** Returns a view with the ids of this company's groups. */
function viewOf(context: CompanyState, value: unknown): ViewInput & { name: string } {
  const names = groupNames(context).map(([id, name]) => [name, id] as const);
  return withGroups(value as object, names) as ViewInput & { name: string };
}
