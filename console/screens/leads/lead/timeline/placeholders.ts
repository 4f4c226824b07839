/** The placeholders of templates. Pure. */

/** The placeholders, with their meanings. */
export const PLACEHOLDERS = [
  ['first_name', 'the lead’s first name'],
  ['name', 'the lead’s name'],
  ['branch', 'the branch that they contacted'],
  ['company', 'your company'],
  ['me', 'your name'],
] as const;

export type PlaceholderName = (typeof PLACEHOLDERS)[number][0];
export type PlaceholderValues = Readonly<Record<PlaceholderName, string | undefined>>;

const PLACEHOLDER = new RegExp(`\\{(${PLACEHOLDERS.map(([name]) => name).join('|')})\\}`, 'g');

/** Fills in the placeholders of a template. One without a value stays, so that people see what to write there. */
export function filled(text: string, values: PlaceholderValues): string {
  return text.replace(PLACEHOLDER, (whole, name: PlaceholderName) => values[name] ?? whole);
}

/** Returns the first word of a name. */
export function firstNameOf(name: string | undefined): string | undefined {
  return name?.trim().split(/\s+/, 1)[0] || undefined;
}
