/** Rules on calls, copied from one company of a person to another. */
import { expect, test } from 'vitest';
import { reasonAgainstText } from '../../../../../worker/core/reports/agency/copying/plans.ts';
import type { CopyResultBody } from '../../../../../worker/core/reports/agency/copying/reference.ts';
import { memberOfAll } from '../../../../harness/agency.ts';
import { answerOf, makeCompanyWithUsers, type PeopledCompany } from '../../../../harness/builders.ts';
import { sendAs } from '../../../../harness/client.ts';

const rule = (name: string, condition: object, tag = 'tag'): object => ({
  name,
  when: { all: [condition] },
  then: { tags: [tag] },
});
const BUSY = { all: [{ outcome: ['busy'] }] };
const BOOKED = rule('Booked', { said: { by: 'caller', any: ['book*'] } });

async function ask<Body>(company: PeopledCompany, method: string, body?: unknown): Promise<Body> {
  const { superadmin, path } = company;
  return answerOf(await sendAs(superadmin, method, `${path}/contact_rules`, body));
}

test('rules are copied in their order over those of the same name, without those about what is not there', async () => {
  const [from, to] = await Promise.all(
    ['Source', 'Client'].map((name) => makeCompanyWithUsers({ name })) as [
      Promise<PeopledCompany>,
      Promise<PeopledCompany>,
    ],
  );
  const ann = await memberOfAll([from, to]);
  await ask(from, 'PUT', [
    rule('Missed', { outcome: ['missed'] }),
    BOOKED,
    rule('Number', { number: ['+15125550101'] }),
    rule('Named', { said: { by: 'agent', any: ['thank you for calling source'] } }),
    rule('Place', { location: ['austin'] }),
    { name: 'Person', when: BUSY, then: { assign: from.superadmin.userId } },
    { name: 'Told', when: BUSY, then: { notify: ['owner', from.superadmin.userId] } },
  ]);
  const own = await ask<{ rule_id: string }[]>(to, 'PUT', [
    rule('Own', { first_time: true }),
    rule('Booked', { outcome: ['answered'] }),
  ]);
  const copy = async (isDryRun: boolean): Promise<CopyResultBody | undefined> => {
    const path = `/me/companies/${from.companyId}/copy_settings${isDryRun ? '?dry_run=1' : ''}`;
    const body = { sections: ['contact_rules'], to: [{ company_id: to.companyId }] };
    return (await answerOf<CopyResultBody[]>(await sendAs(ann, 'POST', path, body)))[0];
  };
  const review = await copy(true);

  expect(review?.sections).toEqual([
    {
      section: 'contact_rules',
      added: ['Missed'],
      changed: [{ name: 'Booked', members: ['when'] }],
      kept: ['Own'],
      left: [
        { name: 'Number', reason: 'has_number' },
        { name: 'Named', reason: 'has_name' },
        { name: 'Place', reason: 'not_there' },
        { name: 'Person', reason: 'not_there' },
        { name: 'Told', reason: 'not_there' },
      ],
      is_reordered: true,
    },
  ]);
  // A review leaves nothing behind, in memory neither.
  expect(await ask(to, 'GET')).toEqual(own);

  expect((await copy(false))?.status).toBe('copied');
  expect(await ask(to, 'GET')).toMatchObject([
    { name: 'Missed', version: 1 },
    { ...BOOKED, rule_id: own[1]?.rule_id, version: 2 },
    own[0],
  ]);
  expect((await copy(false))?.status).toBe('unchanged');
});

test('the digits of an id are no phone number', () => {
  const id = '01a22345-4567-7000-9123-123456789012';

  expect(reasonAgainstText(`{"assign":"${id}"}`, 'Acme')).toBe(undefined);
  expect(reasonAgainstText(`{"assign":"${id}","said":"512 555 0140"}`, 'Acme')).toBe('has_number');
});
