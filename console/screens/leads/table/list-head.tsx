/** The head of the list: the name of the view, and actions on the whole list. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SmartView } from '../../../api/company.ts';
import { Icon } from '../../../components/icon.tsx';
import { pathTo, withQuery } from '../../../address/router.ts';
import { isManager, mayWrite } from '../../../api/user.ts';
import { later } from '../../../components/parts/lazy.tsx';
import { countFilters, type ListQuery } from '../query.ts';
import type { ExportsProps } from './exports.tsx';

const VIEWS = 'views';
const MORE = 'list-more';

const ListMenu = later<ExportsProps>(async () => (await import('./list-menu.tsx')).ListMenu);

interface ListHeadProps {
  query: ListQuery;
  views: readonly SmartView[];
  view: string | undefined;
}

export function ListHead({ query, views, view }: ListHeadProps): VNode {
  const [isOpen, open] = useState(false);
  const current = views.find(({ smart_view_id: id }) => id === view);
  return (
    <header class="head">
      <div class="view-name">
        <h1 tabIndex={-1}>{current?.name ?? 'Leads'}</h1>
        <button type="button" class="button plain icon" aria-label="Views" popovertarget={VIEWS}>
          <Icon name="down" />
        </button>
        <Views query={query} views={views} view={view} />
      </div>
      <button type="button" class="button icon" aria-label="More" popovertarget={MORE}>
        <Icon name="more" />
      </button>
      <div id={MORE} class="menu" popover="auto" onToggle={() => open(true)}>
        {isOpen && <ListMenu query={query} view={view} />}
      </div>
      {mayWrite() && (
        <a class="button primary" href={withQuery({ over: 'new' })}>
          <Icon name="plus" /> New lead
        </a>
      )}
    </header>
  );
}

function Views({ query, views, view }: ListHeadProps): VNode {
  return (
    <nav id={VIEWS} class="menu start" popover="auto" aria-label="Views">
      {views.map(({ name, smart_view_id: id }) => (
        <a key={id} href={`${pathTo('leads')}?view=${id}`} aria-current={id === view ? 'true' : undefined}>
          {name}
        </a>
      ))}
      {isManager() && (
        <>
          <hr />
          {(countFilters(query) > 0 || query.sort !== undefined) && (
            <a href={withQuery({ over: 'save-view' })}>
              <Icon name="plus" /> Save as a view
            </a>
          )}
          {view !== undefined && (
            <a href={withQuery({ over: 'edit-view' })}>
              <Icon name="pencil" /> Rename or remove the view
            </a>
          )}
        </>
      )}
    </nav>
  );
}
