/** Blocks a caller, or allows them again. For super admins, who may change the call settings. */
import type { VNode } from 'preact';
import { MenuEntry } from '../../../components/over/popover.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { useSaving } from '../../../forms/saving.ts';
import { useResource } from '../../../api/resource.ts';
import { user } from '../../../api/user.ts';
import { phonePath } from '../../phone/phone-draft.ts';
import type { PhoneSettings } from '../../phone/phone-settings.ts';
import type { Call } from '../call.ts';
import { blockableCaller, blockCaller } from './call-actions.ts';

interface Blocking {
  label: string;
  press: () => Promise<void>;
}

export function BlockCaller({ call: { from, direction } }: { call: Call }): VNode | null {
  const blocking = useBlocking(direction === 'inbound' ? from : null);
  const { isBusy, save } = useSaving((press: Blocking['press']) => press());
  if (blocking === undefined) return null;
  return (
    <button type="button" class="button slim" disabled={isBusy} onClick={() => save(blocking.press)}>
      {blocking.label}
    </button>
  );
}

/** The same as an entry of a menu. */
export function BlockEntry({
  phone,
  close,
}: {
  phone: string | null | undefined;
  close: () => void;
}): VNode | null {
  const blocking = useBlocking(phone);
  if (blocking === undefined) return null;
  return <MenuEntry icon="close" label={blocking.label} close={close} press={() => void blocking.press()} />;
}

/** Returns what can be done about a caller; undefined if the user may not, or it is not known yet. */
function useBlocking(from: string | null | undefined): Blocking | undefined {
  const phone = blockableCaller(from);
  const mayBlock = user.value?.role_id === 'superadmin' && phone !== undefined;
  const { data } = useResource<PhoneSettings>(mayBlock ? phonePath() : undefined);
  if (!mayBlock || data === undefined) return undefined;
  const isBlocked = data.blocked.includes(phone);
  return {
    label: isBlocked ? 'Allow this caller again' : 'Block this caller',
    press: () => blockCaller(phone, !isBlocked).catch(toastFailure),
  };
}
