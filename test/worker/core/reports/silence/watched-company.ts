/** A company with a site, two numbers and forms, all of which are heard in every hour of the shop. */
import { vi } from 'vitest';
import { recordPage } from '../../../../../worker/core/company/dni/seen-pages.ts';
import { heardAt, noteHeard, SCRIPT } from '../../../../../worker/core/company/heard/heard-hours.ts';
import type { CoreEnv } from '../../../../../worker/core/engine/context/company-context.ts';
import { troublesFeature } from '../../../../../worker/core/people/troubles/troubles.ts';
import { newUser, saveUser } from '../../../../../worker/core/people/users/users.ts';
import { watchingSilence } from '../../../../../worker/core/reports/silence/watching.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** A Monday without holidays near it. */
export const START: number = Date.UTC(2026, 2, 2);
const PAST_DAYS = 42;
export const NUMBERS = ['+15125550100', '+15125550101'] as const;
export const SITE = 'https://www.acme.test';

export type Heard = 'script' | 'forms' | (typeof NUMBERS)[number];
export const ALL: readonly Heard[] = ['script', 'forms', ...NUMBERS];

interface Told {
  type: string;
  data: Record<string, string>;
}

export class WatchedCompany {
  readonly run: MortalCompany;
  #events = 0;

  /** Makes the company with six weeks behind it. `settings` are added to its DNI settings. */
  constructor(seed = 1, settings: object = {}, pastDays = PAST_DAYS) {
    vi.setSystemTime(START);
    this.run = new MortalCompany(seed, 0.15, [troublesFeature]);
    for (const [name, roleId] of [
      ['sue', 'superadmin'],
      ['mary', 'manager'],
    ] as const) {
      const user = newUser({ name, email: `${name}@acme.test`, roleId, groupId: '1' });
      this.run.write((context) => saveUser(context, user));
    }
    this.changeSettings(settings);
    this.run.database.run("INSERT INTO seen_pages VALUES (?, '/', ?, 1, 1, 1)", SITE, START - DAY);
    for (let hour = START - pastDays * DAY; hour < START; hour += HOUR) this.#hear(hour, ALL);
  }

  /** Replaces the DNI settings. */
  changeSettings(settings: object): void {
    const document = {
      default_number: NUMBERS[0],
      domains: ['acme.test'],
      targets: [],
      sources: [],
      locations: [],
      numbers: NUMBERS.map((number) => ({ phone_number: number, sms: false })),
      forms: true,
      ...settings,
    };
    this.run.database.run(
      'INSERT OR REPLACE INTO dni_settings (only_row, version, document, modified_time) VALUES (1, 1, ?, 0)',
      JSON.stringify(document),
    );
    this.run.company.memory.forget();
  }

  /** Lets hours pass in which only some of all is heard. */
  async live(hours: number, heard: readonly Heard[]): Promise<void> {
    for (let passed = 0; passed < hours; passed += 1) {
      this.#hear(Date.now(), heard);
      const end = Date.now() + HOUR;
      while (Date.now() < end) await this.run.pass(end - Date.now(), [watchingSilence], {} as CoreEnv);
    }
  }

  /** What a user was told, in order. */
  told(name = 'sue'): Told[] {
    return this.run.database
      .all<{ type: string; data: string }>(
        'SELECT type, data FROM notifications JOIN users USING (user_id) WHERE name = ? ORDER BY notifications.created_time, notifications.rowid',
        name,
      )
      .map(({ type, data }) => ({ type, data: JSON.parse(data) as Told['data'] }));
  }

  /** Adds an event of each to an hour, if the shop is open. The site is open every day. */
  #hear(hour: number, heard: readonly Heard[]): void {
    const at = new Date(hour);
    const isDay = at.getUTCHours() >= 8 && at.getUTCHours() < 18;
    const isOpen = isDay && at.getUTCDay() % 6 !== 0;
    for (const what of heard) {
      if (what === 'script' ? !isDay : !isOpen) continue;
      if (what === 'script') this.#seePage(hour);
      else if (what === 'forms') this.addForm(hour);
      else this.addCall(what, hour);
    }
  }

  #seePage(time: number): void {
    if (time < START) return noteHeard(this.run.database, heardAt(SCRIPT + SITE, time));
    const page = { site: SITE, path: '/', settingsVersion: 1, targets: 1, swaps: 1 };
    try {
      recordPage(this.run.company, page);
    } catch (error) {
      this.run.restart(error);
      this.#seePage(time);
    }
  }

  /** Adds a call. */
  addCall(number: string, time: number, direction = 'inbound'): void {
    this.#events += 1;
    const id = `call-${this.#events}`;
    this.run.database.run(
      `INSERT INTO calls (call_id, carrier, carrier_call_id, direction, number, started_time, prior_calls, modification_time, facts, remarks)
       VALUES (?1, 'twilio', ?1, ?2, ?3, ?4, 0, ?4, '{}', '{}')`,
      id,
      direction,
      number,
      time + 20 * 60_000,
    );
  }

  /** Adds a form. */
  addForm(time: number, { isConfirmed = 1, spam = '[]' } = {}): void {
    this.#events += 1;
    this.run.database.run(
      `INSERT INTO forms (form_id, submission_id, form, source, sent_time, modification_time, is_confirmed, spam, made_lead)
       VALUES (?1, ?1, 'contact', 'direct', ?2, ?2, ?3, ?4, 0)`,
      `form-${this.#events}`,
      time + 25 * 60_000,
      isConfirmed,
      spam,
    );
  }
}
