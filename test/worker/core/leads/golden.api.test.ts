import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { type Compare, goldenFiles } from '../../../harness/golden.ts';

/** Sends a request as the super admin and compares the answer with its golden file. */
type Ask = <Body>(name: string, method: string, path: string, body?: unknown) => Promise<Body>;

/** @param under the part of the company's path before the requests' own */
function golden(company: PeopledCompany, compare: Compare, under = '/leads'): Ask {
  return async <Body>(name: string, method: string, path: string, body?: unknown) => {
    const response = await sendAs(company.superadmin, method, `${company.path}${under}${path}`, body);
    return compare<Body>(name, response);
  };
}

test('the answers of all lead and timeline operations match the golden files', async () => {
  const company = await makeCompanyWithUsers();
  const field = {
    sortable: true,
    field_facet: false,
    pinned: false,
    print_lines: 1,
    cardinality: 1,
    field_group: 'deal',
  };
  const part = { sortable: false, summary: false, field_facet: false, print_lines: 1 };
  const fields = [
    { ...field, name: 'motto', label: 'Motto', type: 'text' },
    { ...field, name: 'size', label: 'Size', type: 'number' },
    { ...field, name: 'colour', label: 'Colour', type: 'dropdown', choices: ['red', 'blue'] },
    { ...field, name: 'born', label: 'Born', type: 'date' },
    { ...field, name: 'seen', label: 'Seen', type: 'datetime' },
    { ...field, name: 'likes', label: 'Likes', type: 'multiselect', choices: ['a', 'b'] },
    { ...field, name: 'worth', label: 'Worth', type: 'currency' },
    { ...field, name: 'site', label: 'Site', type: 'url' },
    {
      ...field,
      name: 'address',
      label: 'Address',
      type: 'complex',
      cardinality: 0,
      sub_fields: [{ ...part, name: 'city', label: 'City', type: 'text' }],
    },
  ];
  await answerOf(await sendAs(company.superadmin, 'PUT', `${company.path}/lead_settings/fields`, fields));
  const compare = goldenFiles('leads');
  const ask = golden(company, compare);
  const askCompany = golden(company, compare, '');

  const created = await ask<{ lead_ids: [string] }>('create', 'POST', '/create', {
    email: 'ann@example.com',
    phone: '512 555 0100',
    name: 'Ann Lee',
    source_tags: ['Website'],
    lead_fields: {
      motto: ['Carpe diem'],
      size: [12.5],
      colour: ['red'],
      born: ['1990-02-03'],
      seen: ['2026-03-02T09:30:00-05:00'],
      likes: [['a', 'b']],
      worth: [{ unit: 'USD', value: 1200 }],
      site: ['https://example.com/'],
      address: [{ city: ['Austin'] }],
    },
  });
  const [leadId] = created.lead_ids;
  await ask('get', 'GET', `/${leadId}`);
  await ask('modify', 'POST', `/${leadId}/modify`, { name: 'Ann B. Lee', lead_fields: { size: null } });
  const upserted = await ask<{ lead_ids: [string] }>('upsert-created', 'POST', '/upsert', {
    phone: '512 555 0101',
  });
  const [secondId] = upserted.lead_ids;
  await ask('upsert-updated', 'POST', '/upsert', { phone: '512 555 0101', name: 'Bob' });
  await ask('get-without-data', 'GET', `/${secondId}`);
  await ask('assign', 'POST', `/${leadId}/assign`, { to_user_email: company.agent.email });
  await ask('change-state', 'POST', `/${leadId}/change_state`, { state: 'contacted' });
  const note = await ask<{ data: { event_id: string } }>('add-note', 'POST', `/${leadId}/note`, {
    message: 'Called, wants a quote.',
  });
  const noteId = note.data.event_id;
  await ask('update-note', 'POST', `/${leadId}/note/${noteId}`, { message: 'Called: wants a quote.' });
  await ask('add-comment', 'POST', `/${leadId}/events/note/${noteId}/comments`, { comment: 'Sent it.' });
  await ask('comments', 'GET', `/${leadId}/events/note/${noteId}/comments`);
  await ask('remove-note', 'POST', `/${leadId}/note/${noteId}/remove`);
  await ask('restore-note', 'POST', `/${leadId}/note/${noteId}/restore`);
  const reminder = await ask<{ data: { event_id: string } }>('set-reminder', 'POST', `/${leadId}/reminder`, {
    message: 'Send the quote.',
    due_time: '2100-03-02T09:00:00Z',
  });
  const reminderPath = `/${leadId}/events/reminder/${reminder.data.event_id}`;
  await ask('postpone-reminder', 'POST', `${reminderPath}/postpone`, { due_time: '2100-03-03T09:00:00Z' });
  await ask('take-reminder', 'POST', `${reminderPath}/take`);
  await ask('release-reminder', 'POST', `${reminderPath}/release`);
  await askCompany('read-reminders', 'POST', '/reminders/seen', { reminder_ids: [reminder.data.event_id] });
  await ask('complete-reminder', 'POST', `${reminderPath}/done`);
  await ask('reopen-reminder', 'POST', `${reminderPath}/reopen`);
  await ask('dismiss-reminder', 'POST', `${reminderPath}/dismiss`);
  await ask('reopen-reminder', 'POST', `${reminderPath}/reopen`);
  await askCompany('reminders', 'GET', '/reminders?due_before=2101-01-01T00:00:00Z');
  await ask('post-event', 'POST', `/${leadId}/events`, {
    type: 'sms',
    inbound: true,
    event_time: '2026-01-02T03:04:05Z',
    data: { message: 'On my way', phone: '512 555 0100' },
  });
  await ask('merge-dry-run', 'POST', `/${leadId}/merge?dry_run=true`, { with: secondId });
  await ask('merge', 'POST', `/${leadId}/merge`, { with: secondId });
  await ask('search-by-ids', 'GET', `/search/ids?ids=${JSON.stringify([secondId])}`);
  await ask('events', 'GET', `/${leadId}/events`);
  await ask('write-to-merged', 'POST', `/${secondId}/modify`, { name: 'x' });
  await ask('unmerge', 'POST', `/${leadId}/unmerge`, { lead_id: secondId });
  await ask('unassign', 'POST', `/${leadId}/unassign`, { from_user_email: company.agent.email });
  const user = company.agent.email;
  await ask('assign-answered', 'POST', `/${leadId}/assign?return=lead`, { to_user_email: user });
  await ask('unassign-answered', 'POST', `/${leadId}/unassign?return=lead`, { from_user_email: user });
  const recent = await ask<{ count: number }>('recent-leads', 'GET', '/recent_leads?relative=last_hour');
  expect(recent.count).toBe(2);
  await ask('history', 'POST', '/history', {
    leads: [
      {
        lead: { email: 'past@example.com' },
        creation_time: '2025-01-02T03:04:05Z',
        events: [{ type: 'note', event_time: '2025-01-03T03:04:05Z', message: 'Met at the fair.' }],
      },
    ],
  });
  const again = { email: 'Ann+ads@example.com', name: 'Ann L.' };
  const twice = await answerOf<{ lead_ids: [string] }>(
    await sendAs(company.superadmin, 'POST', `${company.path}/leads/create`, again),
  );
  const pair = { lead_ids: [leadId, ...twice.lead_ids] };
  await ask('duplicates', 'GET', '/duplicates');
  await ask('dismiss-duplicate', 'POST', '/duplicates/dismiss', pair);
  await ask('restore-duplicate', 'POST', '/duplicates/restore', pair);
});
