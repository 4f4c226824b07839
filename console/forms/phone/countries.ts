/**
 * The notation of phone numbers by country, from libphonenumber-js, whose own data is too large for the console. A test compares
 * them. Pure.
 */

/** The notation of a country. */
export interface PhoneCountry {
  /** The country calling code: `44`. */
  code: string;
  /** The prefix of national numbers, which is not part of the number: `0` in Britain, `1` in the US. Belarus has two. */
  trunks: readonly string[];
  /** The possible lengths of a number without prefix and country code. */
  lengths: readonly (readonly [from: number, to: number])[];
}

/** Country, calling code, `/` and trunk prefix, and after the colon the possible lengths. */
const COUNTRIES = `
AC247:5-6 AD376:6,8-9 AE971/0:5-12 AF93/0:9 AG1/1:10 AI1/1:10 AL355/0:6-9 AM374/0:8 AO244:9 AR54/0:10-11
AS1/1:10 AT43/0:4-13 AU61/0:5-10,12 AW297:7 AX358/0:5-12 AZ994/0:9 BA387/0:8-9 BB1/1:10 BD880/0:6-10
BE32/0:8-9 BF226:8 BG359/0:6-9,12 BH973:8 BI257:8 BJ229:10 BL590/0:9 BM1/1:10 BN673:7 BO591/0:8-9 BQ599:7
BR55/0:8-11 BS1/1:10 BT975:7-8 BW267:7-8,10 BY375/80|8:6-11 BZ501:7,11 CA1/1:7,10 CC61/0:6-10,12 CD243/0:7-10
CF236:8 CG242:9 CH41/0:9,12 CI225:10 CK682:5 CL56:9-11 CM237:8-9 CN86/0:7-12 CO57/0:8,10-11 CR506:8,10
CU53/0:6-8,10 CV238:7 CW599:7-8 CX61/0:6-10,12 CY357:8 CZ420:9-12 DE49/0:4-15 DJ253:8 DK45:8 DM1/1:10 DO1/1:10
DZ213/0:8-9 EC593/0:8-11 EE372:7-8,10 EG20/0:8-10 EH212/0:9 ER291/0:7 ES34:9 ET251/0:9 FI358/0:5-12 FJ679:7,11
FK500:5 FM691:7 FO298:6 FR33/0:9 GA241:7-8 GB44/0:7,9-10 GD1/1:10 GE995/0:9 GF594/0:9 GG44/0:7,9-10
GH233/0:8-9 GI350:8 GL299:6 GM220:7,9 GN224:8-9 GP590/0:9 GQ240:9 GR30:10-12 GT502:8,11 GU1/1:10 GW245:7,9
GY592:7 HK852:5-9,11 HN504:8,11 HR385/0:7-9 HT509:8 HU36/06:8-9 ID62/0:7-17 IE353/0:7-10 IL972/0:7-12
IM44/0:10 IN91/0:8-13 IO246:7 IQ964/0:8-10 IR98/0:4-7,10 IS354:7,9 IT39:6-12 JE44/0:10 JM1/1:10 JO962/0:8-9
JP81/0:8-17 KE254/0:7-10 KG996/0:9-10 KH855/0:8-10 KI686/0:5,8 KM269:7 KN1/1:10 KP850/0:8,10 KR82/0:5-6,8-14
KW965:7-8 KY1/1:10 KZ7/8:10,14 LA856/0:8-10 LB961/0:7-8 LC1/1:10 LI423/0:7,9 LK94/0:9 LR231/0:7-9 LS266:8
LT370/0:8 LU352:4-11 LV371:8 LY218/0:9 MA212/0:9 MC377/0:8-9 MD373/0:8 ME382/0:8-9 MF590/0:9 MG261/0:9
MH692/1:7 MK389/0:8 ML223:8 MM95/0:6-10 MN976/0:8-10 MO853:7-8 MP1/1:10 MQ596/0:9 MR222:8 MS1/1:10 MT356:8
MU230:7-8,10 MV960:7,10 MW265/0:7,9 MX52:10 MY60/0:8-10 MZ258:8-9 NA264/0:8-9 NC687:6 NE227:8 NF672:6
NG234/0:10-14 NI505:8 NL31/0:5-11 NO47:5,8 NP977/0:8,10-11 NR674:7 NU683:4,7 NZ64/0:5-10 OM968:7-9
PA507:7-8,10-11 PE51/0:8-9 PF689:6,8-9 PG675:7-8 PH63/0:6,8-13 PK92/0:8-12 PL48:6-10 PM508/0:6,9 PR1/1:10
PS970/0:8-10 PT351:9 PW680:7 PY595/0:6-11 QA974:7-9,11 RE262/0:9 RO40/0:6,9 RS381/0:6-12 RU7/8:10,14
RW250/0:8-9 SA966/0:9-10 SB677:5,7 SC248:7 SD249/0:9 SE46/0:6-10,12 SG65:8,10-11 SH290:4-5 SI386/0:5-8
SJ47:5,8 SK421/0:6-7,9 SL232/0:8 SM378:8,10 SN221:9 SO252/0:6-9 SR597:6-7 SS211/0:9 ST239:7 SV503:7-8,11
SX1/1:10 SY963/0:8-9 SZ268:8-9 TA290:4 TC1/1:10 TD235:8 TG228:8 TH66/0:8-10,13 TJ992:9 TK690:4-7 TL670:7-8
TM993/8:8 TN216:8 TO676:5,7 TR90/0:7,10,12-13 TT1/1:10 TV688:5-7 TW886/0:7-11 TZ255/0:9 UA380/0:9-10 UG256/0:9
US1/1:10 UY598/0:4-13 UZ998:9 VA39:6-12 VC1/1:10 VE58/0:10 VG1/1:10 VI1/1:10 VN84/0:7-10 VU678:5,7 WF681:6,9
WS685:5-7,10 XK383/0:8-12 YE967/0:7-9 YT262/0:9 ZA27/0:5-10 ZM260/0:9 ZW263/0:7,9-10
`;

const known = new Map<string, PhoneCountry>(
  COUNTRIES.trim()
    .split(/\s+/)
    .map((entry) => {
      const [, country = '', code = '', trunk = '', lengths = ''] =
        /^([A-Z]{2})(\d+)(?:\/([\d|]+))?:(.+)$/.exec(entry) ?? [];
      return [
        country,
        { code, trunks: trunk === '' ? [] : trunk.split('|'), lengths: lengths.split(',').map(rangeOf) },
      ];
    }),
);

/** Returns the notation of a country. @param country ISO 3166-1 alpha-2 */
export function phoneCountry(country: string): PhoneCountry | undefined {
  return known.get(country);
}

function rangeOf(text: string): [from: number, to: number] {
  const [from = '', to = from] = text.split('-');
  return [Number(from), Number(to)];
}
