/** Says which numbers no longer send their calls here, and leads to where they are mended. */
import type { VNode } from 'preact';
import { pathTo } from '../../../address/router.ts';
import { isManager, user } from '../../../api/user.ts';
import { type Shown, useResource } from '../../../api/resource.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatPhone } from '../../../components/text/values.tsx';
import { carrierName } from '../../phone/accounts/accounts.ts';
import type { Bought, BoughtNumbers } from './bought.ts';
import { boughtPath } from './use-bought.ts';

/** The most numbers that are named. */
const MOST_NAMED = 3;

/** Reads the numbers itself, for screens without the list. Only managers may read them. */
export function AstrayNotice(): VNode | null {
  return isManager() ? <ReadAstray /> : null;
}

/** Reads the numbers that no longer send their calls here. */
export function useAstray(): Shown<BoughtNumbers> {
  return useResource<BoughtNumbers>(boughtPath('?only=astray'));
}

function ReadAstray(): VNode | null {
  const { data } = useAstray();
  return data === undefined ? null : <Astray numbers={data.numbers} />;
}

export function Astray({ numbers }: { numbers: readonly Bought[] }): VNode | null {
  const [first] = numbers;
  if (first === undefined) return null;
  const list = pathTo('numbers', 'bought');
  const isOne = numbers.length === 1;
  return (
    <Notice kind="danger">
      Calls to {namesOf(numbers)} no longer come here:{' '}
      {first.wiring === 'gone' && isOne
        ? `it is no longer in your account at ${carrierName(first.carrier)}.`
        : `somebody changed ${isOne ? 'it' : 'them'} at ${carrierName(first.carrier)}.`}{' '}
      <a href={isOne ? `${list}?over=bought&key=${first.number_id}` : `${list}?show=astray`}>
        {linkText(numbers)}
      </a>
    </Notice>
  );
}

function linkText([first, ...others]: readonly Bought[]): string {
  const mayMend = user.value?.role_id === 'superadmin' && first?.wiring === 'wrong';
  if (others.length > 0) return mayMend ? 'Fix them' : 'See them';
  return mayMend ? 'Fix it' : 'Look at it';
}

function namesOf(numbers: readonly Bought[]): string {
  const names = numbers.slice(0, MOST_NAMED).map(({ number }) => formatPhone(number));
  const more = numbers.length - names.length;
  if (more > 0) return `${names.join(', ')} and ${more} more`;
  return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
