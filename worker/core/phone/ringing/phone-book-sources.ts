/** The phone book, made of what the company has saved. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import { listUsers } from '../../people/users/users.ts';
import { makePhoneBook, type PhoneBook } from './phone-book.ts';
import { readCallSettings } from './settings.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';

export function readPhoneBook(company: Pick<CompanyState, 'database' | 'memory'>): PhoneBook {
  const { database } = company;
  const dni = dniSettingsOf(company);
  const settings = settingsOf(company);
  const { version } = database.one<{ version: number }>('SELECT book_version AS version FROM call_settings');
  const options = settings.options();
  return makePhoneBook({
    version,
    settings: readCallSettings(database).settings,
    dni: dni.read()?.settings,
    users: listUsers(database),
    region: options.default_region,
    countries: options.outgoing.countries,
  });
}
