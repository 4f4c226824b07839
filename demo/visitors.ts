/** Who one can be on the demo site: places, and ways to come. Shared by its pages and its Worker. */

/** Where the pages keep who the visitor is, and the demo's Worker reads it. */
export const VISITOR_COOKIE = 'demo-visitor';

/** Somebody to be. */
export interface Visitor {
  /** The address that the lookup sees. */
  ip: string;
  /** A key of `PLACES`. */
  place: string;
  /** A key of `WAYS`. */
  way: string;
  /** A postal code that the site names, as with `data-zip`; empty for none. */
  zip: string;
  /** As with `nocache=1`. */
  nocache: boolean;
}

/** What the network knows about each place, as Cloudflare has it in `request.cf`. */
export const PLACES: Readonly<Record<string, Record<string, string>>> = {
  'Austin, TX': place('30.27', '-97.74', '78704', 'TX', 'Austin'),
  'Boulder, CO': place('40.01', '-105.27', '80302', 'CO', 'Boulder'),
  'Tacoma, WA': place('47.25', '-122.44', '98402', 'WA', 'Tacoma'),
  'Evanston, IL': place('42.05', '-87.69', '60201', 'IL', 'Evanston'),
  'Brooklyn, NY': place('40.68', '-73.94', '11216', 'NY', 'Brooklyn'),
  'Toronto, Canada': { ...place('43.65', '-79.38', 'M5V 3L9', 'ON', 'Toronto'), country: 'CA' },
  'Somewhere unknown': {},
};

/** A way to come to the site: what stands in the address, and the page that linked to it. */
export interface Way {
  query: string;
  referrer: string;
}

/** The ways, by what they are called. */
export const WAYS: Readonly<Record<string, Way>> = {
  'Typed the address': { query: '', referrer: '' },
  'Google ad': { query: 'utm_campaign=plumber&gclid=demo', referrer: 'https://www.google.com/' },
  'Google search': { query: '', referrer: 'https://www.google.com/' },
  'Facebook post': { query: 'fbclid=demo', referrer: 'https://l.facebook.com/' },
  'Spring mailing': {
    query: 'utm_source=newsletter&utm_medium=email&utm_campaign=spring_2026',
    referrer: '',
  },
  'Radio spot': { query: 'utm_source=kutx&utm_medium=audio', referrer: '' },
  'A blog': { query: '', referrer: 'https://blog.example.net/leaks' },
};

/** The first visitor of a browser. */
export function firstVisitor(): Visitor {
  return {
    ip: freshAddress(),
    place: 'Boulder, CO',
    way: 'Typed the address',
    zip: '',
    nocache: false,
  };
}

/**
 * An address that nobody has: one of the 16 million of 10.0.0.0/8, which no network outside routes (RFC 1918). Of fewer,
 * such as the 131,072 that are set apart for benchmarks, somebody new soon gets one whose answer is kept.
 */
export function freshAddress(): string {
  return `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`;
}

/** The cookie's value for a visitor. */
export function writeVisitor(visitor: Visitor): string {
  return encodeURIComponent(JSON.stringify(visitor));
}

/** The visitor that a `Cookie` header or `document.cookie` names; undefined when it names none. */
export function readVisitor(cookies: string): Visitor | undefined {
  const [, value] = new RegExp(`(?:^|; )${VISITOR_COOKIE}=([^;]*)`).exec(cookies) ?? [];
  try {
    return value === undefined ? undefined : asVisitor(JSON.parse(decodeURIComponent(value)));
  } catch {
    return undefined;
  }
}

/** What makes no sense is replaced by what a first visitor has. */
function asVisitor(given: Partial<Record<keyof Visitor, unknown>>): Visitor {
  const first = firstVisitor();
  const { ip, place, way, zip } = given;
  return {
    ip: typeof ip === 'string' ? ip : first.ip,
    place: typeof place === 'string' && place in PLACES ? place : first.place,
    way: typeof way === 'string' && way in WAYS ? way : first.way,
    zip: typeof zip === 'string' ? zip : first.zip,
    nocache: given.nocache === true,
  };
}

function place(
  ...[latitude, longitude, postalCode, regionCode, city]: [string, string, string, string, string]
): Record<string, string> {
  return { latitude, longitude, postalCode, regionCode, country: 'US', city };
}
