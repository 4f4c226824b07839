/** The phone book of one company, as its object remembers it. */
import type { CompanyState } from '../../engine/context/company-context.ts';
import { OpenPhoneBook } from './phone-book.ts';
import { readPhoneBook } from './phone-book-sources.ts';

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
