/** Which visit a call belongs to: from the page's request and the tap to the call, its lead and the explanation. */
import { describe, expect, test, vi } from 'vitest';
import { answerOf } from '../../../../harness/builders.ts';
import { send, sendAs, visitorHeaders } from '../../../../harness/client.ts';
import { putSettings } from '../../../../harness/dni-company.ts';
import { AUSTIN, branches, freshCaller, makeCallCompany } from './call-company.ts';
import {
  attributed,
  call,
  PATIENCE,
  PLUMBER,
  read,
  ROOFER,
  settle,
  tap,
  TARGET,
  type Text,
  view,
} from './visiting.ts';

describe('a tap', () => {
  test('tells the visit of the call that follows: two visitors, two calls, two campaigns', async () => {
    const company = await makeCallCompany();
    const plumber = await view(company, PLUMBER);
    expect(
      await tap(company, {
        number: AUSTIN,
        target: TARGET,
        visit: plumber,
        page: 'https://example.com/plumbing?name=x',
      }),
    ).toEqual([204, '']);
    await settle(company);
    const first = await attributed(company, await call(company));
    const roofer = await view(company, ROOFER);
    await settle(company);
    await tap(company, { number: AUSTIN, target: TARGET, visit: roofer });
    await settle(company);

    expect(first).toMatchObject({
      source: 'paid_search',
      attribution: { method: 'tap', model_version: '2' },
      visit: {
        visit_id: plumber,
        began_at: expect.stringMatching(/Z$/) as unknown,
        source: 'paid_search',
        channel: 'paid_search',
        site: 'Google',
        medium: 'cpc',
        campaign: 'Plumber Denver',
        term: 'leak',
        content: null,
        first_source: 'paid_search',
        first_campaign: 'Plumber Denver',
        landing_page: '/plumbing',
        referrer: 'www.google.com',
        click_ids: { gclid: 'abc' },
      },
    });
    expect(first.attribution.confidence).toBeGreaterThanOrEqual(0.9);
    // Both have tapped in the last two minutes, but the tap of the first has led to a call already.
    const second = await attributed(company, await call(company));
    expect(second).toMatchObject({ visit: { visit_id: roofer, campaign: 'Roofer Austin' } });
    expect(second.attribution.candidates).toHaveLength(2);
    expect(second.attribution.confidence).toBeLessThan(first.attribution.confidence);
  });

  test('brings the ids of Meta and Google Analytics, which neither the timeline nor the candidates show', async () => {
    const company = await makeCallCompany();
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X)';
    const fbp = 'fb.1.1763900000000.77';
    const visit = await view(company, PLUMBER, { visitor: { userAgent }, cookies: [`_fbp=${fbp}`] });
    const cookies = ['_ga=GA1.1.5.6', '_ga_AB12=GS2.1.s1763900001$o1$g0'];
    await tap(company, { number: AUSTIN, target: TARGET, visit, cookies }, { userAgent });
    await settle(company);
    const found = await attributed(company, await call(company));

    expect(found.visit?.['ad_user_data']).toBe('granted');
    expect(found.visit?.['ids']).toEqual({
      fbp,
      fbc: null,
      ga_client_id: '5.6',
      ga_session_ids: { AB12: '1763900001' },
      user_agent: userAgent,
      read_at: expect.stringMatching(/Z$/) as unknown,
    });
    const { superadmin, path } = company;
    const copy = await (await sendAs(superadmin, 'GET', `${path}/leads/${found.lead_id}/everything`)).text();
    expect(copy).toContain(fbp);
    const timeline = await (await sendAs(superadmin, 'GET', `${path}/leads/${found.lead_id}/events`)).text();
    expect(timeline).toContain(visit);
    expect(timeline).not.toContain(fbp);
    expect(JSON.stringify(found.attribution)).not.toContain(fbp);
  });

  const fbp = expect.objectContaining({ fbp: expect.any(String) as string }) as object;
  test.for([
    ['given before the call', undefined, ['_fbp=fb.1.1746825440000.123'], 'granted', fbp],
    ['withdrawn before the call', ['_fbp=fb.1.1746825440000.123'], undefined, 'denied', null],
  ] as const)('has the consent to ads that was %s', async ([, first, later, consent, ids]) => {
    const company = await makeCallCompany();
    const id = await view(company, PLUMBER, first && { cookies: [...first] });
    await view(company, PLUMBER, { id, ...(later && { cookies: [...later] }) });
    await tap(company, { number: AUSTIN, target: TARGET, visit: id });

    const { visit } = await attributed(company, await call(company, freshCaller(), { ahead: 1_000 }));

    expect(visit).toMatchObject({ visit_id: id, ad_user_data: consent, ids });
  });

  test('is explained in sentences, and the visit is on the timeline once', async () => {
    const company = await makeCallCompany();
    const visit = await view(company, PLUMBER);
    await tap(company, { number: AUSTIN, target: TARGET, visit });
    await settle(company);
    const caller = freshCaller();
    const found = await attributed(company, await call(company, caller, { ahead: 9_000 }));
    await attributed(company, await call(company, caller));

    const { superadmin, path } = company;
    for (const [query, count] of [
      ['campaign_last=Plumber%20Denver', 2],
      ['campaign_first=Plumber%20Denver&source_first=paid_search', 2],
      ['source_last=paid_search&landing_page=%2Fplumbing', 2],
      ['campaign_last=Roofer%20Austin', 0],
      ['landing_page=%2F', 0],
    ] as const) {
      const list = await answerOf<{ calls: unknown[] }>(
        await sendAs(superadmin, 'GET', `${path}/calls?number=${encodeURIComponent(AUSTIN)}&${query}`),
      );
      expect([query, list.calls.length]).toEqual([query, count]);
    }
    const explained = await answerOf<{ sentences: string[] }>(
      await sendAs(superadmin, 'GET', `${path}/calls/${found.call_id}/attribution`),
    );
    expect(explained.sentences).toEqual([
      expect.stringMatching(/^A visitor tapped the number \d+ seconds before the call\.$/),
      'The visit began with the source paid_search, the campaign Plumber Denver, the keyword leak, the page /plumbing.',
      expect.stringMatching(/^Confidence: 9\d %\.$/),
    ]);
    const { events } = await answerOf<{ events: { type: string; online: boolean; data: object }[] }>(
      await sendAs(superadmin, 'GET', `${path}/leads/${found.lead_id}/events`),
    );
    expect(events.filter(({ type }) => type === 'visit')).toEqual([
      expect.objectContaining({
        online: true,
        data: expect.objectContaining({
          visit_id: visit,
          call_id: found.call_id,
          campaign: 'Plumber Denver',
        }) as unknown,
      }),
    ]);
  });

  test.for([
    ['no JSON', 'tap'],
    ['another number', { number: '+13035559999', target: TARGET }],
    ['another target', { number: AUSTIN, target: '+13035559999' }],
    ['a malformed visit', { number: AUSTIN, target: TARGET, visit: '<script>' }],
    ['a long body', { number: AUSTIN, target: TARGET, page: `https://example.com/${'x'.repeat(5_000)}` }],
  ] as const)('that is junk (%s) is answered like any other, and nothing is kept', async ([, body]) => {
    const company = await makeCallCompany();

    expect(await tap(company, body)).toEqual([204, '']);
    await settle(company);
    const made = await call(company);
    await settle(company);
    expect(await read(company, made)).toMatchObject({ visit: null, attribution: { method: 'number' } });
  });

  test('from another site, of a bot or for an unknown company is answered like any other, and nothing is kept', async () => {
    const company = await makeCallCompany();
    await putSettings(company.companyId, { ...branches(company.agent.userId), domains: ['example.com'] });
    const body = { number: AUSTIN, target: TARGET };

    const unknown = { companyId: crypto.randomUUID() };
    expect(await tap(company, body, { origin: 'https://elsewhere.example' })).toEqual([204, '']);
    expect(await tap(company, body, { origin: 'https://example.com', userAgent: 'bingbot/2.0' })).toEqual([
      204,
      '',
    ]);
    expect(await tap(unknown, body)).toEqual([204, '']);
    const made = await call(company);
    await settle(company);
    expect(await read(company, made)).toMatchObject({ attribution: { method: 'number' } });
  });
});

test('a tap tells the visit of a text message too, which is then no evidence for a call', async () => {
  const company = await makeCallCompany();
  const visit = await view(company, PLUMBER);
  await tap(company, { number: AUSTIN, target: TARGET, visit });
  await settle(company);
  const { superadmin, path } = company;
  const made = await answerOf<Text>(
    await sendAs(superadmin, 'POST', `${path}/texts`, {
      carrier_text_id: crypto.randomUUID(),
      number: AUSTIN,
      from: freshCaller(),
      message: 'Do you fix leaks?',
      sent_at: new Date().toISOString(),
    }),
  );
  const found = await vi.waitUntil(async () => {
    const text = await answerOf<Text>(await sendAs(superadmin, 'GET', `${path}/texts/${made.text_id}`));
    return text.attribution.method === 'number' ? undefined : text;
  }, PATIENCE);

  expect(found).toMatchObject({
    visit: { visit_id: visit, campaign: 'Plumber Denver' },
    attribution: { method: 'tap' },
  });
  const { sentences } = await answerOf<{ sentences: string[] }>(
    await sendAs(superadmin, 'GET', `${path}/texts/${made.text_id}/attribution`),
  );
  expect(sentences[0]).toMatch(/^A visitor tapped the number /);
  const { events } = await answerOf<{ events: { type: string; data: object }[] }>(
    await sendAs(superadmin, 'GET', `${path}/leads/${made.lead_id}/events`),
  );
  expect(events.filter(({ type }) => type === 'visit')).toEqual([
    expect.objectContaining({
      data: expect.objectContaining({ text_id: made.text_id, visit_id: visit }) as unknown,
    }),
  ]);
  // The tap has led to the text.
  const roofer = await view(company, ROOFER);
  await tap(company, { number: AUSTIN, target: TARGET, visit: roofer });
  await settle(company);
  expect(await attributed(company, await call(company))).toMatchObject({ visit: { visit_id: roofer } });
});

describe('without a tap', () => {
  test('one visitor who was shown the number is likely, and their next call is of the same visit', async () => {
    const company = await makeCallCompany();
    const visit = await view(company, PLUMBER);
    await settle(company);
    const caller = freshCaller();

    const first = await attributed(company, await call(company, caller));
    expect(first).toMatchObject({ visit: { visit_id: visit }, attribution: { method: 'visits' } });
    expect(first.attribution.confidence).toBeGreaterThan(0.9);
    const second = await attributed(company, await call(company, caller));
    expect(second).toMatchObject({ visit: { visit_id: visit }, attribution: { method: 'same_person' } });
  });

  test('several visitors: only what their visits have in common is told', async () => {
    const company = await makeCallCompany();
    for (const keys of [PLUMBER, ROOFER, PLUMBER, ROOFER]) await view(company, keys);
    await settle(company);

    const { visit, attribution } = await attributed(company, await call(company));
    expect(attribution).toMatchObject({ method: 'visits' });
    expect(attribution.candidates).toHaveLength(4);
    expect(visit).toMatchObject({
      visit_id: null,
      site: 'Google',
      medium: 'cpc',
      campaign: null,
      click_ids: {},
    });
  });

  test.for([
    ['a bot', { visitor: { userAgent: 'bingbot/2.0' } }],
    ['a request that bypasses the cache', { query: '?nocache=1' }],
  ] as const)('%s leaves no visit', async ([, options]) => {
    const company = await makeCallCompany();
    await view(company, PLUMBER, options);
    const made = await call(company);
    await settle(company);

    expect(await read(company, made)).toMatchObject({ visit: null, attribution: { method: 'number' } });
  });
});

test('`visits: false` turns all of it off, and the page is told', async () => {
  const company = await makeCallCompany();
  await putSettings(company.companyId, { ...branches(company.agent.userId), visits: false });
  const visit = await view(company, PLUMBER);
  await tap(company, { number: AUSTIN, target: TARGET, visit });
  const response = await send(`/dni/swap/${company.companyId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...visitorHeaders() },
    body: '{}',
  });
  expect(await response.json()).toMatchObject({ visits: false });
  await putSettings(company.companyId, branches(company.agent.userId));
  const made = await call(company);
  await settle(company);

  expect(await read(company, made)).toMatchObject({ visit: null, attribution: { method: 'number' } });
});

test('erasing a person erases the evidence of their visit', async () => {
  const company = await makeCallCompany();
  const visit = await view(company, PLUMBER);
  await tap(company, { number: AUSTIN, target: TARGET, visit });
  await settle(company);
  const { lead_id: lead } = await attributed(company, await call(company));
  const { superadmin, path } = company;
  expect((await sendAs(superadmin, 'POST', `${path}/leads/${lead}/erase`)).status).toBe(200);

  await vi.waitUntil(async () => {
    const made = await call(company);
    await settle(company);
    return (await read(company, made)).attribution.method === 'number';
  }, PATIENCE);
});
