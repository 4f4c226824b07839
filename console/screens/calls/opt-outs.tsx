/** People who want no more texts and calls: seen, set, and lifted with a reason. */
import type { VNode } from 'preact';
import type { OptOutBody, OptOutPage } from '../../../worker/core/phone/opt-outs/reference.ts';
import type { LiftReason } from '../../../worker/core/phone/opt-outs/schema.ts';
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { changed, useResource } from '../../api/resource.ts';
import { isTyped } from '../../typed/typed.ts';
import { pathTo, place } from '../../address/router.ts';
import { Empty } from '../../components/notice.tsx';
import { MenuEntry, Popover } from '../../components/over/popover.tsx';
import { toast, toastFailure } from '../../components/over/toasts.tsx';
import { Pages } from '../../components/paging/pages.tsx';
import { Read } from '../../components/read.tsx';
import { LIFT_REASONS } from '../../components/text/lift-reasons.ts';
import { formatPhone, When } from '../../components/text/values.tsx';
import { Form, TextField } from '../../forms/fields.tsx';
import { valuesOf } from '../../forms/form-values.ts';
import { useSaving } from '../../forms/saving.ts';

const PATH = '/opt_outs';

const ORIGINS: Readonly<Record<OptOutBody['origin'], string>> = {
  message: 'No texts: they wrote STOP',
  carrier: 'No texts: told by the carrier',
  user: 'No texts and calls: set by hand',
};

export function OptOuts(): VNode {
  const cursor = place.value.query.get('cursor') ?? undefined;
  const parameters = new URLSearchParams(cursor === undefined ? {} : { cursor });
  const shown = useResource<OptOutPage>(companyPath(`${PATH}?${parameters}`));
  return (
    <div class="list-main">
      <p class="soft intro">
        These people are sent no texts. Who wrote STOP takes it back by writing START. Those set by hand are
        not called either, until it is lifted here.
      </p>
      <NewOptOut />
      <Read shown={shown}>
        {({ opt_outs: people, next_cursor: next }) =>
          people.length === 0 ? (
            <Empty icon="check" text="Nobody has opted out." />
          ) : (
            <>
              <ul class="card texts">
                {people.map((person) => (
                  <Line key={person.phone} person={person} />
                ))}
              </ul>
              <Pages isFirst={cursor === undefined} next={next} />
            </>
          )
        }
      </Read>
    </div>
  );
}

function NewOptOut(): VNode {
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    const phone = await optOut(String(valuesOf(form)['/phone'] ?? ''));
    // What was typed meanwhile stays.
    if (!isTyped(form)) form.reset();
    toast(`${formatPhone(phone)} has opted out.`, async () => void (await lift(phone, 'mistake')));
  });
  return (
    <Form name="opt-out" class="card opt-out" error={error} onSubmit={save}>
      <TextField
        label="Phone number that wants no texts and calls"
        name="/phone"
        type="tel"
        autocomplete="off"
      />
      <button type="submit" class="button" disabled={isBusy}>
        Opt out
      </button>
    </Form>
  );
}

function Line({ person }: { person: OptOutBody }): VNode {
  const {
    phone,
    lead_id: leadId,
    lead_name: leadName,
    origin,
    phone_origin: stop,
    opted_out_at: time,
  } = person;
  const number = formatPhone(phone);
  return (
    <li>
      <p class="row">
        {leadId === null ? (
          <b>{number}</b>
        ) : (
          <a class="main" dir="auto" href={pathTo('leads', leadId)}>
            {leadName ?? number}
          </a>
        )}
        <span class="soft small">
          {leadName !== null && `${number}, `}
          {ORIGINS[origin]}
          {origin === 'user' && stop !== null && ', and no texts until they write START'},{' '}
          <When time={time} />
        </span>
        {origin === 'user' && (
          <span class="end">
            <Lift phone={phone} />
          </span>
        )}
      </p>
    </li>
  );
}

/** Asks for the reason, which the log keeps. */
function Lift({ phone }: { phone: string }): VNode {
  const { isBusy, save } = useSaving(async (reason: LiftReason) => {
    try {
      const { phone_origin: stop } = await lift(phone, reason);
      const again = stop === null ? 'texts and calls again' : 'calls again, and texts once they write START';
      toast(`${formatPhone(phone)} may get ${again}.`, async () => void (await optOut(phone)));
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <Popover
      class="button slim"
      label={`Lift the opt-out of ${formatPhone(phone)}`}
      disabled={isBusy}
      button="Lift"
    >
      {(close) =>
        LIFT_REASONS.map(([reason, label]) => (
          <MenuEntry key={reason} icon="check" label={label} close={close} press={() => save(reason)} />
        ))
      }
    </Popover>
  );
}

/** @param text the number as it was typed @returns it in E.164 */
async function optOut(text: string): Promise<string> {
  const { body } = await ask<OptOutBody>(companyPath(PATH), { method: 'POST', body: { phone: text } });
  changed(companyPath(PATH));
  return body.phone;
}

/** @returns the opt-out, as it was */
async function lift(phone: string, reason: LiftReason): Promise<OptOutBody> {
  const { body } = await ask<OptOutBody>(companyPath(`${PATH}/lift`), {
    method: 'POST',
    body: { phone, reason },
  });
  changed(companyPath(PATH));
  return body;
}
