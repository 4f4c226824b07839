/** The view that the list shows: the one that the address names, else the one that the API opens the list with. */
import { signal } from '@preact/signals';
import type { Answer } from '../../api.ts';
import { companyPath } from '../../company.ts';
import { place } from '../../router.ts';
import type { ViewAnswer } from './lead.ts';
import { type ListQuery, viewParameters } from './query.ts';

/** Stands in paths for the view that the API opens the list with. */
const DEFAULT = 'default';

/** Which view that was, and of which company. */
const opening = signal<{ company: string; view: string } | undefined>();

/** What the path begins with while the address names no view. */
export function openingPath(): string {
  return companyPath(`/smart_views/${DEFAULT}`);
}

/** The path of the leads and facets that the list shows. */
export function viewPath(query: ListQuery): string {
  const parameters = viewParameters(query);
  parameters.set('start', String(query.start));
  parameters.set('count', String(query.size));
  return companyPath(`/smart_views/${query.view ?? DEFAULT}?${parameters}`);
}

/** The id of the view that is shown; undefined until an answer has told it. */
export function shownView({ view }: Pick<ListQuery, 'view'>): string | undefined {
  if (view !== undefined) return view;
  return opening.value?.company === place.value.company ? opening.value.view : undefined;
}

/** Remembers which view the API has opened the list with. */
export function noteOpening(answer: Answer<ViewAnswer>): void {
  const [, company = '', view = ''] =
    /\/companies\/([^/]+)\/smart_views\/([^/]+)$/.exec(answer.headers.get('Content-Location') ?? '') ?? [];
  if (view !== '' && view !== opening.peek()?.view) opening.value = { company, view };
}
