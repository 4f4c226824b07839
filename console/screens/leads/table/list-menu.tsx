/** The entries of the menu for the whole list. Loaded when it is first opened. */
import type { VNode } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { pathTo, withQuery } from '../../../address/router.ts';
import { isManager, mayWrite } from '../../../api/user.ts';
import { DuplicatesLink } from './duplicates-link.tsx';
import { Exports, type ExportsProps } from './exports.tsx';

export function ListMenu({ query, view }: ExportsProps): VNode {
  return (
    <>
      {mayWrite() && (
        <a href={withQuery({ over: 'import' })}>
          <Icon name="import" /> Import Excel or CSV
        </a>
      )}
      <Exports query={query} view={view} />
      <a href={withQuery({ over: 'columns' })}>
        <Icon name="filter" /> Columns
      </a>
      <DuplicatesLink />
      {isManager() && (
        <a href={pathTo('leads', 'removed')}>
          <Icon name="trash" /> Removed leads
        </a>
      )}
    </>
  );
}
