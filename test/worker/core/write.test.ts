/** What holds for every write of the core, whatever it changes. */
import { beforeAll, expect, test } from 'vitest';
import { mountedRoutes } from '../../harness/mounted-routes.ts';
import { makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { problemOf, send, sendAs } from '../../harness/client.ts';
import { createLead } from '../../harness/leads.ts';

let company: PeopledCompany;
let ids: Record<string, string>;

beforeAll(async () => {
  company = await makeCompanyWithUsers();
  const client = { user: company.superadmin, path: company.path };
  const lead = await createLead(client);
  const idOf = async (path: string, body: unknown, member: string): Promise<string> => {
    const answer = (await (await sendAs(company.superadmin, 'POST', company.path + path, body)).json()) as {
      data?: Record<string, string>;
    };
    return { ...answer, ...answer.data }[member] as unknown as string;
  };
  const note = await idOf(`/leads/${lead}/note`, { message: 'Called.' }, 'event_id');
  const view = await idOf('/smart_views', { name: 'View' }, 'smart_view_id');
  const module = { display_name: 'Cars', custom_fields: [{ name: 'plate', label: 'Plate', type: 'text' }] };
  const adm = await idOf('/adms', module, 'adm_id');
  const record = await idOf(`/adms/${adm}/records`, { plate: ['A 1'] }, 'record_id');
  const user = company.agent.userId;
  ids = { company: company.companyId, lead, note, event: note, type: 'note', view, adm, record, user };
});

test('a parameter that the operation does not know is refused before anything changes', async () => {
  const writes = (await mountedRoutes())
    .filter((route) => /^(?:POST|PUT) \/companies\//.test(route))
    .map((route) => route.split(' ') as ['POST' | 'PUT', string]);

  const answers = await Promise.all(
    writes.map(async ([method, path]) => {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
      const response = await send(`${address}?dryrun=true`, {
        method,
        headers: {
          Authorization: company.superadmin.authorization,
          'Content-Type': path.endsWith('/import') ? 'text/csv' : 'application/json',
        },
        body: path.endsWith('/import') ? 'email\r\na@b.example' : '{}',
      });
      const { code, errors } = await problemOf(response);
      return [path, response.status, code, errors?.[0]?.parameter];
    }),
  );

  expect(writes.length).toBeGreaterThan(25);
  // Searching within facets changes nothing: it is a POST for its body alone.
  expect(answers.filter(([path]) => !String(path).endsWith('/aggregations'))).toEqual(
    answers
      .filter(([path]) => !String(path).endsWith('/aggregations'))
      .map(([path]) => [path, 400, 'unknown_parameter', 'dryrun']),
  );
});
