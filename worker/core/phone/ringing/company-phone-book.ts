/** Keeps the phone book of a company in its object's memory. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import { makePhoneBook, OpenPhoneBook, type PhoneBook } from './phone-book.ts';
import { awayUsers } from '../../people/users/away-users.ts';
import { listUsers } from '../../people/users/users.ts';
import { readCallSettings } from './settings.ts';
import type { CallSettings } from './settings-schema.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';

/** Returns the holder of a company's phone book. */
export function phoneBookOf({ memory }: Pick<CompanyState, 'memory'>): CompanyPhoneBook {
  return memory.of(CompanyPhoneBook);
}

/** Returns the phone book of a company. It is shared: nobody changes it in place. */
export function openPhoneBook(company: Pick<CompanyState, 'memory'>): OpenPhoneBook {
  return phoneBookOf(company).read();
}

/** Holds the phone book of a company, and its publication in progress. */
export class CompanyPhoneBook {
  readonly #company: CompanyState;
  #open: OpenPhoneBook | undefined;
  /** The publication in progress, whether or not somebody waits for it. */
  #publishing: Promise<boolean> | undefined;

  constructor(company: CompanyState) {
    this.#company = company;
  }

  /** Returns the shared phone book. Do not change it. */
  read(): OpenPhoneBook {
    this.#open ??= new OpenPhoneBook(readPhoneBook(this.#company));
    return this.#open;
  }

  /** Forgets the phone book, so that the next read builds it again. */
  forget(): void {
    this.#open = undefined;
  }

  /** Starts a publication, or returns the one in progress. */
  publishing(publish: () => Promise<boolean>): Promise<boolean> {
    this.#publishing ??= publish().finally(() => {
      this.#publishing = undefined;
    });
    return this.#publishing;
  }
}

/** Returns the phone book as it would be with other call settings. */
export function phoneBookWith(
  company: Pick<CompanyState, 'database' | 'memory'>,
  settings: CallSettings,
): OpenPhoneBook {
  return new OpenPhoneBook(readPhoneBook(company, settings));
}

/** Builds the phone book from the company's settings and users. */
function readPhoneBook(
  company: Pick<CompanyState, 'database' | 'memory'>,
  callSettings = readCallSettings(company.database).settings,
): PhoneBook {
  const { database } = company;
  const dni = dniSettingsOf(company);
  const settings = settingsOf(company);
  const { version } = database.one<{ version: number }>('SELECT book_version AS version FROM call_settings');
  const options = settings.options();
  return makePhoneBook({
    version,
    settings: callSettings,
    dni: dni.read()?.settings,
    users: listUsers(database),
    region: options.default_region,
    countries: options.outgoing.countries,
    away: awayUsers(database),
  });
}
