/** The record of links by mail, which goes by itself. */
import { expect, test } from 'vitest';
import { addLink, LINKS_KEPT_MS } from '../../../../../worker/core/people/links/link-store.ts';
import { MortalCompany } from '../../engine/context/mortal-company.ts';

test('a link wakes the company for its end, though nothing else happens', () => {
  const company = new MortalCompany(1, 0);
  const times: number[] = [];
  Object.assign(company.company, { wakeBy: (time: number) => times.push(time) });

  const { createdTime } = company.write((context) =>
    addLink(
      context,
      {
        kind: 'invitation',
        email: 'ann@acme.test',
        name: 'Ann',
        roleId: 'agent',
        groupId: '1',
        userId: null,
        further: [],
      },
      60_000,
    ),
  );

  expect(times).toContain(createdTime + LINKS_KEPT_MS);
});
