/** Forms in reports: the figure, its parts, and the list behind it. */
import { expect, test } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { goldenFiles } from '../../../harness/golden.ts';
import {
  emailField,
  freshEmail,
  freshSubmission,
  leadOf,
  makeFormCompany,
  sendForm,
  textField,
} from '../phone/forms/sending.ts';
import { askReport, byLabel } from './report-company.ts';

test('a report counts forms by the visit that sent them, and leads to them and their leads', async () => {
  const company = await makeFormCompany();
  const { companyId, superadmin, path } = company;
  const [email, spammer] = [freshEmail(), freshEmail()];
  await sendForm(companyId, { id: freshSubmission(), fields: [textField('Question', 'Are you open?')] });
  await sendForm(companyId, { fields: [emailField(spammer)], time: 100, touch: ['', ''] });
  await leadOf(company, spammer);
  await sendForm(companyId, { fields: [emailField(email)] });
  const lead = await leadOf(company, email);

  const report = await askReport(company, 'metrics=forms,leads&by=source&relative=last_7_days');

  // The form without an address is only counted, elsewhere, and one that was sent at once is spam.
  expect(report.totals).toEqual({ forms: 1, leads: 2 });
  expect(byLabel(report)).toMatchObject({ organic_search: { forms: 1, leads: 1 } });
  const withSpam = await askReport(
    company,
    'metrics=forms&by=landing_page&include=spam&relative=last_7_days',
  );
  expect(withSpam.totals).toEqual({ forms: 2 });
  const byLocation = await askReport(company, 'metrics=forms&by=location&relative=last_7_days');
  expect(byLocation.notes).toContain('Forms are not known by location.');

  const row = report.rows.find(({ by: [source] }) => source?.value === 'organic_search');
  expect(row?.link).toMatch(/^from=.*&to=.*&source=organic_search$/);
  const list = `${path}/reports/forms?relative=last_7_days&source=organic_search`;
  const answer = await sendAs(superadmin, 'GET', list);
  const { forms } = await goldenFiles('reports')<{ forms: { lead_id: string }[] }>('forms', answer);
  expect(forms.map(({ lead_id: leadId }) => leadId)).toEqual([lead.lead_id]);

  // The form goes with its lead.
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${lead.lead_id}/erase`, {}));
  expect((await askReport(company, 'metrics=forms&relative=last_7_days')).totals).toEqual({ forms: 0 });
});
