/** The saved searches of a company. */
import { userOf } from '../../../engine/context/actors.ts';
import type { RequestContext, WriteContext } from '../../../engine/context/request-context.ts';
import { isObject } from '../../../../shared/http/input.ts';
import { type Fault, notFound, Problem, refuseFaults } from '../../../../shared/http/problems.ts';
import type { Database } from '../../../engine/storage/database.ts';
import { AS_IS, json, Table } from '../../../engine/storage/table.ts';
import { asId, newId } from '../../../../shared/http/ids.ts';
import { readFieldTypes } from '../../../company/settings/replacements.ts';
import { reportSettingsChanged } from '../../../company/settings/settings-changes.ts';
import { fixedClock } from '../../../engine/times/local-clock.ts';
import { checkIfMatch, versionTag } from '../../../engine/http/answers.ts';
import { listFacets } from './facets.ts';
import { readFilters } from './filters.ts';
import type { SmartView } from './schema.ts';
import { readSort, sortFields } from './sorting.ts';
import { settingsOf } from '../../../company/settings/settings.ts';

const MAX_VIEWS = 500;
/** The name of a new company's view. */
const FIRST_VIEW = 'All leads';

/** The stored form of a view. */
interface StoredView extends Pick<SmartView, 'smartViewId' | 'name' | 'version'> {
  document: Pick<SmartView, 'filters' | 'sort'>;
}

const VIEWS = new Table<StoredView>('smart_views', {
  smartViewId: AS_IS,
  name: AS_IS,
  version: AS_IS,
  document: json(),
});
const BY_NAME = VIEWS.select('ORDER BY name COLLATE NOCASE, smart_view_id');
const BY_ID = VIEWS.select('WHERE smart_view_id = ?');
const SAVE = VIEWS.upsert(['smartViewId'], []);

/** The input of a request about a view. Undefined members stay as they are. */
export interface ViewInput {
  name?: string | undefined;
  filters?: unknown;
  sort?: unknown;
}

/** Lists all views by name, then id. */
export function listSmartViews(database: Database): SmartView[] {
  return VIEWS.all(database, BY_NAME).map(toView);
}

/**
 * Finds the view that the caller's list opens with: the group's view, else the one that every company begins with, else the first
 * by name. Undefined if the company has no view.
 */
export function openingView(context: RequestContext): SmartView | undefined {
  const { database, actor } = context;
  const settings = settingsOf(context);
  const views = listSmartViews(database);
  const group = settings.groups().find(({ id }) => id === userOf(actor)?.groupId);
  return (
    views.find(({ smartViewId }) => smartViewId === group?.smart_view_id) ??
    views.find(({ name }) => name === FIRST_VIEW) ??
    views[0]
  );
}

/**
 * Finds the view with the id from the path.
 * @throws Problem `not_found`
 */
export function requireSmartView(database: Database, idText: string): SmartView {
  const stored = VIEWS.maybe(database, BY_ID, asId(idText) ?? '');
  if (stored === undefined) throw notFound();
  return toView(stored);
}

/**
 * Saves a new view.
 * @throws Problem that lists every fault of filters and sort; `invalid_parameter` when the company has too many
 */
export function createSmartView(context: WriteContext, input: ViewInput & { name: string }): SmartView {
  const { database } = context;
  checkDefinition(context, input);
  const { count } = database.one<{ count: number }>('SELECT count(*) AS count FROM smart_views');
  if (count >= MAX_VIEWS) {
    throw new Problem('invalid_parameter', `A company has at most ${MAX_VIEWS} smart views; remove one.`);
  }
  const view = withInput(
    { smartViewId: newId(context.now), name: '', version: 1, filters: {}, sort: {} },
    input,
  );
  saveView(database, view);
  tell(context, undefined, view);
  return view;
}

/**
 * Changes the members that the input names.
 * @throws Problem as `createSmartView`, 404, 412
 */
export function modifySmartView(context: WriteContext, idText: string, input: ViewInput): SmartView {
  const { database } = context;
  const before = requireSmartView(database, idText);
  checkIfMatch(context.ifMatch, versionTag(before.version));
  checkDefinition(context, input);
  const view = { ...withInput(before, input), version: before.version + 1 };
  saveView(database, view);
  tell(context, before, view);
  return view;
}

/**
 * Removes a view.
 * @returns the removed view
 * @throws Problem 404, 412, 409 `in_use` when a group opens with it
 */
export function removeSmartView(context: WriteContext, idText: string): SmartView {
  const { database } = context;
  const view = requireSmartView(database, idText);
  checkIfMatch(context.ifMatch, versionTag(view.version));
  const groups = settingsOf(context)
    .groups()
    .filter((group) => group.smart_view_id === view.smartViewId);
  if (groups.length > 0) {
    const labels = groups.map(({ label }) => label).join(', ');
    throw new Problem('in_use', `These groups open with the view: ${labels}.`, {
      members: { groups: groups.map(({ id }) => id) },
    });
  }
  database.run('DELETE FROM smart_views WHERE smart_view_id = ?', view.smartViewId);
  tell(context, view, undefined);
  return view;
}

function tell(context: WriteContext, before: SmartView | undefined, after: SmartView | undefined): void {
  reportSettingsChanged(context, {
    settings: 'smart_views',
    id: (after ?? before)?.smartViewId ?? '',
    ...(after === undefined ? {} : { version: after.version }),
    before: before && { name: before.name, filters: before.filters, sort: before.sort },
    after: after && { name: after.name, filters: after.filters, sort: after.sort },
  });
}

/** @throws Problem that lists every fault of filters and sort */
export function checkDefinition(
  context: RequestContext,
  { filters, sort }: Pick<ViewInput, 'filters' | 'sort'>,
): void {
  const faults: Fault[] = [];
  const facetIds = listFacets(context).map(({ id }) => id);
  // Times without an offset are read in the time zone of the user who opens the view. For the check, any time zone works.
  const types = readFieldTypes(context.database);
  readFilters(filters, { facetIds, types, clock: fixedClock(0), faults });
  readSort(sort, sortFields(context), { faults });
  refuseFaults(faults);
}

function withInput(view: SmartView, { name, filters, sort }: ViewInput): SmartView {
  // `checkDefinition` has checked it.
  const objectOf = <Part extends object>(value: unknown, before: Part): Part => {
    if (value === undefined) return before;
    return (isObject(value) ? value : {}) as Part;
  };
  return {
    ...view,
    name: name ?? view.name,
    filters: objectOf(filters, view.filters),
    sort: objectOf(sort, view.sort),
  };
}

function saveView(database: Database, { filters, sort, ...view }: SmartView): void {
  database.run(SAVE, ...VIEWS.values({ ...view, document: { filters, sort } }));
}

function toView({ document, ...view }: StoredView): SmartView {
  return { ...view, ...document };
}
