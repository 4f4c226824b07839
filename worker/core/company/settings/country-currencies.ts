/** The currency with which a new company begins, by its country. Pure. */
import type { Currency } from './records.ts';

/** A currency, and the rate with which it begins. */
export type CurrencyOfCountry = Pick<Currency, 'name' | 'unit' | 'symbol' | 'rate'>;

/**
 * Currency, units for one US dollar, and its countries. The rate only has to be of the right size: it is replaced by that of
 * `RATES_URL` or by hand, and within one currency it does not count.
 */
const CURRENCIES = `
EUR 0.9 AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT
GBP 0.8 GB GG IM JE
AED 3.67 AE
AUD 1.5 AU NF
BRL 5.5 BR
CAD 1.4 CA
CHF 0.8 CH LI
CLP 950 CL
COP 4000 CO
CZK 22 CZ
DKK 6.7 DK FO GL
HKD 7.8 HK
HUF 350 HU
IDR 16500 ID
ILS 3.5 IL
INR 88 IN
ISK 125 IS
JPY 150 JP
KRW 1400 KR
MXN 18.5 MX
MYR 4.2 MY
NOK 10 NO SJ
NZD 1.7 NZ
PEN 3.6 PE
PHP 58 PH
PLN 3.7 PL
RON 4.5 RO
SAR 3.75 SA
SEK 9.5 SE
SGD 1.3 SG
THB 33 TH
TRY 42 TR
TWD 31 TW
ZAR 17.5 ZA
`;

/** Returns the currency of a country (ISO 3166-1 alpha-2); the US dollar for those that are not listed. */
export function currencyOf(country: string): CurrencyOfCountry {
  const line = CURRENCIES.split('\n').find((text) => text.split(' ').slice(2).includes(country));
  const [unit = 'USD', rate = '1'] = line?.split(' ') ?? [];
  const style = { style: 'currency', currency: unit, currencyDisplay: 'narrowSymbol' } as const;
  const symbol = new Intl.NumberFormat('en-US', style)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
  const name = new Intl.DisplayNames('en-US', { type: 'currency' }).of(unit);
  return { name: name ?? unit, unit, symbol: symbol ?? unit, rate: Number(rate) };
}
