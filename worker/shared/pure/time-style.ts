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
const TWELVE_HOURS = `001 419 AE AG AL AR AS AU BB BD BH BM BN BO BS BT CA CL CO CR CU CY DJ DM DO DZ EC EG EH ER ET FJ FM
GD GH GM GR GT GU GY HK HN IN IQ JM JO KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY NA NI NZ OM PA PE PG PH PK PR
PS PW PY QA SA SB SD SG SL SO SS SV SY SZ TC TD TN TO TT TW UM US UY VC VE VG VI VU WS YE ZM`;

/** Returns how a country writes times. @param region ISO 3166-1 alpha-2 */
export function timeStyleOf(region: string): TimeStyle {
  return { isDayFirst: !MONTH_FIRST.includes(region), has24Hours: !TWELVE_HOURS.includes(region) };
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
