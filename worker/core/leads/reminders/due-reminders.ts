/** Notifies people of reminders: when they are due, and some time later the group's managers if nobody has done them. */
import { settingsOf } from '../../company/settings/settings.ts';
import type { BackgroundTask } from '../../engine/context/background.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { commit } from '../../engine/commit/commit.ts';
import type { Database } from '../../engine/storage/database.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { findUserOnce } from '../../people/users/users.ts';
import { hearsOf, managersOf, notifyOfLead, responsibleFor } from '../record/lead-notifications.ts';
import type { LeadRecord } from '../record/schema.ts';
import type { EventRecord } from '../timeline/schema.ts';
import { remindersAfter } from './open-reminders.ts';
import type { LeadReminder } from './reminders.ts';
import type { ReminderPosition } from './schema.ts';

const MINUTE_MS = 60_000;
/** Most reminders in one piece of background work. */
const AT_A_TIME = 100;

const ACTOR = { kind: 'system', name: 'reminders' } as const;

/** What people are told, and how long after the due time. */
const STAGES = [
  { stage: 'reminder.due', delayMs: () => 0, recipientsOf: recipientsOfDue },
  {
    stage: 'reminder.overdue',
    delayMs: (company) => settingsOf(company).options().reminder_overdue_minutes * MINUTE_MS,
    recipientsOf: (context, { lead }) => managersOf(context, lead),
  },
] as const satisfies readonly {
  stage: string;
  delayMs: (company: Pick<CompanyState, 'memory'>) => number;
  recipientsOf: (context: WriteContext, reminder: LeadReminder) => string[];
}[];
type Stage = (typeof STAGES)[number];

/** Walks the open reminders by due time, each stage from where it was. */
export const notifyingOfReminders: BackgroundTask = {
  kind: 'reminders',
  nextTime: (company) => {
    const { database } = company;
    const times = STAGES.map(({ stage, delayMs }) => {
      const [next] = remindersAfter(database, positionOf(database, stage), { limit: 1 });
      return next === undefined ? Infinity : Date.parse(next.position.dueTime) + delayMs(company);
    });
    const earliest = Math.min(...times);
    return Number.isFinite(earliest) ? earliest : undefined;
  },
  run: async (company) => {
    commit(company, contextOfActor(company, ACTOR), (context) => {
      for (const stage of STAGES) notifyStage(context, stage);
    });
    await company.giveWay();
  },
};

function notifyStage(context: WriteContext, { stage, delayMs, recipientsOf }: Stage): void {
  const { database, now } = context;
  const until = writeMoment(now - delayMs(context));
  const due = remindersAfter(database, positionOf(database, stage), { limit: AT_A_TIME, until });
  for (const { found } of due) {
    if (found === undefined) continue;
    const { eventId, data } = found.reminder;
    notifyOfLead(context, found.lead, {
      type: stage,
      userIds: recipientsOf(context, found),
      data: {
        event_id: eventId,
        message: typeof data['message'] === 'string' ? data['message'] : '',
        due_time: data['due_time'],
      },
    });
  }
  const last = due.at(-1)?.position;
  if (last === undefined) return;
  database.run(
    'UPDATE reminder_notices SET due_time = ?, event_id = ? WHERE stage = ?',
    last.dueTime,
    last.eventId,
    stage,
  );
}

/** Returns the lead's owner, else who set the reminder, else the managers of the group. */
function recipientsOfDue(context: WriteContext, { lead, reminder }: LeadReminder): string[] {
  const setter = setterOf(context, lead, reminder);
  return lead.assigneeId === undefined && setter !== undefined ? [setter] : responsibleFor(context, lead);
}

function setterOf(context: WriteContext, lead: LeadRecord, { createdBy }: EventRecord): string | undefined {
  const [kind, userId = ''] = createdBy.split(':');
  const user = kind === 'user' ? findUserOnce(context, userId) : undefined;
  return user !== undefined && hearsOf(context, user, lead) ? userId : undefined;
}

function positionOf(database: Database, stage: string): ReminderPosition {
  return database.one<{ dueTime: string; eventId: string }>(
    'SELECT due_time AS dueTime, event_id AS eventId FROM reminder_notices WHERE stage = ?',
    stage,
  );
}
