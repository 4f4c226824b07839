/**
 * The memory of a company's object between requests, as a registry of parts. A part is a class of the feature that uses it:
 * created on first use, and cleared when a write is rolled back.
 */

/** A part of the memory. */
export interface Remembered {
  /** Drops everything that a write may have changed. Called after a rollback. */
  forget(): void;
}

/** The class of a part. It gets the company and reads data on demand. */
export type PartOf<Part extends Remembered, Company> = new (company: Company) => Part;

/** The memory of one company. */
export class Memory<Company> {
  readonly #company: Company;
  readonly #parts = new Map<PartOf<Remembered, Company>, Remembered>();

  /** @param company passed to the parts; its own construction may not be finished */
  constructor(company: Company) {
    this.#company = company;
  }

  /** Returns the one part of this class; creates it on first use. */
  of<Part extends Remembered>(kind: PartOf<Part, Company>): Part {
    const known = this.#parts.get(kind);
    // The key is the class of the value.
    if (known !== undefined) return known as Part;
    const part = new kind(this.#company);
    this.#parts.set(kind, part);
    return part;
  }

  /** Replaces a part by another object. */
  set<Part extends Remembered>(kind: PartOf<Part, Company>, part: Part): void {
    this.#parts.set(kind, part);
  }

  /** Clears all parts. */
  forget(): void {
    for (const part of this.#parts.values()) part.forget();
  }
}
