/** Sources, campaigns and landing pages of the visits that led to a lead: facets, filters, search, order, and what changes them. */
import { expect, test } from 'vitest';
import { answerOf } from '../../../harness/builders.ts';
import { sendAs } from '../../../harness/client.ts';
import { AUSTIN, type CallCompany, freshCaller, makeCallCompany } from '../phone/calls/call-company.ts';
import { attributed, call, PLUMBER, ROOFER, settle, tap, TARGET, view } from '../phone/calls/visiting.ts';

const OF_PLUMBER = {
  source_first: 'paid_search',
  source_last: 'paid_search',
  campaign_first: 'Plumber Denver',
  campaign_last: 'Plumber Denver',
  landing_page: '/plumbing',
};

interface View {
  count: number;
  leads: { lead_id: string; lead_source?: string }[];
  facets: { id: string; values: { id: string; display_name: string; count: number }[] }[];
}

/** Makes the lead of a caller who tapped a number during a visit. @returns the lead's id */
async function leadOfVisit(company: CallCompany, keys: string): Promise<string> {
  const visit = await view(company, keys);
  await settle(company);
  await tap(company, { number: AUSTIN, target: TARGET, visit });
  await settle(company);
  const made = await attributed(company, await call(company, freshCaller()));
  expect(made.visit).toMatchObject({ visit_id: visit });
  return made.lead_id;
}

async function viewOf({ superadmin, path }: CallCompany, query: Record<string, object> = {}): Promise<View> {
  const parameters = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    JSON.stringify(value),
  ]);
  const answer = await sendAs(
    superadmin,
    'GET',
    `${path}/smart_views/default?${new URLSearchParams(parameters)}`,
  );
  return answerOf<View>(answer);
}

const countsOf = ({ facets }: View, id: string): Record<string, number> | undefined => {
  const facet = facets.find((each) => each.id === id);
  return facet && Object.fromEntries(facet.values.map((value) => [value.id, value.count]));
};

const idsOf = ({ leads }: View): string[] => leads.map(({ lead_id: id }) => id);

test('leads are counted, filtered, searched and ordered by campaign, and merges keep the first and the last', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  // Filters are known before the first visit, facets are not shown.
  const before = await viewOf(company, { filters: { campaign_last: ['Plumber Denver'] } });
  expect([before.count, countsOf(before, 'campaign_last')]).toEqual([0, undefined]);

  const plumber = await leadOfVisit(company, PLUMBER);
  const roofer = await leadOfVisit(company, ROOFER);
  const ask = async (lead: string): Promise<object> =>
    answerOf(await sendAs(superadmin, 'GET', `${path}/leads/${lead}`));
  expect(await ask(plumber)).toMatchObject(OF_PLUMBER);
  const shown = await viewOf(company);
  expect(countsOf(shown, 'campaign_last')).toMatchObject({ 'Plumber Denver': 1, 'Roofer Austin': 1 });
  expect(countsOf(shown, 'source_first')).toMatchObject({ paid_search: 2 });
  expect(shown.leads.find(({ lead_id: id }) => id === plumber)).toMatchObject(OF_PLUMBER);
  for (const [filter, ids] of [
    [{ campaign_first: ['Roofer Austin'] }, [roofer]],
    [{ campaign_last: { contains: 'PLUMB' } }, [plumber]],
    [{ source_last: ['paid_search'], campaign_last: { not: ['Roofer Austin'] } }, [plumber]],
    [{ landing_page: ['/'] }, []],
  ] as const) {
    expect(idsOf(await viewOf(company, { filters: filter }))).toEqual(ids);
  }
  const sorted = idsOf(await viewOf(company, { sort: { campaign_last: { order: 'desc' } } }));
  expect(sorted.slice(0, 2)).toEqual([roofer, plumber]);
  const hits = await answerOf<{ lead_id: string; field_value: string }[]>(
    await sendAs(superadmin, 'GET', `${path}/leads/search?q=roofer&search_fields=campaign_first`),
  );
  expect(hits).toEqual([expect.objectContaining({ lead_id: roofer, field_value: 'Roofer Austin' })]);

  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${roofer}/merge`, { with: plumber }));
  expect(await ask(roofer)).toMatchObject({
    campaign_first: 'Plumber Denver',
    campaign_last: 'Roofer Austin',
  });
  expect(countsOf(await viewOf(company), 'campaign_first')).not.toHaveProperty('Roofer Austin');
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${roofer}/unmerge`, { lead_id: plumber }));
  expect(await ask(plumber)).toMatchObject(OF_PLUMBER);
  expect(await ask(roofer)).toMatchObject({
    campaign_first: 'Roofer Austin',
    campaign_last: 'Roofer Austin',
  });

  const line = await (
    await sendAs(superadmin, 'POST', `${path}/leads/export.csv`, { lead_ids: [plumber] })
  ).text();
  expect(line).toContain('Plumber Denver');
});

test('every lead has one source: that of its visit, else of the number called or the form sent, else of the import', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  const visited = await leadOfVisit(company, PLUMBER);
  const create = async (body: object): Promise<string> => {
    const made = await sendAs(superadmin, 'POST', `${path}/leads/create`, body);
    return (await answerOf<{ lead_ids: string[] }>(made)).lead_ids[0] ?? '';
  };
  // The sources of a lead with a visit say nothing against it.
  await answerOf(
    await sendAs(superadmin, 'POST', `${path}/leads/${visited}/modify`, { source_tags: ['Radio'] }),
  );
  const report = { carrier_call_id: crypto.randomUUID(), number: AUSTIN, from: freshCaller() };
  const called = await answerOf<{ lead_id: string }>(
    await sendAs(superadmin, 'POST', `${path}/calls`, { ...report, started_at: new Date().toISOString() }),
  );
  const imported = await create({ email: 'import@source.example', source_tags: ['Trade fair'] });
  const unknown = await create({ email: 'none@source.example' });

  const shown = await viewOf(company, { sort: { lead_source: { order: 'asc' } } });
  const made = [visited, called.lead_id, imported, unknown];
  const sources = made.map((id) => shown.leads.find((lead) => lead.lead_id === id)?.lead_source);
  expect(sources).toEqual(['paid_search', 'paid_search', 'Trade fair', undefined]);
  expect(countsOf(shown, 'lead_source')).toMatchObject({ paid_search: 2, 'Trade fair': 1, __none__: 1 });
  expect(idsOf(shown).at(-1)).toBe(unknown);
  expect(idsOf(await viewOf(company, { filters: { lead_source: ['Trade fair'] } }))).toEqual([imported]);
  expect(idsOf(await viewOf(company, { filters: { lead_source: { contains: 'fair' } } }))).toEqual([
    imported,
  ]);
  const { values = [] } = shown.facets.find(({ id }) => id === 'lead_source') ?? {};
  expect(values.map(({ display_name: name }) => name)).toContain('Paid search');
  const found = await sendAs(superadmin, 'GET', `${path}/leads/search?q=fair&search_fields=lead_source`);
  expect(await answerOf(found)).toMatchObject([{ lead_id: imported, field_name: 'Source' }]);
});

test('a removed lead has them again when it is restored, and an erased one takes them along', async () => {
  const company = await makeCallCompany();
  const { superadmin, path } = company;
  const lead = await leadOfVisit(company, PLUMBER);
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${lead}/remove`));
  expect(countsOf(await viewOf(company), 'campaign_last')).not.toHaveProperty('Plumber Denver');
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${lead}/restore`));
  expect(countsOf(await viewOf(company), 'campaign_last')).toMatchObject({ 'Plumber Denver': 1 });
  await answerOf(await sendAs(superadmin, 'POST', `${path}/leads/${lead}/erase`));
  const gone = await viewOf(company, { filters: { campaign_last: ['Plumber Denver'] } });
  expect(gone.count).toBe(0);
  expect(countsOf(await viewOf(company), 'campaign_last') ?? {}).not.toHaveProperty('Plumber Denver');
});

test('the stream reports the lead whose visits have changed', async () => {
  const company = await makeCallCompany();
  const lead = await leadOfVisit(company, PLUMBER);
  const { changes } = await answerOf<{
    changes: { type: string; data: { lead_id?: string; lead?: object } }[];
  }>(await sendAs(company.superadmin, 'GET', `${company.path}/changes?limit=1000`));
  const ofLead = changes.filter(({ type, data }) => type === 'lead.changed' && data.lead_id === lead);
  expect(ofLead).toHaveLength(1);
  expect(ofLead[0]?.data.lead).toMatchObject(OF_PLUMBER);
});
