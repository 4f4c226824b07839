/**
 * What a company's object remembers between requests, as a registry of parts. Each part is a class of the feature that
 * reads it: made when it is first asked for, and told to forget when a write is rolled back.
 */

/** A part of the memory. */
export interface Remembered {
  /** Drops everything that a write may have changed. Called after a rollback, when it may no longer be true. */
  forget(): void;
}

/** The class of a part. It gets the company, and reads what it needs when it is asked. */
export type PartOf<Part extends Remembered, Company> = new (company: Company) => Part;

/** The memory of one company. */
export class Memory<Company> {
  readonly #company: Company;
  readonly #parts = new Map<PartOf<Remembered, Company>, Remembered>();

  /** @param company what the parts are made from; it may be in the middle of its own construction */
  constructor(company: Company) {
    this.#company = company;
  }

  /** The part of this class: always the same object, made on first use. */
  of<Part extends Remembered>(kind: PartOf<Part, Company>): Part {
    const known = this.#parts.get(kind);
    // The key is the class of the value.
    if (known !== undefined) return known as Part;
    const part = new kind(this.#company);
    this.#parts.set(kind, part);
    return part;
  }

  /** Puts a part of one's own in the place of the usual one. */
  set<Part extends Remembered>(kind: PartOf<Part, Company>, part: Part): void {
    this.#parts.set(kind, part);
  }

  /** Has every part forget. */
  forget(): void {
    for (const part of this.#parts.values()) part.forget();
  }
}
