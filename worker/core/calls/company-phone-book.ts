/** The phone book of one company, as its object remembers it. */
import { OpenPhoneBook, type PhoneBook } from './phone-book.ts';

export class CompanyPhoneBook {
  readonly #make: () => PhoneBook;
  #open: OpenPhoneBook | undefined;
  /** A publication that is under way, whether or not somebody waits for it. */
  #publishing: Promise<boolean> | undefined;

  /** @param make reads everything that it is made of */
  constructor(make: () => PhoneBook) {
    this.#make = make;
  }

  /** What is shared: nobody changes it in place. */
  read(): OpenPhoneBook {
    this.#open ??= new OpenPhoneBook(this.#make());
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
