/** The view that the list shows: the one in the URL, else the API's default. */
import { signal } from '@preact/signals';
import type { Answer } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { place } from '../../address/router.ts';
import type { ViewAnswer } from './lead.ts';
import { type ListQuery, viewParameters } from './query.ts';

/** Stands in paths for the API's default view. */
const DEFAULT = 'default';

/** The default view; undefined until an answer names it. */
const opening = signal<{ company: string; view: string } | undefined>();

/** Returns the path of the default view. */
export function openingPath(): string {
  return companyPath(`/smart_views/${DEFAULT}`);
}

/** Returns the API path of the leads and facets that the list shows. */
export function viewPath(query: ListQuery): string {
  const parameters = viewParameters(query);
  parameters.set('start', String(query.start));
  parameters.set('count', String(query.size));
  return companyPath(`/smart_views/${query.view ?? DEFAULT}?${parameters}`);
}

/** Returns the id of the view shown; undefined until an answer names it. */
export function shownView({ view }: Pick<ListQuery, 'view'>): string | undefined {
  if (view !== undefined) return view;
  return opening.value?.company === place.value.company ? opening.value.view : undefined;
}

/** Remembers the default view from an answer. */
export function noteOpening(answer: Answer<ViewAnswer>): void {
  const [, company = '', view = ''] =
    /\/companies\/([^/]+)\/smart_views\/([^/]+)$/.exec(answer.headers.get('Content-Location') ?? '') ?? [];
  if (view !== '' && view !== opening.peek()?.view) opening.value = { company, view };
}
