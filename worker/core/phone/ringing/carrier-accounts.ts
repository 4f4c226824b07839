/** Merges carrier accounts from a request with the saved ones, whose secrets stay unless new ones are sent. Pure. */
import type { Fault } from '../../../shared/http/problems.ts';
import { type AddressRules, faultOfAddress } from '../../../shared/http/public-addresses.ts';
import type { CallSettingsInput, CarrierAccount } from './settings-schema.ts';

type AccountInput = CallSettingsInput['carriers'][number];
type ApiInput = NonNullable<AccountInput['api']>;

/** The account's place in the body, and the list of faults. */
interface AccountCheck {
  pointer: string;
  addresses: AddressRules;
  faults: Fault[];
}

/** Returns the account to save. Do not use it if there are faults. */
export function accountOf(
  input: AccountInput,
  known: readonly CarrierAccount[],
  check: AccountCheck,
): CarrierAccount {
  const { carrier, account_id } = input;
  const former = known.find((account) => account.carrier === carrier && account.account_id === account_id);
  return {
    carrier,
    account_id,
    secrets: secretsOf(input.secrets, former?.secrets ?? [], check),
    api: input.api === null ? null : apiOf(input.api, { carrier, former: former?.api }, check),
  };
}

function secretsOf(input: AccountInput['secrets'], former: readonly string[], check: AccountCheck): string[] {
  if (Array.isArray(input)) return input;
  if (input !== former.length) {
    refuse(check, '/secrets', `There are ${former.length}, which cannot be kept as ${input}; send the list.`);
  }
  return [...former];
}

/** Returns the secret of an API, which is sent or kept. */
function secretOf(
  given: ApiInput['secret'],
  { base, former }: { base: ApiInput['base']; former: CarrierAccount['api'] | undefined },
  check: AccountCheck,
): string | undefined {
  const secret = given === true ? former?.secret : given;
  if (secret === undefined) refuse(check, '/api/secret', 'There is none to be kept; send it.');
  // Else whoever sets the address would be told the secret by the next request.
  else if (given === true && addressOf(base) !== former?.base) {
    refuse(check, '/api/secret', 'It is kept for the same address only; send it for another one.');
  }
  return secret;
}

function apiOf(
  { user, secret: given, base }: ApiInput,
  { carrier, former }: { carrier: AccountInput['carrier']; former: CarrierAccount['api'] | undefined },
  check: AccountCheck,
): NonNullable<CarrierAccount['api']> {
  const secret = secretOf(given, { base, former }, check);
  const fault = base === undefined ? undefined : faultOfAddress(base, check.addresses);
  if (fault !== undefined) refuse(check, '/api/base', fault);
  if (carrier === 'signalwire' && base === undefined) {
    refuse(check, '/api/base', 'Write the address of the space, for instance https://acme.signalwire.com.');
  }
  return {
    user,
    secret: secret ?? '',
    ...(base === undefined ? {} : { base: addressOf(base) }),
  };
}

/** Returns an address without the slashes at its end. */
function addressOf<Base extends string | undefined>(base: Base): Base {
  return base?.replace(/(?<!\/)\/+$/, '') as Base;
}

function refuse({ pointer, faults }: AccountCheck, member: string, detail: string): void {
  faults.push({ pointer: pointer + member, code: 'invalid_parameter', detail });
}
