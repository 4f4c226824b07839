/** A bought number: what it is, and what can be done with it. */
import type { ComponentChildren, VNode } from 'preact';
import { close, place, withQuery } from '../../../address/router.ts';
import { user } from '../../../api/user.ts';
import { Empty, Failure, Notice } from '../../../components/notice.tsx';
import { Dialog } from '../../../components/over/dialog.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { Fact } from '../../../components/text/fact.tsx';
import { StatusChip } from '../../../components/text/status-chip.tsx';
import { formatDay, formatPhone, When } from '../../../components/text/values.tsx';
import { useSaving } from '../../../forms/saving.ts';
import type { DniSettings } from '../../draft/dni-settings.ts';
import { carrierName } from '../../phone/accounts/accounts.ts';
import { type Bought, isAstray, isHeld, isSettled, leaveDay, money, stateWords, usesOf } from './bought.ts';
import type { BoughtProps } from './bought.ts';
import { actOn, type Verb } from './use-bought.ts';
import { Uses } from './uses.tsx';

const leave = (): void => close(['over', 'key', 'do']);

export function NumberDialog({ settings, bought }: BoughtProps): VNode {
  const key = place.value.query.get('key');
  const number = bought.numbers.find(({ number_id: id }) => id === key);
  if (number === undefined) {
    return (
      <Dialog title="Bought number" size="narrow" onClose={leave}>
        <Empty icon="search" text="This number is no longer here." />
      </Dialog>
    );
  }
  const asked = place.value.query.get('do');
  const mayAct = user.value?.role_id === 'superadmin';
  return (
    <Dialog title={formatPhone(number.number)} onClose={leave}>
      <Facts number={number} settings={settings} />
      {mayAct && asked === 'release' && <GiveBack number={number} settings={settings} />}
      {mayAct && asked === 'put_back' && <PutBack number={number} settings={settings} />}
      {mayAct && asked === null && <Actions number={number} settings={settings} />}
    </Dialog>
  );
}

interface NumberProps {
  number: Bought;
  settings: DniSettings;
}

function Facts({ number, settings }: NumberProps): VNode {
  const { kind, label, note } = stateWords(number);
  const { checked_time: checked } = number;
  return (
    <dl class="facts">
      <Fact label="State">
        <StatusChip kind={kind} label={label} />
        {note !== undefined && <p class="soft long">{note}</p>}
      </Fact>
      {isHeld(number) && (
        <Fact label="Used for">
          <Uses number={number} settings={settings} />
        </Fact>
      )}
      {number.place !== '' && <Fact label="Place">{number.place}</Fact>}
      {number.name !== '' && number.name !== formatPhone(number.number) && (
        <Fact label="Name at the carrier">{number.name}</Fact>
      )}
      <Fact label="Carrier">
        {carrierName(number.carrier)} <span class="soft long">{number.account_id}</span>
      </Fact>
      <Fact label="A month">
        {number.monthly_price === 0 ? 'Unknown' : money(number.monthly_price, number.currency)}
      </Fact>
      <Fact label={number.is_bought ? 'Ordered' : 'Imported'}>{formatDay(number.creation_time)}</Fact>
      {checked !== null && (
        <Fact label="Checked">
          <When time={checked} />
        </Fact>
      )}
    </dl>
  );
}

/** What can be done with a number now. */
function Actions({ number, settings }: NumberProps): VNode | null {
  if (number.state === 'quarantined') return <Keep number={number} />;
  if (!isSettled(number)) return null;
  return (
    <>
      {number.wiring === 'gone' && (
        <Notice kind="warning">
          Your account at {carrierName(number.carrier)} no longer has it, so nobody reaches you on it.
          {usesOf(settings, number.number).length > 0 && ' Take it out of your numbers.'}
        </Notice>
      )}
      <Mend number={number} />
    </>
  );
}

/** The way to keep a number that is about to be given back. */
function Keep({ number }: { number: Bought }): VNode {
  const { failure, isBusy, act } = useAction(number, 'keep', 'The number is kept.');
  return (
    <>
      <p>
        It is given back to {carrierName(number.carrier)} on {leaveDay(number)}. Until then it is yours, and
        costs money.
      </p>
      <Foot failure={failure}>
        <button type="button" class="button primary" disabled={isBusy} onClick={act}>
          Keep it
        </button>
      </Foot>
    </>
  );
}

/** Mends a number whose addresses somebody has changed, beside the ways to part with it. */
function Mend({ number }: { number: Bought }): VNode {
  const { failure, isBusy, act } = useAction(number, 'mend', 'It gets our addresses again.');
  const canMend = isAstray(number) && number.wiring === 'wrong';
  return (
    <>
      {canMend && (
        <Notice kind="warning">
          Somebody changed its addresses at {carrierName(number.carrier)}: calls, or what happens when they
          fail, go elsewhere. “Fix” sends them here again.
        </Notice>
      )}
      <Foot failure={failure}>
        {number.has_former && (
          <a class="button plain start" href={withQuery({ do: 'put_back' })}>
            Put back
          </a>
        )}
        <a
          class={`button plain danger ${number.has_former ? '' : 'start'}`}
          href={withQuery({ do: 'release' })}
        >
          Give back
        </a>
        {canMend && (
          <button type="button" class="button primary" disabled={isBusy} onClick={act}>
            Fix
          </button>
        )}
      </Foot>
    </>
  );
}

/** What giving back means, or why it cannot be done. */
function GiveBack({ number, settings }: NumberProps): VNode {
  const { failure, isBusy, act } = useAction(
    number,
    'release',
    'The number is given back in 30 days.',
    'keep',
  );
  const uses = usesOf(settings, number.number);
  const carrier = carrierName(number.carrier);
  const isUsed = uses.length > 0;
  return (
    <>
      {isUsed ? (
        <Notice kind="info">
          It is in your numbers. Take it out there and publish; then it can be given back.
        </Notice>
      ) : (
        <p>
          It stays yours for 30 days, in which people who still have it reach you. Then {carrier} gets it back
          and may sell it to somebody else. Until then you can keep it after all. A number that was called in
          the last 30 days is not given back.
        </p>
      )}
      <Foot failure={failure}>
        <a class="button" href={withQuery({ do: undefined })}>
          {isUsed ? 'Back' : 'Cancel'}
        </a>
        {!isUsed && (
          <button type="button" class="button danger" disabled={isBusy} onClick={act}>
            Give it back
          </button>
        )}
      </Foot>
    </>
  );
}

/** What putting back means. */
function PutBack({ number, settings }: NumberProps): VNode {
  const { failure, isBusy, act } = useAction(number, 'put_back', 'The number gets back what it had.');
  return (
    <>
      <p>
        Its calls and texts go where they went before the import, and it leaves this list. It stays in your
        account at {carrierName(number.carrier)}.
      </p>
      {usesOf(settings, number.number).length > 0 && (
        <Notice kind="warning">Visitors still see it: take it out of your numbers, too.</Notice>
      )}
      <Foot failure={failure}>
        <a class="button" href={withQuery({ do: undefined })}>
          Cancel
        </a>
        <button type="button" class="button danger" disabled={isBusy} onClick={act}>
          Put it back
        </button>
      </Foot>
    </>
  );
}

function Foot({ failure, children }: { failure: VNode | null; children: ComponentChildren }): VNode {
  return (
    <>
      {failure}
      <div class="dialog-foot">{children}</div>
    </>
  );
}

interface Action {
  /** Why the last press was refused. */
  failure: VNode | null;
  isBusy: boolean;
  act: () => void;
}

/** Acts on a number once a press, says what comes of it, and closes the dialog. @param undo the verb that takes it back */
function useAction(number: Bought, verb: Verb, done: string, undo?: Verb): Action {
  const { error, isBusy, save } = useSaving(async () => {
    await actOn(number, verb);
    toast(done, undo && (() => actOn(number, undo)));
    leave();
  });
  const act = (): void => save();
  return { failure: error === undefined ? null : <Failure error={error} retry={act} />, isBusy, act };
}
