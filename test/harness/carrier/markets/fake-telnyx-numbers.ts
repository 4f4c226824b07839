/** The numbers of a fake Telnyx account, with what they point to. */
import { applicationsOfAccount, profilesOfAccount, voiceProfilesOfAccount } from './fake-telnyx-parts.ts';
import { ELSEWHERE } from './fake-carrier.ts';
import { type Fields, found, refusal } from './telnyx-answers.ts';
import type { CallForwardingOfNumber, TelnyxNumber } from './telnyx-records.ts';

/** A number of the account, or one that was or is to be in it. */
export interface OwnNumber {
  entry: TelnyxNumber & {
    record_type: 'phone_number';
    connection_id: string | null;
    connection_name: string | null;
    messaging_profile_id: string | null;
    customer_reference: string | null;
    deletion_lock_enabled: boolean;
  };
  forwarding: CallForwardingOfNumber;
}

/** The one field that a change may have, by the rest of its path. */
const CHANGED: Readonly<Record<string, string>> = {
  '': 'connection_id',
  '/messaging': 'messaging_profile_id',
  '/voice': 'call_forwarding',
};
/** Connections of another kind than applications begin so. */
const TRUNK = /^77/;

export class TelnyxNumbers {
  readonly list: OwnNumber[] = [];
  readonly applications: ReturnType<typeof applicationsOfAccount> = applicationsOfAccount();
  readonly profiles: ReturnType<typeof profilesOfAccount> = profilesOfAccount();
  readonly voiceProfiles: ReturnType<typeof voiceProfilesOfAccount> = voiceProfilesOfAccount();
  /** Numbers without messages. */
  readonly mute = new Set<string>();
  /** How a connection is taken off a number. Telnyx does not say it. */
  noneIs: '' | null = '';
  #ids = 0;

  add(number: string, fields: Fields): OwnNumber {
    this.#ids += 1;
    const own: OwnNumber = {
      entry: {
        id: String(2_846_036_949_825_750_000n + BigInt(this.#ids)),
        record_type: 'phone_number',
        phone_number: number,
        status: 'active',
        connection_id: null,
        connection_name: null,
        messaging_profile_id: null,
        customer_reference: null,
        deletion_lock_enabled: false,
        ...fields,
      },
      forwarding: { call_forwarding_enabled: true, forwards_to: '', forwarding_type: 'always' },
    };
    // Newest first, as in Telnyx's lists.
    this.list.unshift(own);
    return own;
  }

  find(number: string, status = 'active'): OwnNumber | undefined {
    return this.list.find(({ entry }) => entry.phone_number === number && entry.status === status);
  }

  byId(id: string | undefined): OwnNumber | undefined {
    return this.list.find(({ entry }) => entry.id === id && entry.status !== 'deleted');
  }

  /** Finds the numbers that contain digits. With anything but digits, nothing is found. */
  containing(digits: string | null): OwnNumber[] {
    return this.list.filter(
      ({ entry }) => digits === null || (/^\d{3,}$/.test(digits) && entry.phone_number.includes(digits)),
    );
  }

  /** Returns where the calls of a number go. */
  callsOf(number: string): string {
    const own = this.find(number);
    const {
      forwards_to: to = '',
      call_forwarding_enabled: isOn,
      forwarding_type: type,
    } = own?.forwarding ?? {};
    if (to !== '' && isOn !== false && type === 'always') return to;
    const application = this.applications.find(own?.entry.connection_id);
    return application?.active === false ? '' : (application?.voice_url ?? '');
  }

  /** Returns the application of somebody else, with which numbers of the account are connected. */
  elsewhere(): string {
    const name = 'Call centre';
    const made = this.applications.named(name)[0];
    return (made ?? this.applications.make({ friendly_name: name, voice_url: ELSEWHERE })).id ?? '';
  }

  /** Returns an entry as the list has it. */
  named({ entry }: OwnNumber): OwnNumber['entry'] {
    const application = this.applications.find(entry.connection_id);
    return { ...entry, connection_name: application?.friendly_name ?? entry.connection_name };
  }

  /** Says what is wrong with a change; undefined if Telnyx understands it. */
  faultOf(rest: string, fields: Fields): string | undefined {
    const names = Object.keys(fields);
    return names.length === 1 && names[0] === CHANGED[rest]
      ? undefined
      : `${names.join(', ')} is no field of ${rest}`;
  }

  /** Changes a number. */
  change(own: OwnNumber, rest: string, fields: Fields): Response {
    const [value] = Object.values(fields);
    if (rest === '/voice') {
      own.forwarding = value as CallForwardingOfNumber;
      return found(voiceOf(own));
    }
    const id = typeof value === 'string' ? value : null;
    return rest === '/messaging' ? this.#setProfile(own, id) : this.#connect(own, id);
  }

  /** Null keeps the profile, an empty text takes it off. */
  #setProfile({ entry }: OwnNumber, id: string | null): Response {
    const isGiven = id !== null && id !== '';
    if (isGiven && this.mute.has(entry.phone_number)) return refusal(422, '40300', 'It takes no messages.');
    if (isGiven && this.profiles.find(id) === undefined) return refusal(422, '10017', 'No such profile.');
    if (id !== null) entry.messaging_profile_id = id === '' ? null : id;
    return found({ id: entry.id, messaging_profile_id: entry.messaging_profile_id });
  }

  #connect(own: OwnNumber, id: string | null): Response {
    const isGiven = id !== null && id !== '';
    if (isGiven && this.applications.find(id) === undefined && !TRUNK.test(id)) {
      return refusal(422, '10017', 'Associated resource does not exist');
    }
    if (isGiven) own.entry.connection_id = id;
    else if (id === this.noneIs) own.entry.connection_id = null;
    return found(this.named(own));
  }
}

/** Returns the settings of a number for calls. */
export function voiceOf({ entry, forwarding }: OwnNumber): object {
  const { id, phone_number, connection_id } = entry;
  return { id, record_type: 'voice_settings', phone_number, connection_id, call_forwarding: forwarding };
}
