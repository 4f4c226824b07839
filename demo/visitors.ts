/** The visitors that the demo site can simulate: places and sources. Shared by its pages and its Worker. */

/** The cookie with the simulated visitor, set by the pages and read by the demo's Worker. */
export const VISITOR_COOKIE = 'demo-visitor';

/** A simulated visitor. */
export interface Visitor {
  /** The IP address that the lookup sees. */
  ip: string;
  /** A key of `PLACES`. */
  place: string;
  /** A key of `WAYS`. */
  way: string;
  /** A postal code sent by the site, as with `data-zip`; empty for none. */
  zip: string;
  /** As with `nocache=1`. */
  nocache: boolean;
}

/** A lead with the source of its newest form. */
export interface SentForm {
  lead_id: string;
  name: string;
  source: string;
}

/** The places, as Cloudflare reports them in `request.cf`. */
export const PLACES: Readonly<Record<string, Record<string, string>>> = {
  'Austin, TX': place('30.27', '-97.74', '78704', 'TX', 'Austin'),
  'Boulder, CO': place('40.01', '-105.27', '80302', 'CO', 'Boulder'),
  'Tacoma, WA': place('47.25', '-122.44', '98402', 'WA', 'Tacoma'),
  'Evanston, IL': place('42.05', '-87.69', '60201', 'IL', 'Evanston'),
  'Brooklyn, NY': place('40.68', '-73.94', '11216', 'NY', 'Brooklyn'),
  'Toronto, Canada': { ...place('43.65', '-79.38', 'M5V 3L9', 'ON', 'Toronto'), country: 'CA' },
  'Unknown place': {},
};

/** How a visitor comes to the site: query of the URL, and referrer. */
export interface Way {
  query: string;
  referrer: string;
}

/** The ways, by name. */
export const WAYS: Readonly<Record<string, Way>> = {
  'Typed the address': { query: '', referrer: '' },
  'Google ad': { query: 'utm_campaign=plumber&gclid=demo', referrer: 'https://www.google.com/' },
  'Bing ad, a number a visit': {
    query: 'utm_source=bing&utm_medium=cpc&utm_campaign=heaters&utm_term=boiler+repair&msclkid=demo',
    referrer: 'https://www.bing.com/',
  },
  'Google search': { query: '', referrer: 'https://www.google.com/' },
  'Facebook post': { query: 'fbclid=demo', referrer: 'https://l.facebook.com/' },
  'Spring mailing': {
    query: 'utm_source=newsletter&utm_medium=email&utm_campaign=spring_2026',
    referrer: '',
  },
  'Radio spot': { query: 'utm_source=kutx&utm_medium=audio', referrer: '' },
  'A blog': { query: '', referrer: 'https://blog.example.net/leaks' },
};

/** Returns the first visitor of a browser. */
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
 * Returns a random private address of 10.0.0.0/8 (RFC 1918). With 16 million, a new visitor rarely gets one with a cached
 * answer; the 131,072 addresses reserved for benchmarks would be too few.
 */
export function freshAddress(): string {
  return `10.${crypto.getRandomValues(new Uint8Array(3)).join('.')}`;
}

/** Encodes a visitor for the cookie. */
export function writeVisitor(visitor: Visitor): string {
  return encodeURIComponent(JSON.stringify(visitor));
}

/** Reads the visitor from a `Cookie` header or `document.cookie`; undefined without one. */
export function readVisitor(cookies: string): Visitor | undefined {
  const [, value] = new RegExp(`(?:^|; )${VISITOR_COOKIE}=([^;]*)`).exec(cookies) ?? [];
  try {
    return value === undefined ? undefined : asVisitor(JSON.parse(decodeURIComponent(value)));
  } catch {
    return undefined;
  }
}

/** Replaces invalid values by those of a first visitor. */
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
