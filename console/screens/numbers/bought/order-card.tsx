/** The progress of the order that the URL names: how each number ends, and what comes next. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { place, withQuery } from '../../../address/router.ts';
import { user } from '../../../api/user.ts';
import { Failure, Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { formatPhone, plural } from '../../../components/text/values.tsx';
import { useSaving } from '../../../forms/saving.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import { changeDraft, useSettings } from '../../draft/draft.ts';
import {
  type Bought,
  type BoughtNumbers,
  isSettled,
  plannedUseOf,
  stateWords,
  usesOf,
  useText,
  withBought,
} from './bought.ts';
import { putNumbersBack } from './use-bought.ts';

/** The most numbers that are named of those that were refused. */
const MOST_NAMED = 20;

interface OrderCardProps {
  bought: BoughtNumbers;
  settings: DniSettings;
}

export function OrderCard({ bought, settings }: OrderCardProps): VNode | null {
  const orderId = place.value.query.get('order');
  const numbers = bought.numbers.filter(({ order_id: id }) => id === orderId);
  const [first] = numbers;
  if (orderId === null || first === undefined) return null;
  const isImport = !first.is_bought;
  const pending = numbers.filter(({ is_pending: isPending }) => isPending).length;
  const refused = numbers.filter(({ state }) => state === 'refused');
  return (
    <section class="card padded order" aria-label={isImport ? 'Your import' : 'Your order'}>
      <div class="row">
        <h2 class="grow">
          {isImport ? 'Your import of ' : 'Your order of '}
          {plural(numbers.length, 'number')}
        </h2>
        <a class="button slim" href={withQuery({ order: undefined })}>
          Close
        </a>
      </div>
      <progress aria-label="Numbers that are done" max={numbers.length} value={numbers.length - pending} />
      <p>
        <output>{progressText(numbers, isImport)}</output>
      </p>
      <Waiting numbers={numbers} />
      {refused.length > 0 && <Refused numbers={refused} isImport={isImport} />}
      {pending === 0 && isImport && <WayBack numbers={numbers} />}
      {!isImport && user.value?.role_id === 'superadmin' && <Next numbers={numbers} settings={settings} />}
    </section>
  );
}

/** Returns how an order stands: `9 of 12 bought, 2 on their way, 1 not bought.` */
export function progressText(numbers: readonly Bought[], isImport: boolean): string {
  const done = numbers.filter(isSettled).length;
  const pending = numbers.filter(({ is_pending: isPending }) => isPending).length;
  const refused = numbers.filter(({ state }) => state === 'refused').length;
  const word = isImport ? 'imported' : 'bought';
  const parts = [
    done === numbers.length ? `All ${done} ${word}` : `${done} of ${numbers.length} ${word}`,
    ...(pending > 0 ? [`${pending} on ${pending === 1 ? 'its' : 'their'} way`] : []),
    ...(refused > 0 ? [`${refused} not ${word}`] : []),
  ];
  return `${numbers.length === 1 && done === 1 ? `It is ${word}` : parts.join(', ')}.`;
}

/** Why some take longer: what the carrier has answered last. */
function Waiting({ numbers }: { numbers: readonly Bought[] }): VNode | null {
  const late = numbers.find(({ is_pending: isPending, detail }) => isPending && detail !== null);
  if (late === undefined) return null;
  return (
    <Notice kind="warning">
      {formatPhone(late.number)} takes longer: {late.detail} It is tried again by itself; you need not wait
      here.
    </Notice>
  );
}

function Refused({ numbers, isImport }: { numbers: readonly Bought[]; isImport: boolean }): VNode {
  return (
    <Notice kind="warning">
      {isImport ? 'Not imported:' : 'Not bought, and not paid for:'}
      <ul>
        {numbers.slice(0, MOST_NAMED).map((number) => (
          <li key={number.number_id}>
            {formatPhone(number.number)}:{' '}
            {stateWords(number).note ?? `the carrier did not ${isImport ? 'change' : 'sell'} it.`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The press that puts the bought numbers into the draft of the settings. */
function Next({ numbers, settings }: { numbers: readonly Bought[]; settings: DniSettings }): VNode | null {
  const { published } = useSettings();
  const bought = numbers.filter(isSettled);
  const { added, clashing } = withBought(settings, bought);
  const used = bought.filter(({ number }) => usesOf(settings, number).length > 0).length;
  const shown = bought.filter(({ number }) => usesOf(published, number).length > 0).length;
  const drafted = Math.max(0, used - shown);
  const put = (): void => {
    const undo = changeDraft((now) => withBought(now, bought).settings);
    toast(`${plural(added.length, 'number')} added to the draft.`, undo);
  };
  if (added.length > 0) return <ToAdd added={added} settings={settings} put={put} />;
  return (
    <>
      <NextText bought={bought.length} drafted={drafted} shown={shown} />
      {clashing.length > 0 && (
        <Notice kind="info">
          These visitors see another number already; choose others in the list below, or make a pool:
          <ul>
            {clashing.slice(0, MOST_NAMED).map((number) => (
              <li key={number.number_id}>
                {formatPhone(number.number)} for {useText(settings, plannedUseOf(settings, number))}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function ToAdd({
  added,
  settings,
  put,
}: {
  added: readonly Bought[];
  settings: DniSettings;
  put: () => void;
}): VNode {
  const them = added.length === 1 ? 'it' : 'them';
  return (
    <>
      <p>
        Nobody sees {them} yet. Add {them} to the draft of your numbers, review, and publish:
      </p>
      <ul class="meant">
        {added.map((number) => (
          <li key={number.number_id}>
            {formatPhone(number.number)}{' '}
            <span class="soft">for {useText(settings, plannedUseOf(settings, number))}</span>
          </li>
        ))}
      </ul>
      <button type="button" class="button primary" onClick={put}>
        Add {plural(added.length, 'number')} to draft
      </button>
    </>
  );
}

/** What comes next once every number that can be added is in the draft. */
function NextText({
  bought,
  drafted,
  shown,
}: {
  bought: number;
  drafted: number;
  shown: number;
}): VNode | null {
  if (drafted > 0) {
    return (
      <p>
        {plural(drafted, 'number is', 'numbers are')} in the draft.{' '}
        <a href={withQuery({ over: 'review', key: undefined })}>Review and publish</a>, and visitors see{' '}
        {drafted === 1 ? 'it' : 'them'}.
      </p>
    );
  }
  if (bought > 0 && shown === bought) return <p>Visitors see {shown === 1 ? 'it' : 'them'} now.</p>;
  return bought === 0 || shown > 0 ? null : (
    <p>In the list of bought numbers, “Add it to the numbers” chooses who sees a number.</p>
  );
}

/** Puts all numbers of an import back, after a question. */
function WayBack({ numbers }: { numbers: readonly Bought[] }): VNode | null {
  const [isAsking, ask] = useState(false);
  const imported = numbers.filter(({ has_former: hasFormer, state }) => hasFormer && state === 'imported');
  const { error, isBusy, save } = useSaving(async () => {
    await putNumbersBack(imported);
    toast('The numbers get back what they had.');
  });
  const count = imported.length;
  if (count === 0 || user.value?.role_id !== 'superadmin') return null;
  if (!isAsking) {
    return (
      <p>
        Calls to {count === 1 ? 'it' : 'them'} come here now.{' '}
        <button type="button" class="link" onClick={() => ask(true)}>
          Put {count === 1 ? 'it' : `all ${count}`} back as {count === 1 ? 'it was' : 'they were'}
        </button>
      </p>
    );
  }
  return (
    <>
      {error !== undefined && <Failure error={error} retry={() => save()} />}
      <p>
        Then calls and texts go where they went before the import, and the numbers leave this list. They stay
        in your account.
      </p>
      <div class="row">
        <button type="button" class="button danger" disabled={isBusy} onClick={() => save()}>
          Put {plural(count, 'number')} back
        </button>
        <button type="button" class="button" onClick={() => ask(false)}>
          Keep them here
        </button>
      </div>
    </>
  );
}
