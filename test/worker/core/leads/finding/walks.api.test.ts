import { expect, test } from 'vitest';
import { answerOf, makeCompanyWithUsers } from '../../../../harness/builders.ts';
import { problemOf, sendAs } from '../../../../harness/client.ts';
import { createLead, type LeadClient, sendLead } from '../../../../harness/leads.ts';

const LEADS = 24;
const PAGE = 5;

/** A page of leads and the cursor of the next page. */
type Page = { ids: string[]; next: string | null };

interface Walker {
  name: string;
  pageAt: (client: LeadClient, view: string, cursor: string) => Promise<Page>;
}

const WALKERS: Walker[] = [
  {
    name: 'a smart view',
    pageAt: async ({ user, path }, view, cursor) => {
      const query = new URLSearchParams({ cursor, count: String(PAGE) });
      const answer = await answerOf<{ leads: { lead_id: string }[]; next_cursor?: string }>(
        await sendAs(user, 'GET', `${path}/smart_views/${view}?${query}`),
      );
      return { ids: answer.leads.map(({ lead_id: id }) => id), next: answer.next_cursor ?? null };
    },
  },
  ...['walker', 'rare'].map((q) => ({
    name: `a search for ${q}`,
    pageAt: async ({ user, path }: LeadClient, _view: string, cursor: string) => {
      const query = new URLSearchParams({ q, cursor, limit: String(PAGE), exclude_notes: 'false' });
      const response = await sendAs(user, 'GET', `${path}/leads/search?${query}`);
      const hits = await answerOf<{ lead_id: string }[]>(response);
      return { ids: hits.map(({ lead_id: id }) => id), next: response.headers.get('X-Next-Cursor') };
    },
  })),
];

test.for(WALKERS)(
  'a walk through $name tells each lead that stays once, whatever is written',
  async ({ pageAt }) => {
    const { superadmin, path } = await makeCompanyWithUsers();
    const client: LeadClient = { user: superadmin, path };
    const operations = Array.from({ length: LEADS }, (_, index) => ({
      op: 'create',
      lead: { email: `walker.rare.${index}@example.com`, name: `Walker ${index}` },
    }));
    const { results } = await answerOf<{ results: { body: { lead_ids: [string] } }[] }>(
      await sendLead(client, 'POST', '/batch', { operations }),
    );
    const leads = results.map(({ body }) => body.lead_ids[0]);
    const [view] = await answerOf<[{ smart_view_id: string }]>(
      await sendAs(superadmin, 'GET', `${path}/smart_views`),
    );

    const told: string[] = [];
    const gone = new Set<string>();
    let cursor: string | null = 'first';
    for (let page = 0; cursor !== null; page += 1) {
      const { ids, next }: Page = await pageAt(client, view.smart_view_id, cursor);
      told.push(...ids);
      cursor = next;
      const [soon = '', later = '', removed = ''] = leads.filter((id) => !told.includes(id) && !gone.has(id));
      // Leads that were on a page, that follow, that are removed and that are added.
      await answerOf(await sendLead(client, 'POST', `/${ids[0]}/modify`, { name: `Walker Rare ${page}` }));
      if (soon !== '')
        await answerOf(await sendLead(client, 'POST', `/${soon}/note`, { message: 'walker rare' }));
      if (later !== '')
        await answerOf(await sendLead(client, 'POST', `/${later}/modify`, { name: 'A rare walker' }));
      if (page === 1) {
        await answerOf(await sendLead(client, 'POST', `/${removed}/remove`));
        gone.add(removed);
      }
      await createLead(client, { name: `Walker rare new ${page}` });
    }

    const stayed = leads.filter((id) => !gone.has(id));
    expect(gone.size).toBe(1);
    expect([...told].toSorted()).toEqual([...stayed].toSorted());
    expect(told).toEqual(stayed.toReversed());
  },
);

test('an unknown cursor, and a sort together with a cursor, are refused', async () => {
  const { superadmin, path } = await makeCompanyWithUsers();
  const [view] = await answerOf<[{ smart_view_id: string }]>(
    await sendAs(superadmin, 'GET', `${path}/smart_views`),
  );
  const at = `${path}/smart_views/${view.smart_view_id}`;
  const sort = encodeURIComponent('{"name":{"order":"asc"}}');

  for (const [address, parameter] of [
    [`${at}?cursor=nonsense`, 'cursor'],
    [`${path}/leads/search?q=walker&cursor=-1`, 'cursor'],
    [`${at}?cursor=first&sort=${sort}`, 'sort'],
  ]) {
    const problem = await problemOf(await sendAs(superadmin, 'GET', address ?? ''));
    expect(problem.errors.map((fault) => fault.parameter)).toEqual([parameter]);
  }
});
