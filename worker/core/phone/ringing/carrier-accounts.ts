/** Accounts with carriers as they are sent and as they are kept: secrets that are not sent again stay. Pure. */
import type { Fault } from '../../../shared/http/problems.ts';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import type { CallSettingsInput, CarrierAccount } from './settings-schema.ts';

type AccountInput = CallSettingsInput['carriers'][number];
type ApiInput = NonNullable<AccountInput['api']>;

/** Where the account stands in the body, and how its faults are reported. */
interface Place {
  pointer: string;
  addresses: AddressRules;
  faults: Fault[];
}

/** The account as it is to be kept; with faults it is not to be used. */
export function accountOf(
  input: AccountInput,
  known: readonly CarrierAccount[],
  place: Place,
): CarrierAccount {
  const { carrier, account_id } = input;
  const former = known.find((account) => account.carrier === carrier && account.account_id === account_id);
  return {
    carrier,
    account_id,
    secrets: secretsOf(input.secrets, former?.secrets ?? [], place),
    api: input.api === null ? null : apiOf(input.api, { carrier, former: former?.api?.secret }, place),
  };
}

function secretsOf(input: AccountInput['secrets'], former: readonly string[], place: Place): string[] {
  if (Array.isArray(input)) return input;
  if (input !== former.length) {
    refuse(place, '/secrets', `There are ${former.length}, which cannot be kept as ${input}; send the list.`);
  }
  return [...former];
}

function apiOf(
  { user, secret: given, base }: ApiInput,
  { carrier, former }: { carrier: AccountInput['carrier']; former: string | undefined },
  place: Place,
): NonNullable<CarrierAccount['api']> {
  const secret = given === true ? former : given;
  if (secret === undefined) refuse(place, '/api/secret', 'There is none to be kept; send it.');
  const fault = base === undefined ? undefined : faultOfAddress(base, place.addresses);
  if (fault !== undefined) refuse(place, '/api/base', fault);
  if (carrier === 'signalwire' && base === undefined) {
    refuse(place, '/api/base', 'Write the address of the space, for instance https://acme.signalwire.com.');
  }
  return { user, secret: secret ?? '', ...(base === undefined ? {} : { base: base.replace(/\/+$/, '') }) };
}

function refuse({ pointer, faults }: Place, member: string, detail: string): void {
  faults.push({ pointer: pointer + member, code: 'invalid_parameter', detail });
}
