/** The phone settings: accounts with carriers, who rings, blocked callers, and a call tried out. */
import type { VNode } from 'preact';
import { later } from '../../components/parts/lazy.tsx';
import { Read } from '../../components/read.tsx';
import { plural } from '../../components/text/values.tsx';
import { place, withQuery } from '../../address/router.ts';
import { ChangesBar } from '../draft/draft-bar.tsx';
import { useSettings } from '../draft/draft.ts';
import { AccountList } from './accounts/account-list.tsx';
import { CallTrial } from './trial/call-trial.tsx';
import { discardPhone, type Phone, usePhone } from './phone-draft.ts';
import { MenusList } from './menus/menus-list.tsx';
import type { PhoneSettings } from './phone-settings.ts';
import { SilentNotice } from './silent-notice.tsx';
import { RulesList } from './rules-list.tsx';

const AccountForm = later(async () => (await import('./accounts/account-form.tsx')).AccountForm);
const CallersForm = later(async () => (await import('./callers-form.tsx')).CallersForm);
const MenuForm = later(async () => (await import('./menus/menu-form.tsx')).MenuForm);
const PhoneReview = later<{ phone: Phone }>(async () => (await import('./phone-review.tsx')).PhoneReview);
const RulesForm = later(async () => (await import('./rules-form.tsx')).RulesForm);

export function PhoneSettingsTab(): VNode {
  const phone = usePhone();
  const { published } = useSettings();
  const { settings } = phone;
  return (
    <Read shown={phone.shown}>
      {() =>
        settings && (
          <div class="phone-settings">
            <div class="row end">
              <ChangesBar changes={phone.changes.length} discard={discardPhone} />
            </div>
            <AccountList accounts={settings.carriers} />
            <SilentNotice />
            <RulesList settings={settings} dni={published} />
            <MenusList settings={settings} />
            <CallersPart settings={settings} />
            <CallTrial settings={settings} dni={published} />
            <Over phone={phone} />
          </div>
        )
      }
    </Read>
  );
}

/** How many callers are refused, and how many numbers of the account are in no DNI settings. */
function CallersPart({ settings }: { settings: PhoneSettings }): VNode {
  const { blocked, unlisted_numbers: further } = settings;
  return (
    <section aria-labelledby="callers">
      <h2 id="callers">Blocked callers and further numbers</h2>
      <p class="soft">
        {blocked.length === 0
          ? 'No caller is blocked.'
          : `${plural(blocked.length, 'caller is', 'callers are')} blocked.`}{' '}
        {further.length > 0 &&
          `${plural(further.length, 'further number')} of your account ${further.length === 1 ? 'takes' : 'take'} calls.`}{' '}
        <a href={withQuery({ over: 'callers', key: undefined })}>Edit the lists</a>
      </p>
    </section>
  );
}

function Over({ phone }: { phone: ReturnType<typeof usePhone> }): VNode | null {
  const { over, query } = place.value;
  const key = query.get('key') ?? undefined;
  const { settings } = phone;
  if (settings === undefined) return null;
  switch (over) {
    case 'review':
      return <PhoneReview phone={phone} />;
    case 'carrier':
      return <AccountForm key={key} accounts={settings.carriers} accountKey={key} />;
    case 'rules':
      return <RulesForm key={key} settings={settings} scopeText={key ?? 'defaults'} />;
    case 'menu':
      return <MenuForm key={key} settings={settings} id={key} />;
    case 'callers':
      return <CallersForm settings={settings} />;
    default:
      return null;
  }
}
