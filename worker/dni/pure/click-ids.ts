/** The click ids that ad networks and mailing services add to links, and what each proves. Pure. */

/** A click id, which proves a paid click or a kind of link. */
export interface ClickId {
  /** The query parameter. */
  parameter: string;
  proves: 'paid' | 'display' | 'paid_other' | 'affiliate' | 'email' | 'nothing';
  /** The network's name in the referrer table, if the id belongs to a single network. */
  source?: string;
}

const CLICK_IDS: readonly ClickId[] = [
  { parameter: 'gclid', proves: 'paid', source: 'google' },
  { parameter: 'gbraid', proves: 'paid', source: 'google' },
  { parameter: 'wbraid', proves: 'paid', source: 'google' },
  // Google's tags on its ads, which remain when consent settings or the browser remove the click id.
  { parameter: 'gad_source', proves: 'paid', source: 'google' },
  { parameter: 'gad_campaignid', proves: 'paid', source: 'google' },
  { parameter: 'msclkid', proves: 'paid', source: 'bing' },
  { parameter: 'yclid', proves: 'paid', source: 'yandex' },
  { parameter: 'ttclid', proves: 'paid', source: 'tiktok' },
  { parameter: 'li_fat_id', proves: 'paid', source: 'linkedin' },
  { parameter: 'twclid', proves: 'paid', source: 'twitter' },
  { parameter: 'rdt_cid', proves: 'paid', source: 'reddit' },
  { parameter: 'epik', proves: 'paid', source: 'pinterest' },
  { parameter: 'ScCid', proves: 'paid', source: 'snapchat' },
  { parameter: 'qclid', proves: 'paid', source: 'quora' },
  { parameter: 'ndclid', proves: 'paid', source: 'nextdoor' },
  { parameter: 'oppref', proves: 'paid', source: 'chatgpt' },
  { parameter: 'dclid', proves: 'display' },
  { parameter: 'tblci', proves: 'paid_other' },
  { parameter: 'obclid', proves: 'paid_other' },
  { parameter: 'dicbo', proves: 'paid_other' },
  { parameter: 'irclickid', proves: 'affiliate' },
  { parameter: 'cjevent', proves: 'affiliate' },
  { parameter: 'awc', proves: 'affiliate' },
  { parameter: 'mc_cid', proves: 'email' },
  { parameter: 'mc_eid', proves: 'email' },
  { parameter: 'mkt_tok', proves: 'email' },
  { parameter: '_hsenc', proves: 'email' },
  { parameter: 'vero_id', proves: 'email' },
  { parameter: '_kx', proves: 'email' },
  // Added to every shared link, so they prove the network but no payment.
  { parameter: 'fbclid', proves: 'nothing', source: 'facebook' },
  { parameter: 'igshid', proves: 'nothing', source: 'instagram' },
];

const BY_PARAMETER = new Map(CLICK_IDS.map((clickId) => [clickId.parameter.toLowerCase(), clickId]));

/** Returns every click id among the parameters with its value, under the table's spelling; the first value of each counts. */
export function clickIdsIn(parameters: URLSearchParams): [parameter: string, value: string][] {
  const found = new Map<string, string>();
  for (const [name, value] of parameters) {
    const parameter = BY_PARAMETER.get(name.toLowerCase())?.parameter;
    if (parameter !== undefined && value !== '' && !found.has(parameter)) found.set(parameter, value);
  }
  return [...found];
}

/** Returns the strongest click id among the parameters (in the table's order). Empty values do not count. */
export function clickIdOf(parameters: URLSearchParams): ClickId | undefined {
  const found = new Set<ClickId>();
  for (const [name, value] of parameters) {
    const clickId = BY_PARAMETER.get(name.toLowerCase());
    if (clickId !== undefined && value !== '') found.add(clickId);
  }
  return found.size === 0 ? undefined : CLICK_IDS.find((clickId) => found.has(clickId));
}
