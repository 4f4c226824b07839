import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';

const DEFAULTS = {
  name: 'Acme Plumbing',
  default_region: 'US',
  source_update: 'append',
  create_duplicates: 'allow',
  upsert_conflict: 'email_first',
  group_visibility: 'unassigned',
  week_start: 'monday',
  time_zone: null,
  answer_within_minutes: 30,
  reminder_overdue_minutes: 60,
  two_factors_required: false,
  viewers_hear_recordings: false,
  won: { states: ['closed_won'], value_field: null },
  transcripts: 'off',
  transcript_language: null,
  transcript_minutes: 1_000,
  notification_webhook: null,
  cors_origins: [],
  retention: {
    removed_leads_days: 30,
    idle_leads_days: null,
    calls_without_lead_days: 365,
    notifications_days: 90,
    audit_days: 365,
    evidence_days: 90,
  },
  outgoing: {
    countries: null,
    texts_per_lead: 30,
    texts_per_user: 100,
    texts_per_company: 1_000,
    calls_abroad_per_company: 300,
  },
};

test('a new company has the documented options', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();

  expect(await answerOf(await sendAs(superadmin, 'GET', `${path}/settings`))).toEqual(DEFAULTS);
});

test('omitted options get their defaults, but what protects people stays as it is', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const put = (body: object): Promise<Response> => sendAs(superadmin, 'PUT', `${path}/settings`, body);
  const options = {
    name: 'Acme Heating',
    default_region: 'DE',
    source_update: 'prepend',
    create_duplicates: 'reject',
    upsert_conflict: 'phone_first',
    group_visibility: 'all',
    week_start: 'sunday',
    time_zone: 'Europe/Berlin',
    answer_within_minutes: 20,
    reminder_overdue_minutes: 15,
    two_factors_required: true,
    viewers_hear_recordings: true,
    won: { states: ['qualified'], value_field: 'quote' },
    transcripts: 'voicemails',
    transcript_language: 'de',
    transcript_minutes: 250,
    notification_webhook: { url: 'https://hooks.acme.test/leads', secret: `whsec_${btoa('s'.repeat(24))}` },
    cors_origins: ['https://app.acme.test'],
    retention: {
      removed_leads_days: 7,
      idle_leads_days: 90,
      calls_without_lead_days: 30,
      notifications_days: 30,
      audit_days: 30,
      evidence_days: 120,
    },
    outgoing: {
      countries: ['DE', 'AT'],
      texts_per_lead: 5,
      texts_per_user: 50,
      texts_per_company: 500,
      calls_abroad_per_company: 40,
    },
  };

  expect(await answerOf(await put(options))).toEqual(options);
  expect(await answerOf(await sendAs(superadmin, 'GET', `${path}/settings`))).toEqual(options);
  const { two_factors_required, group_visibility, retention, outgoing } = options;
  const kept = { ...DEFAULTS, name: 'Acme', two_factors_required, group_visibility, retention, outgoing };
  expect(await answerOf(await put({ name: 'Acme', default_region: 'us' }))).toEqual(kept);
});

test('one limit that is named changes alone, and two factors end when they are named', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();
  const put = (body: object): Promise<Response> =>
    sendAs(superadmin, 'PUT', `${path}/settings`, { name: 'Acme', default_region: 'US', ...body });
  await answerOf(
    await put({ two_factors_required: true, outgoing: { texts_per_lead: 3, texts_per_user: 7 } }),
  );

  const named = await answerOf(
    await put({
      two_factors_required: false,
      outgoing: { texts_per_user: 8 },
      retention: { audit_days: 40 },
    }),
  );

  expect(named).toMatchObject({
    two_factors_required: false,
    outgoing: { ...DEFAULTS.outgoing, texts_per_lead: 3, texts_per_user: 8 },
    retention: { ...DEFAULTS.retention, audit_days: 40 },
  });
});

test('a webhook without a secret gets one', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();

  const saved = await sendAs(superadmin, 'PUT', `${path}/settings`, {
    name: 'Acme',
    default_region: 'US',
    notification_webhook: { url: 'https://hooks.acme.test/' },
  });

  expect(await answerOf(saved)).toMatchObject({
    notification_webhook: { secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string },
  });
});

test('a refusal lists all faults of the options', async () => {
  const { path, superadmin } = await makeCompanyWithUsers();

  const response = await sendAs(superadmin, 'PUT', `${path}/settings`, {
    default_region: 'XX',
    source_update: 'sometimes',
    week_start: 'friday',
    time_zone: 'Mars/Olympus',
    answer_within_minutes: 0,
    reminder_overdue_minutes: 10_081,
    notification_webhook: { url: 'ftp://x', secret: 'short' },
    colour: 'red',
  });

  expect(response.status).toBe(400);
  const { errors } = await problemOf(response);
  expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/name', 'missing_parameter'],
    ['/default_region', 'invalid_parameter'],
    ['/source_update', 'invalid_parameter'],
    ['/week_start', 'invalid_parameter'],
    ['/time_zone', 'invalid_parameter'],
    ['/answer_within_minutes', 'invalid_parameter'],
    ['/reminder_overdue_minutes', 'invalid_parameter'],
    ['/notification_webhook/url', 'invalid_parameter'],
    ['/notification_webhook/secret', 'invalid_parameter'],
    ['/colour', 'unknown_parameter'],
  ]);
});

test('only super admins may read the options', async () => {
  const { path, manager, agent } = await makeCompanyWithUsers();

  for (const caller of [manager, agent]) {
    expect((await sendAs(caller, 'GET', `${path}/settings`)).status).toBe(403);
    expect((await sendAs(caller, 'PUT', `${path}/settings`, DEFAULTS)).status).toBe(403);
  }
});
