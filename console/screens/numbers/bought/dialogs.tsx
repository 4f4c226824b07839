/** The dialogs of the bought numbers that the URL names. */
import type { VNode } from 'preact';
import { place } from '../../../address/router.ts';
import { user } from '../../../api/user.ts';
import type { BoughtProps } from './bought.ts';
import { Buy } from './buying/buy.tsx';
import { BranchNumbers } from './buying/branch-numbers.tsx';
import { CapDialog } from './cap.tsx';
import { ImportNumbers } from './importing/import-numbers.tsx';
import { NumberDialog } from './number-dialog.tsx';

export function BoughtDialogs(props: BoughtProps): VNode | null {
  const { over, query } = place.value;
  const key = query.get('key');
  if (over === 'bought') return <NumberDialog key={key} {...props} />;
  if (user.value?.role_id !== 'superadmin') return null;
  switch (over) {
    case 'cap':
      return <CapDialog {...props} />;
    case 'buy':
      return <Buy {...props} />;
    case 'import-numbers':
      return <ImportNumbers />;
    case 'branch-numbers':
      return <BranchNumbers {...props} />;
    default:
      return null;
  }
}
