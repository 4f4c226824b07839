/** The dialogs of the bought numbers that the URL names. */
import type { VNode } from 'preact';
import { place } from '../../../address/router.ts';
import { user } from '../../../api/user.ts';
import { later } from '../../../components/parts/lazy.tsx';
import type { BoughtProps } from './bought.ts';

const BranchNumbers = later<BoughtProps>(
  async () => (await import('./buying/branch-numbers.tsx')).BranchNumbers,
);
const Buy = later<BoughtProps>(async () => (await import('./buying/buy.tsx')).Buy);
const CapDialog = later<BoughtProps>(async () => (await import('./cap.tsx')).CapDialog);
const ImportNumbers = later(async () => (await import('./importing/import-numbers.tsx')).ImportNumbers);
const NumberDialog = later<BoughtProps>(async () => (await import('./number-dialog.tsx')).NumberDialog);

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
