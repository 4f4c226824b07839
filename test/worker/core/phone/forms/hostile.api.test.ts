/** What hostile senders put into forms does no harm where it is read. */
import { expect, test } from 'vitest';
import { exportFile, rowsOf } from '../../../../harness/csv.ts';
import { type Field, freshEmail, leadOf, makeFormCompany, sendForm } from './sending.ts';

const nameField = (name: string): Field => ['Your name', name, 'text', 'name', 'name'];

test.for(['=HYPERLINK("https://evil.example","Open")', '+1+cmd|calc', '-2+3', '@SUM(A1)', '\t=1+1'])(
  'the name %s is no formula in an exported spreadsheet',
  async (name) => {
    const company = await makeFormCompany();
    const email = freshEmail();
    await sendForm(company.companyId, {
      fields: [nameField(name), ['E-mail', email, 'email', 'email', 'mail']],
    });
    await leadOf(company, email);

    const [row] = rowsOf(await exportFile({ user: company.superadmin, path: company.path }));
    expect(row?.['name']).toBe(`'${name.trim()}`);
  },
);
