/** A test visit: its place and its way to the site. It is stored in the URL of the screen. Pure. */

/** Typical ways to the site, so that users need not type URLs. */
export const WAYS = [
  { name: 'typed', label: 'typed the address', url: '', referrer: '' },
  { name: 'google_ad', label: 'a Google ad', url: '?gclid=example', referrer: 'https://www.google.com/' },
  { name: 'google', label: 'a Google search', url: '', referrer: 'https://www.google.com/' },
  {
    name: 'facebook_ad',
    label: 'a Facebook ad',
    url: '?utm_source=facebook&utm_medium=paid_social',
    referrer: '',
  },
  { name: 'facebook', label: 'a Facebook post', url: '', referrer: 'https://www.facebook.com/' },
  { name: 'email', label: 'an e-mail', url: '?utm_source=newsletter&utm_medium=email', referrer: '' },
  { name: 'own', label: 'a link that you enter', url: '', referrer: '' },
] as const;

/** The domain for a company without one. */
export const EXAMPLE_DOMAIN = 'example.com';

export type WayName = (typeof WAYS)[number]['name'];

/** A city in which a visitor is, as the API takes it. */
export interface VisitCity {
  /** As people read it: `Bergen (Lower Saxony)`. */
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Decimal degrees. */
  latitude: string;
  longitude: string;
}

export interface Visit {
  /** The place as it was typed: a postal code or the name of a city. */
  zip: string;
  /** The city that is meant; undefined for a postal code, or while it is not found. */
  at?: VisitCity | undefined;
  way: WayName;
  /** The URL of a visit whose way is `own`. */
  url: string;
  referrer: string;
}

export function readVisit(query: URLSearchParams): Visit {
  const way = WAYS.find(({ name }) => name === query.get('way')) ?? WAYS[0];
  return {
    zip: query.get('zip') ?? '',
    way: way.name,
    url: query.get('url') ?? '',
    referrer: query.get('referrer') ?? '',
  };
}

/** Returns the parameters of `GET /dni/preview`. @param domain the domain of the site */
export function previewParameters({ zip, at, way, url, referrer }: Visit, domain: string): URLSearchParams {
  const preset = WAYS.find(({ name }) => name === way) ?? WAYS[0];
  const [address, from] =
    way === 'own' ? [url, referrer] : [`https://${domain}/${preset.url}`, preset.referrer];
  const parameters = { ...(at ?? { zip: zip.trim() }), url: address, referrer: from };
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
}
