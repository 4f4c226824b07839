/** The form of an account with a carrier. Its secrets can be written, and are never shown. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../components/over/dialog.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { Form, Options, SelectField, Submit, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { atFields, refusalAt, type Saving, useSaving } from '../../../forms/saving.ts';
import { close, place } from '../../../address/router.ts';
import { accountKeyOf, carrierName, CARRIERS, checkAccount, type CarrierWords, wordsOf } from './accounts.ts';
import { saveAccounts, type SentAccount, usePhone } from '../phone-draft.ts';
import type { Account } from '../phone-settings.ts';

const leave = (): void => close(['over', 'key']);

/** The form of the account that the URL names, outside of the phone settings. */
export function CarrierForm(): VNode | null {
  const { settings } = usePhone();
  const key = place.value.query.get('key') ?? undefined;
  return settings === undefined ? null : (
    <AccountForm key={key} accounts={settings.carriers} accountKey={key} />
  );
}

interface AccountFormProps {
  accounts: readonly Account[];
  /** Undefined for a new account. */
  accountKey: string | undefined;
}

export function AccountForm({ accounts, accountKey }: AccountFormProps): VNode {
  const [before] = useState(accounts.find((account) => accountKeyOf(account) === accountKey));
  const [carrier, setCarrier] = useState<string>(before?.carrier ?? 'twilio');
  const { saving, removing } = useAccount(before);
  return (
    <Dialog title={before === undefined ? 'New account' : 'Account'} size="narrow" onClose={leave}>
      <Form name="carrier" error={saving.error ?? removing.error} onSubmit={saving.save}>
        {before === undefined && <CarrierChoice carrier={carrier} setCarrier={setCarrier} />}
        <SecretFields words={wordsOf(carrier)} account={before} />
        <ApiFields words={wordsOf(carrier)} api={before?.api ?? null} />
        <div class="dialog-foot">
          {before !== undefined && (
            <button
              type="button"
              class="button plain danger start"
              disabled={removing.isBusy}
              onClick={() => removing.save()}
            >
              Remove
            </button>
          )}
          <Submit disabled={saving.isBusy}>Save</Submit>
        </div>
      </Form>
    </Dialog>
  );
}

function useAccount(before: Account | undefined): {
  saving: Saving<[form: HTMLFormElement]>;
  removing: Saving<[]>;
} {
  const saving = useSaving(async (form: HTMLFormElement) => {
    const sent = readAccount(form, before);
    // Only who has an address of their own may have ids of another form.
    if (before === undefined && hasWrongSid(sent) && sent.api?.base === undefined) {
      throw refusalAt('/account_id', `This is no account SID of Twilio. ${SID_FORM}`);
    }
    await saveAtPlace(sent, (known) => [...known.filter((each) => !isOf(each, sent)), sent]);
    toast(before === undefined ? 'Account added.' : 'Account saved.');
    leave();
    await tellDoubts(sent);
  });
  const removing = useSaving(async () => {
    if (before === undefined || !mayRemove(before)) return;
    await saveAccounts((known) => known.filter((each) => !isOf(each, before)));
    toast('Account removed.');
    leave();
  });
  return { saving, removing };
}

function mayRemove({ carrier, account_id: id }: Account): boolean {
  return window.confirm(
    `Remove the account ${carrierName(carrier)} ${id}? Its numbers ring nobody then. To add it again, you need its secrets.`,
  );
}

const TWILIO_SID = /^AC[0-9a-f]{32}$/i;
const SID_FORM =
  'It is AC and 32 digits or letters from a to f; the console of Twilio shows it on its first page.';

function hasWrongSid({ carrier, account_id: id }: SentAccount): boolean {
  return carrier === 'twilio' && id.trim() !== '' && !TWILIO_SID.test(id.trim());
}

/** Tells what seems wrong with a saved account: what was mistyped would be noticed at the first call only. */
async function tellDoubts(sent: SentAccount): Promise<void> {
  const { carrier, account_id, api } = sent;
  if (hasWrongSid(sent)) return toast(`Check the account SID ${account_id}, if this is Twilio. ${SID_FORM}`);
  // What was checked before is not typed again.
  if (api === null || api.secret === true) return;
  const check = await checkAccount({ carrier, account_id }).catch(() => undefined);
  // Numbers with other addresses are set next.
  if (check?.is_ok === false && check.numbers.length === 0) toast(`Check the account: ${check.detail}`);
}

function CarrierChoice({
  carrier,
  setCarrier,
}: {
  carrier: string;
  setCarrier: (carrier: string) => void;
}): VNode {
  return (
    <SelectField
      label="Carrier"
      name="/carrier"
      defaultValue={carrier}
      onChange={({ currentTarget: { value } }) => setCarrier(value)}
    >
      <Options of={CARRIERS.map(({ carrier: value, name }) => [value, name])} />
    </SelectField>
  );
}

const KEPT = 'Set, and never shown. Leave this empty to keep it.';

function SecretFields({ words, account }: { words: CarrierWords; account: Account | undefined }): VNode {
  const { name, accountLabel, secretLabel } = words;
  return (
    <>
      {account === undefined ? (
        <TextField label={accountLabel} name="/account_id" autocomplete="off" />
      ) : (
        <p class="long">
          {name} {account.account_id}
        </p>
      )}
      <TextField
        label={secretLabel}
        name="/secrets/0"
        type="password"
        autocomplete="off"
        hint={account === undefined ? 'It proves that a call really comes from the carrier.' : KEPT}
      />
      <TextField
        label={`The next ${secretLabel.toLowerCase()} (optional)`}
        name="/secrets/1"
        type="password"
        autocomplete="off"
        hint="While you change it at the carrier, enter both: either is valid."
      />
    </>
  );
}

function ApiFields({ words, api }: { words: CarrierWords; api: Account['api'] }): VNode {
  const { userLabel, apiLabel, hasBase } = words;
  return (
    <>
      {userLabel !== undefined && (
        <TextField
          label={`${userLabel} (optional)`}
          name="/api/user"
          autocomplete="off"
          defaultValue={api?.user ?? ''}
        />
      )}
      <TextField
        label={`${apiLabel} (optional)`}
        name="/api/secret"
        type="password"
        autocomplete="off"
        hint={api === null ? 'For messages, call-backs, recordings and the check of the account.' : KEPT}
      />
      <TextField
        label={hasBase ? 'Address of the space' : 'Address of the API (optional)'}
        name="/api/base"
        type="url"
        autocomplete="off"
        defaultValue={api?.base ?? ''}
        hint={hasBase ? 'Such as https://acme.signalwire.com' : 'Only if the carrier gave you one.'}
      />
    </>
  );
}

function isOf(left: Pick<SentAccount, 'carrier' | 'account_id'>, right: typeof left): boolean {
  return left.carrier === right.carrier && left.account_id === right.account_id;
}

function readAccount(form: HTMLFormElement, before: Account | undefined): SentAccount {
  const values = valuesOf(form);
  const text = (name: string): string => String(values[name] ?? '');
  const secrets = [text('/secrets/0'), text('/secrets/1')].filter((secret) => secret !== '');
  return {
    carrier: before?.carrier ?? text('/carrier'),
    account_id: before?.account_id ?? text('/account_id'),
    secrets: secrets.length === 0 && before !== undefined ? before.secrets : secrets,
    api: readApi(text, before?.api ?? null),
  };
}

function readApi(text: (name: string) => string, before: Account['api']): SentAccount['api'] {
  const [user, typed, base] = [text('/api/user'), text('/api/secret'), text('/api/base')];
  const secret = typed === '' && before !== null ? true : typed;
  if (secret === '') return null;
  return { user, secret, ...(base === '' ? {} : { base }) };
}

/** Saves, and gives faults of the account the names of the form's fields. */
async function saveAtPlace(
  sent: SentAccount,
  change: (accounts: readonly SentAccount[]) => readonly SentAccount[],
): Promise<void> {
  let index = 0;
  try {
    await saveAccounts((known) => {
      const accounts = change(known);
      index = accounts.indexOf(sent);
      return accounts;
    });
  } catch (error) {
    const place = new RegExp(`^/carriers/${index}(?=/)`);
    throw atFields(error, (pointer) => pointer.replace(place, '').replace(/^\/secrets$/, '/secrets/0'));
  }
}
