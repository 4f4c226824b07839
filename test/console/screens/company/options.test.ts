// @vitest-environment happy-dom
/** The options of a company: only what was changed is saved, and what two people change at once is told. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import { CompanyScreen } from '../../../../console/screens/company/screen.tsx';
import { show, typed } from '../../rendered.ts';
import { answersAt, changeMeanwhile, kept } from './kept-settings.ts';

const OPTIONS = {
  name: 'Acme Plumbing',
  default_region: 'US',
  source_update: 'append',
  create_duplicates: 'allow',
  upsert_conflict: 'email_first',
  group_visibility: 'unassigned',
  week_start: 'monday',
  time_zone: null,
  answer_within_minutes: 20,
  reminder_overdue_minutes: 15,
  two_factors_required: false,
  viewers_hear_recordings: false,
  cors_origins: [],
  won: { states: [], value_field: null },
  transcripts: 'off',
  transcript_language: null,
  transcript_minutes: 1_000,
  outgoing: {
    countries: null,
    texts_per_lead: 4,
    texts_per_user: 60,
    texts_per_company: 600,
    calls_abroad_per_company: 20,
  },
};

const SPEECH = { engine: null, price_per_minute: null, months: [], minutes_left: 1_000 };

test('options are saved beside those that somebody else changes, the same ones are told first, and Undo takes back', async () => {
  const document = kept(OPTIONS);
  const { find, user } = await show(h(CompanyScreen, {}), {
    at: 'company',
    answers: {
      ...answersAt('/settings', document),
      'GET /calls/transcripts/usage': SPEECH,
      'GET /lead_settings/states': [],
      'GET /lead_settings/fields': [],
    },
  });
  await find.findByLabelText('Name');
  await user.selectOptions(find.getByLabelText('In their group, agents see'), 'All leads');
  changeMeanwhile(document, { ...OPTIONS, week_start: 'sunday' });
  await user.click(find.getByText('Save options'));
  await find.findByText('Saved.');
  const saved = {
    ...OPTIONS,
    group_visibility: 'all',
    week_start: 'sunday',
    outgoing: { ...OPTIONS.outgoing, countries: null },
  };
  expect(document.body).toEqual(saved);

  changeMeanwhile(document, { ...saved, name: 'Theirs' });
  await typed(user, find.getByLabelText('Name'), 'Mine');
  await user.click(find.getByText('Save options'));
  await find.findAllByText(/It now says: Theirs\./);
  expect(document.body.name).toBe('Theirs');
  await user.click(find.getByText('Save options'));
  await expect.poll(() => document.body.name).toBe('Mine');
  await user.click(find.getAllByText('Undo').at(-1) ?? globalThis.document.body);
  await expect.poll(() => document.body.name).toBe('Theirs');
});

test('what is said is turned into text with their language and minutes, and say what they cost', async () => {
  const document = kept(OPTIONS);
  const months = [{ month: '2026-11', minutes: 12.2, cost: 0.0732 }];
  const { find, user } = await show(h(CompanyScreen, {}), {
    at: 'company',
    answers: {
      ...answersAt('/settings', document),
      'GET /calls/transcripts/usage': {
        engine: 'server',
        price_per_minute: 0.006,
        months,
        minutes_left: 988,
      },
      'GET /lead_settings/states': [],
      'GET /lead_settings/fields': [],
    },
  });
  await find.findByText('13 minutes in 2026-11, $0.073. A minute costs $0.006.');
  await user.selectOptions(find.getByLabelText('Show as text'), 'Voicemails and recorded calls');
  await user.selectOptions(find.getByLabelText('Language of callers'), 'German');
  await typed(user, find.getByLabelText('Minutes a month at most'), '250');
  await user.click(find.getByText('Save options'));
  await expect
    .poll(() => document.body)
    .toMatchObject({ transcripts: 'all', transcript_language: 'de', transcript_minutes: 250 });
});

test('where the deployment has no engine, nothing is offered', async () => {
  const { find } = await show(h(CompanyScreen, {}), {
    at: 'company',
    answers: {
      ...answersAt('/settings', kept(OPTIONS)),
      'GET /calls/transcripts/usage': SPEECH,
      'GET /lead_settings/states': [],
      'GET /lead_settings/fields': [],
    },
  });
  await find.findByText(/once the operator of this deployment has set up an engine/);
  expect(find.queryByLabelText('Show as text')).toBe(null);
});
