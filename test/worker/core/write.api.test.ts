/** Rules for all writes of the core. */
import { beforeAll, expect, test } from 'vitest';
import { mountedRoutes } from '../../harness/mounted-routes.ts';
import { makeCompanyWithUsers, type PeopledCompany } from '../../harness/builders.ts';
import { problemOf, send, sendAs } from '../../harness/client.ts';
import { createLead } from '../../harness/leads.ts';
import { OPERATOR_TOKEN } from '../../harness/operator-token.ts';

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

/**
 * Reads with the method POST because of their body: they change nothing, and accept the parameters of reads. A tap and a
 * form accept anything.
 */
const QUESTIONS = /\/aggregations$|\/closest(?:\/zip\/|$)|^\/dni\/(?:swap|tap|form)\//;

test('an unknown parameter is refused before anything changes', async () => {
  const writes = (await mountedRoutes())
    .map((route) => route.split(' ') as [string, string])
    // Requests of carriers and of links in mail are signed and may have any parameters; messages of assistants have none.
    .filter(
      ([method, path]) =>
        method !== 'GET' &&
        !QUESTIONS.test(path) &&
        !/^\/(?:carriers|mcp$|reports|unsubscribe)(?:\/|$)/.test(path),
    );

  const answers = await Promise.all(
    writes.map(async ([method, path]) => {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
      const isFile = path.endsWith('/import');
      const response = await send(`${address}?dryrun=true`, {
        method,
        headers: {
          Authorization: path.startsWith('/operator/')
            ? `Bearer ${OPERATOR_TOKEN}`
            : company.superadmin.authorization,
          'Content-Type': isFile ? 'text/csv' : 'application/json',
        },
        body: isFile ? 'email\r\na@b.example' : '{}',
      });
      const { code, errors } = await problemOf(response);
      return [path, response.status, code, errors?.[0]?.parameter];
    }),
  );

  expect(writes.length).toBeGreaterThan(35);
  expect(answers).toEqual(answers.map(([path]) => [path, 400, 'unknown_parameter', 'dryrun']));
});
