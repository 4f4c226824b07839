/** A company with leads worth looking at: fields of several kinds, people, a few leads with a past. */
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../harness/builders.ts';
import { sendAs } from '../harness/client.ts';
import { createLead, type LeadClient } from '../harness/leads.ts';

export const STATES = [
  { name: 'open', label: 'Open', color: '#3b82f6' },
  { name: 'contacted', label: 'Contacted', color: '#f59e0b' },
  { name: 'won', label: 'Won', color: '#15803d' },
];

const FIELDS = [
  {
    name: 'company_name',
    label: 'Company',
    type: 'text',
    sortable: true,
    pinned: true,
    field_group: 'Contact',
  },
  { name: 'website', label: 'Website', type: 'url', field_group: 'Contact' },
  { name: 'call_back', label: 'Call back at', type: 'datetime', field_group: 'Contact' },
  {
    name: 'service',
    label: 'Service',
    type: 'dropdown',
    choices: ['Heating', 'Plumbing'],
    field_facet: true,
    field_group: 'Job',
  },
  {
    name: 'extras',
    label: 'Extras',
    type: 'multiselect',
    choices: ['Financing', 'Maintenance'],
    field_group: 'Job',
  },
  { name: 'rooms', label: 'Rooms', type: 'number', sortable: true, field_group: 'Job' },
  { name: 'estimate', label: 'Estimate', type: 'currency', sortable: true, pinned: true, field_group: 'Job' },
  { name: 'visit_on', label: 'Visit on', type: 'date', field_group: 'Job' },
  {
    name: 'address',
    label: 'Addresses',
    type: 'complex',
    cardinality: 0,
    field_group: 'Job',
    sub_fields: [
      { name: 'street', label: 'Street', type: 'text', summary: true },
      { name: 'city', label: 'City', type: 'text', summary: true, field_facet: true },
    ],
  },
];

export interface SalesCompany extends PeopledCompany {
  client: LeadClient;
  /** The lead whose page is looked at. */
  annId: string;
}

/** Makes the company. @param persons leads beside those that are named here */
export async function makeSalesCompany(persons = 60): Promise<SalesCompany> {
  const company = await makeCompanyWithUsers();
  const { superadmin, path, agent } = company;
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/states`, STATES));
  await answerOf(await sendAs(superadmin, 'PUT', `${path}/lead_settings/fields`, FIELDS));
  const client = { user: superadmin, path };
  for (let index = 0; index < persons; index += 1) {
    await createLead(client, {
      name: `Person ${String(index).padStart(2, '0')}`,
      email: `person.${index}@example.com`,
      state: index % 3 === 0 ? 'contacted' : 'open',
      source_tags: ['Website'],
      lead_fields: { service: [index % 2 === 0 ? 'Heating' : 'Plumbing'] },
    });
  }
  // Letters of several scripts, and more than one code point a letter.
  await createLead(client, { name: 'Zoë Müller', phone: '+15125550101' });
  await createLead(client, { name: 'محمد العربي', phone: '+15125550102' });
  await createLead(client, { name: '👩‍🔧 Emoji <b>Bold</b>', phone: '+15125550103' });
  const annId = await createLead(client, {
    name: 'Ann Lee',
    email: 'ann@example.com',
    phone: '+15125550100',
    source_tags: ['Google Ads', 'paid_search'],
    tags: ['VIP'],
    lead_fields: {
      company_name: ['Lee & Sons'],
      service: ['Heating'],
      estimate: [{ unit: 'USD', value: 1200 }],
      address: [{ street: ['1 Oak St'], city: ['Austin'] }],
    },
  });
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/leads/${annId}/note`, {
      message: 'Wants a quote.\nBefore May.',
    }),
  );
  await sendAs(superadmin, 'POST', `${path}/leads/${annId}/assign`, { to_user_email: agent.email });
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/leads/${annId}/events`, {
      type: 'sms',
      inbound: true,
      data: { phone: '+15125550100', message: 'Are you on the way?' },
    }),
  );
  return { ...company, client, annId };
}
