/** What people are told of a silence. Pure. */

/** What may fall silent; `calls` are those to all numbers together, `printed` is a number on the site that nobody tracks. */
export type Silent = 'script' | 'calls' | 'number' | 'forms' | 'printed';

const TITLES: Readonly<
  Record<Silent, readonly [began: (name: string) => string, ended: (name: string) => string]>
> = {
  script: [
    (name) => `The script on ${name} has fallen silent`,
    (name) => `The script on ${name} is heard again`,
  ],
  calls: [() => 'No calls come in any more', () => 'Calls come in again'],
  number: [(name) => `Nobody calls ${name} any more`, (name) => `${name} is called again`],
  forms: [() => 'No forms arrive any more', () => 'Forms arrive again'],
  printed: [
    (name) => `Nobody tracks ${name}, which is printed on your site`,
    (name) => `${name} is tracked, or printed on your site no more`,
  ],
};

const PLACES: Readonly<Record<Silent, readonly string[]>> = {
  script: ['numbers', 'site'],
  calls: ['numbers', 'phone'],
  number: ['calls'],
  forms: ['numbers', 'site'],
  printed: ['numbers', 'site'],
};

/** Returns the title of a silence, or of its end. @param name the site or the number */
export function silenceTitle(silent: Silent, name: string, type: 'silence.began' | 'silence.ended'): string {
  return TITLES[silent][type === 'silence.began' ? 0 : 1](name);
}

/** Returns the place in the console where somebody looks first, below the company. */
export function silencePlace(silent: Silent): readonly string[] {
  return PLACES[silent];
}
