/** The texts to callers who reached nobody: their placeholders. Pure. */

/** The names in the placeholders `{company}` and `{location}`. */
export interface TextBackNames {
  company: string;
  /** Undefined for a company without locations, whose own name stands there then. */
  location: string | undefined;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;
const KNOWN: readonly string[] = ['company', 'location'];

/** Tells whether a text has only known placeholders, each at most once, so that its length is bounded. */
export function hasKnownPlaceholders(text: string): boolean {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return names.every((name) => KNOWN.includes(name)) && new Set(names).size === names.length;
}

/** Fills in the placeholders of a text. */
export function filledTextBack(text: string, { company, location = company }: TextBackNames): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    if (name === 'company') return company;
    return name === 'location' ? location : whole;
  });
}
