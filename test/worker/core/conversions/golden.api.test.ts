import { expect, test } from 'vitest';
import { sendAs } from '../../../harness/client.ts';
import { goldenFiles } from '../../../harness/golden.ts';
import { AUSTIN, freshCaller, makeCallCompany } from '../phone/calls/call-company.ts';

test('the answers about conversions match the golden files', async () => {
  const { superadmin, path } = await makeCallCompany();
  const compare = goldenFiles('conversions');
  const ask = async <Body>(name: string, method: string, rest: string, body?: unknown): Promise<Body> =>
    compare<Body>(name, await sendAs(superadmin, method, `${path}/conversions${rest}`, body));

  await ask('set-platform', 'PUT', '/platforms/google_ads', {
    enabled: true,
    settings: { conversion_name: 'Phone call', contact_data: true },
  });
  const rule = { when: { what: 'call', talk_seconds: 60 }, value: { unit: 'EUR', value: 50 } };
  const { rule_id: id } = await ask<{ rule_id: string }>('add-rule', 'POST', '/rules', {
    name: 'Real calls',
    ...rule,
    platforms: ['google_ads'],
  });
  for (const [index, seconds] of [90, 20].entries()) {
    const startedAt = new Date(Date.now() - 600_000 + index).toISOString();
    await sendAs(superadmin, 'POST', `${path}/calls`, {
      carrier_call_id: `golden-${index}`,
      number: AUSTIN,
      from: freshCaller(),
      started_at: startedAt,
      answered_at: startedAt,
      talk_seconds: seconds,
      ended_at: new Date(Date.now() - 300_000).toISOString(),
      outcome: 'answered',
    });
  }
  await ask('rules', 'GET', '/rules');
  await ask('rule', 'GET', `/rules/${id}`);
  await ask('modify-rule', 'POST', `/rules/${id}/modify`, { name: 'Calls of a minute', restate: true });
  await ask('preview', 'GET', `/preview?rule=${id}`);
  await ask('preview-draft', 'POST', '/preview', { ...rule, platforms: ['google_ads'] });
  await ask('platforms', 'GET', '/platforms');
  await ask('platform', 'GET', '/platforms/google_ads');
  await ask('test-platform', 'POST', '/platforms/google_ads/test', {});
  await ask('health', 'GET', '/health');
  await ask('outbox', 'GET', '/outbox?platform=google_ads&status=skipped');
  const file = await ask<string>('google-ads-file', 'GET', '/google_ads.csv?format=legacy');
  const other = await ask<string>('microsoft-ads-file', 'GET', '/microsoft_ads.csv');
  const removed = await ask<{ rule_id: string }>('remove-rule', 'POST', `/rules/${id}/remove`, {});

  expect(file).toMatch(/^Parameters:TimeZone=\+0000\r\nGoogle Click ID,/);
  expect(other).toMatch(/\r\nMicrosoft Click ID,/);
  expect(removed.rule_id).toBe(id);
});
