/** How a country writes days and times of day in English. Pure. */

/** How people read times. The words are English everywhere. */
export interface TimeStyle {
  /** `30 Nov 2026`, not `Nov 30, 2026`. */
  isDayFirst: boolean;
  /** `14:30`, not `2:30 PM`. */
  has24Hours: boolean;
}

/** The United States and their territories, and the countries whose English has the month first (CLDR 48). */
const MONTH_FIRST = 'AS BI CA GU JP MH MP PH PR UM US VI';

/**
 * Countries whose people usually write times of day with AM and PM (CLDR 48, timeData). A list, because on first use the browser
 * loads Intl's locale data, which takes long. 001 is the world, 419 Latin America, which browsers have as regions too.
 */
const TWELVE_HOURS =
  /^(?:001|419|A[EGLRSU]|B[BDHMNOST]|C[ALORUY]|D[JMOZ]|E[CGHRT]|F[JM]|G[DHMRTUY]|H[KN]|I[NQ]|J[MO]|K[HINPRWY]|L[BCRSY]|M[HOPRWXY]|N[AIZ]|OM|P[AEGHKRSWY]|QA|S[ABDGLOSVYZ]|T[CDNOTW]|U[MSY]|V[CEGIU]|WS|YE|ZM)$/;

/** Returns how a country writes times. @param region ISO 3166-1 alpha-2 */
export function timeStyleOf(region: string): TimeStyle {
  return { isDayFirst: !MONTH_FIRST.includes(region), has24Hours: !TWELVE_HOURS.test(region) };
}

/** Names a time of day in minutes: `2:30 PM`, `14:30`. */
export function clockText(hour: number, minute: number, { has24Hours }: TimeStyle): string {
  const minutes = String(minute).padStart(2, '0');
  return has24Hours
    ? `${String(hour).padStart(2, '0')}:${minutes}`
    : `${hour % 12 || 12}:${minutes} ${halfOf(hour)}`;
}

/** Names an hour of the day: `8 AM`, `08:00`. */
export function hourText(hour: number, style: TimeStyle): string {
  return style.has24Hours ? clockText(hour, 0, style) : `${hour % 12 || 12} ${halfOf(hour)}`;
}

function halfOf(hour: number): string {
  return hour < 12 ? 'AM' : 'PM';
}
