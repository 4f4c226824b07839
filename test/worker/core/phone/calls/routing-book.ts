/** A phone book, with readable defaults. */
import * as v from 'valibot';
import { makePhoneBook, OpenPhoneBook } from '../../../../../worker/core/phone/ringing/phone-book.ts';
import {
  type CallSettings,
  NO_CALL_SETTINGS,
} from '../../../../../worker/core/phone/ringing/settings-schema.ts';
import type { UserRecord } from '../../../../../worker/core/people/users/schema.ts';
import { type DniSettings, dniSettingsSchema } from '../../../../../worker/dni/schema.ts';
import { dniSettings, location } from '../../../../harness/dni-company.ts';

/** A Monday, 10:00 in Chicago. */
export const MONDAY = Date.UTC(2026, 2, 2, 16, 0);
/** A Monday, 2:00 in Chicago. */
export const NIGHT = Date.UTC(2026, 2, 2, 8, 0);
const OPEN_HOURS = [{ day_of_week: 'weekdays', from_time: '09:00', to_time: '17:00' }];

export function user(userId: string, overrides: Partial<UserRecord> = {}): UserRecord {
  return {
    userId,
    email: `${userId}@acme.test`,
    name: userId,
    callerIdName: '',
    roleId: 'agent',
    groupId: 'g',
    phone: '',
    trackingNumber: '',
    forwardNumbers: '',
    autoAssignable: false,
    notifyRemindersBySms: false,
    isSuspended: false,
    createdTime: 0,
    lastLogin: null,
    ...overrides,
  };
}

/** Builds a phone book: Austin with hours, a number and a user; Denver and Tokyo, always open; and numbers of all kinds. */
export function book(
  settings: Partial<CallSettings> = {},
  dni: Record<string, unknown> = {},
  {
    users = [
      user('al', { forwardNumbers: '512-555-0150' }),
      user('gone', { phone: '+15125550151', isSuspended: true }),
    ],
    away = new Map(),
    zone = 'UTC',
  }: { users?: readonly UserRecord[]; away?: ReadonlyMap<string, number | null>; zone?: string } = {},
): OpenPhoneBook {
  const parsed: DniSettings = v.parse(
    dniSettingsSchema,
    dniSettings({
      locations: [
        location('austin', {
          name: 'Austin',
          latitude: '30.26',
          longitude: '-97.74',
          hours: OPEN_HOURS,
          numbers: ['+15125550140'],
          users: ['al', { user_id: 'gone' }],
        }),
        location('denver', {
          name: 'Denver',
          latitude: '39.73',
          longitude: '-104.99',
          numbers: ['+13035550140'],
        }),
        location('tokyo', { name: 'Tokyo', latitude: '35.6', longitude: '139.7', numbers: ['+81355501234'] }),
      ],
      numbers: [
        { phone_number: '+15125550102', location_id: 'austin', source: 'paid_search' },
        { phone_number: '+13035550101', location_id: 'denver' },
        { phone_number: '+18005550111', source: 'paid_search' },
        { phone_number: '+18005550112', source: 'email', location_id: 'austin' },
        { phone_number: '+18005550112', source: 'email', location_id: 'denver' },
      ],
      ...dni,
    }),
  );
  return new OpenPhoneBook(
    makePhoneBook({
      version: 1,
      settings: { ...NO_CALL_SETTINGS, ...settings },
      dni: parsed,
      users,
      away,
      region: 'US',
      countries: null,
      zone,
    }),
  );
}
