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
  outgoing: {
    countries: null,
    texts_per_lead: 4,
    texts_per_user: 60,
    texts_per_company: 600,
    calls_abroad_per_company: 20,
  },
};

test('options are saved beside those that somebody else changes, the same ones are told first, and Undo takes back', async () => {
  const document = kept(OPTIONS);
  const { find, user } = await show(h(CompanyScreen, {}), {
    at: 'company',
    answers: {
      ...answersAt('/settings', document),
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
