/** Writes the values of groupings: as filters take them, and as people read them. */
import { OUTCOMES } from '../../../shared/contact/outcomes.ts';
import { dniSettingsOf } from '../../company/dni/saved-settings.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import { WEEK_DAYS } from '../../engine/times/relative-ranges.ts';
import { listUsers } from '../../people/users/users.ts';
import type { Dictionary } from '../facts/dictionary.ts';
import { writeDay } from '../counting/days.ts';
import type { Dimension } from '../counting/definitions.ts';
import { CONFIDENCES } from '../counting/values.ts';

/** A value of a grouping; null for records without one. */
export interface GroupValue {
  value: string | null;
  label: string;
}

const UNKNOWN = 'Unknown';
const IN_PROGRESS = 'In progress';

/** Returns a function that writes the values of a grouping. */
export function writerOf(
  company: CompanyState,
  dimension: Dimension,
  dictionary: Dictionary,
): (value: number) => GroupValue {
  switch (dimension) {
    case 'day':
    case 'week':
      return (day) => plain(writeDay(day));
    case 'month':
      return (month) => plain(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`);
    case 'hour':
      return (hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` });
    case 'weekday':
      return (day) => capital(WEEK_DAYS[day] ?? 'sunday');
    case 'outcome':
      return (outcome) => {
        const name = OUTCOMES[outcome - 1];
        return name === undefined ? { value: null, label: IN_PROGRESS } : plain(name);
      };
    case 'confidence':
      return (group) => plain(CONFIDENCES[group] ?? '');
    default: {
      const names = namesOf(company, dimension);
      return (number) => {
        const value = dictionary.textOf(number);
        return { value, label: value === null ? UNKNOWN : (names.get(value) ?? value) };
      };
    }
  }
}

/** Returns the names of ids: locations, users, states. */
function namesOf(company: CompanyState, dimension: Dimension): ReadonlyMap<string, string> {
  switch (dimension) {
    case 'location': {
      const locations = dniSettingsOf(company).read()?.settings.locations ?? [];
      return new Map(locations.map(({ location_id: id, name }) => [id, name]));
    }
    case 'answered_by':
      return new Map(listUsers(company.database).map(({ userId, name }) => [userId, name]));
    case 'state':
      return new Map(
        settingsOf(company)
          .states()
          .map(({ name, label }) => [name, label]),
      );
    default:
      return new Map();
  }
}

function plain(value: string): GroupValue {
  return { value, label: value };
}

function capital(word: string): GroupValue {
  return { value: word, label: word.charAt(0).toUpperCase() + word.slice(1) };
}
