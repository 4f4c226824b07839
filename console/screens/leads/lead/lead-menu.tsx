/** Further actions on a lead: merge, remind, remove, download, erase. */
import type { VNode } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { useKey } from '../../../components/keys.tsx';
import { MenuEntry, Popover } from '../../../components/over/popover.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { go, withQuery } from '../../../address/router.ts';
import { isManager, user } from '../../../api/user.ts';
import { listAddress } from '../list-address.ts';
import { leadPath, removeLead } from './lead-actions.ts';
import type { Lead } from './lead.ts';

export function LeadMenu({ lead }: { lead: Lead }): VNode {
  const mergeKey = useKey('m');
  const openMerge = (): void => go(withQuery({ over: 'merge' }));
  return (
    <>
      <Popover class="button icon" label="More" button={<Icon name="more" />}>
        {(close) => (
          <>
            <MenuEntry
              icon="merge"
              label="Merge with another lead"
              close={close}
              press={openMerge}
              hint="m"
            />
            <MenuEntry
              icon="bell"
              label="Set a reminder"
              close={close}
              press={() => go(withQuery({ over: 'reminder' }))}
            />
            <LastThings lead={lead} close={close} />
          </>
        )}
      </Popover>
      <button ref={mergeKey} type="button" class="unseen" tabIndex={-1} onClick={openMerge}>
        Merge with another lead
      </button>
    </>
  );
}

/** Removing is for managers; copies and erasing are for super admins. */
function LastThings({ lead, close }: { lead: Lead; close: () => void }): VNode | null {
  if (!isManager()) return null;
  const remove = (): void => {
    removeLead(lead).then(() => go(listAddress(), { replace: true }), toastFailure);
  };
  return (
    <>
      <MenuEntry icon="trash" label="Remove lead" close={close} press={remove} />
      {user.value?.role_id === 'superadmin' && (
        <>
          <hr />
          <a href={`/console/api${leadPath(lead.lead_id, '/everything')}`} download onClick={close}>
            <Icon name="export" /> Download all data
          </a>
          <MenuEntry
            icon="close"
            label="Erase for good"
            close={close}
            press={() => go(withQuery({ over: 'erase' }))}
          />
        </>
      )}
    </>
  );
}
