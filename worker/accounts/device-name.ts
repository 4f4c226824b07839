/** Names the browser or program of a `User-Agent`, so that its user recognizes it. Pure. */

/** The first match counts: most browsers also name those that they resemble. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
/** The product at the begin of a program's name, such as `curl/8.5.0` (RFC 9110, 10.1.5). */
const PROGRAM = /^(?!Mozilla\/)([\w.-]{1,40})(?:\/|$)/;

/** Returns a name such as "Chrome on Windows" or "curl"; empty if nothing is known. */
export function deviceName(userAgent: string): string {
  const of = (names: readonly (readonly [RegExp, string])[]): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [, program] = PROGRAM.exec(userAgent) ?? [];
  const [browser, system] = [program ?? of(BROWSERS), program === undefined ? of(SYSTEMS) : undefined];
  if (browser === undefined || system === undefined) return browser ?? system ?? '';
  return `${browser} on ${system}`;
}
