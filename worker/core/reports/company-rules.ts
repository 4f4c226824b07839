/** The company's settings that reports follow: zone, first day of the week, what is won, currencies. */
import { timeZoneOf } from '../company/dni/time-zone.ts';
import type { Currency } from '../company/settings/records.ts';
import { readRates, withRates } from '../company/settings/rates.ts';
import { settingsOf } from '../company/settings/settings.ts';
import type { CompanyState, CoreEnv } from '../engine/context/company-context.ts';
import { type LocalClock, zoneClock } from '../engine/times/local-clock.ts';
import { LocalTimes } from './counting/days.ts';
import type { DerivationRules } from './facts/derivation.ts';

const UTC: LocalClock = { toLocal: (moment) => moment, toUtc: (local) => local };

/** The clock of the company's zone, and the offsets that it has told: asking a clock takes as long as counting a hundred calls. */
class ZoneTimes {
  #zone = '';
  #clock: LocalClock = UTC;
  #times = new LocalTimes(UTC);

  /** Returns both for a zone. */
  of(zone: string): { clock: LocalClock; times: LocalTimes } {
    if (zone !== this.#zone) {
      this.#zone = zone;
      this.#clock = zoneClock(zone) ?? UTC;
      this.#times = new LocalTimes(this.#clock);
    }
    return { clock: this.#clock, times: this.#times };
  }

  /** Does nothing: offsets are of the zone, whatever a write changes. */
  forget(): void {}
}

/** Returns the clock of the company's zone. */
export function clockOfCompany(company: Pick<CompanyState, 'memory'>): LocalClock {
  return company.memory.of(ZoneTimes).of(timeZoneOf(company)).clock;
}

/** Returns the local times of the company's zone. */
export function localTimesOf(company: Pick<CompanyState, 'memory'>): LocalTimes {
  return company.memory.of(ZoneTimes).of(timeZoneOf(company)).times;
}

/** What the derivation of facts depends on. */
export function derivationRulesOf(company: Pick<CompanyState, 'memory'>): DerivationRules {
  return { valueField: settingsOf(company).options().won.value_field };
}

/** The states of leads that are won. */
export function wonStatesOf(company: Pick<CompanyState, 'memory'>): readonly string[] {
  return settingsOf(company).options().won.states;
}

/** Returns the company's currencies with the newest rates. */
export async function currenciesOf(
  company: Pick<CompanyState, 'memory'>,
  { CACHE }: Pick<CoreEnv, 'CACHE'>,
): Promise<Currency[]> {
  return withRates(settingsOf(company).currencies(), await readRates(CACHE));
}

/** Returns the company's own currency. */
export function ownCurrency(currencies: readonly Currency[]): Currency | undefined {
  return currencies.find(({ company_default: isDefault }) => isDefault) ?? currencies[0];
}

/** Returns the factor from a currency to another one; NaN if it has no rate. An amount without a currency is in the company's. */
export function rateBetween(currencies: readonly Currency[], unit: string | null): number {
  const own = ownCurrency(currencies);
  if (unit === null || unit === own?.unit) return 1;
  const from = currencies.find((currency) => currency.unit === unit);
  return from === undefined || own === undefined ? NaN : own.rate / from.rate;
}

/** Returns the first day of the company's weeks. */
export function weekStartOf(company: Pick<CompanyState, 'memory'>): 'monday' | 'sunday' | 'saturday' {
  return settingsOf(company).options().week_start;
}
