/** The phone book of one company: made of what the company saved, and remembered by its object. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import { makePhoneBook, OpenPhoneBook, type PhoneBook } from './phone-book.ts';
import { listUsers } from '../../people/users/users.ts';
import { readCallSettings } from './settings.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';

/** The phone book of a company, as its object remembers it. */
export function phoneBookOf({ memory }: Pick<CompanyState, 'memory'>): CompanyPhoneBook {
  return memory.of(CompanyPhoneBook);
}

/** Returns the phone book of a company. It is shared: nobody changes it in place. */
export function openPhoneBook(company: Pick<CompanyState, 'memory'>): OpenPhoneBook {
  return phoneBookOf(company).read();
}

export class CompanyPhoneBook {
  readonly #company: CompanyState;
  #open: OpenPhoneBook | undefined;
  /** A publication that is under way, whether or not somebody waits for it. */
  #publishing: Promise<boolean> | undefined;

  constructor(company: CompanyState) {
    this.#company = company;
  }

  /** What is shared: nobody changes it in place. */
  read(): OpenPhoneBook {
    this.#open ??= new OpenPhoneBook(readPhoneBook(this.#company));
    return this.#open;
  }

  /** Makes it anew from here on. */
  forget(): void {
    this.#open = undefined;
  }

  /** Begins a publication, or joins the one that is under way. */
  publishing(publish: () => Promise<boolean>): Promise<boolean> {
    this.#publishing ??= publish().finally(() => {
      this.#publishing = undefined;
    });
    return this.#publishing;
  }
}

function readPhoneBook(company: Pick<CompanyState, 'database' | 'memory'>): PhoneBook {
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
