/** The dialogs over the list of leads: a new lead, saved views, columns. */
import type { VNode } from 'preact';
import { place } from '../../../address/router.ts';
import { ChooseColumns } from './choose-columns.tsx';
import { NewLead } from './new-lead.tsx';
import { EditView, SaveView } from './view-dialogs.tsx';

export function LeadDialogs(): VNode | null {
  switch (place.value.over) {
    case 'new':
      return <NewLead />;
    case 'save-view':
      return <SaveView />;
    case 'edit-view':
      return <EditView />;
    case 'columns':
      return <ChooseColumns />;
    default:
      return null;
  }
}
