/** The ids that are read from the cookies of Meta and Google Analytics. */
import { expect, test } from 'vitest';
import { visitIds } from '../../../worker/visits/visit-ids.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const NONE = {
  fbp: null,
  fbc: null,
  ga_client_id: null,
  ga_session_ids: {},
  user_agent: null,
  read_time: NOW,
};
const FBCLID = 'IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk';

test('the ids of all services are read at once, with the user agent and the time', () => {
  const cookies = [
    '_ga=GA1.1.1162820436.1749482504',
    '_fbp=fb.1.1596403881668.1116446470',
    `_fbc=fb.1.1554763741205.${FBCLID}`,
    '_ga_SM37QL5J42=GS2.1.s1747132561$o1$g0$t1747132655$j0$l0$h0',
  ];
  expect(visitIds(cookies.join(';'), 'Mozilla/5.0 (iPhone)', NOW)).toEqual({
    fbp: 'fb.1.1596403881668.1116446470',
    fbc: `fb.1.1554763741205.${FBCLID}`,
    ga_client_id: '1162820436.1749482504',
    ga_session_ids: { SM37QL5J42: '1747132561' },
    user_agent: 'Mozilla/5.0 (iPhone)',
    read_time: NOW,
  });
});

test.for([
  // Meta's own library adds a part of 2 or 8 characters.
  [`_fbc=fb.1.1554763741205.${FBCLID}.Bg`, { fbc: `fb.1.1554763741205.${FBCLID}.Bg` }],
  [`_fbc=fb.2.1554763741205.${FBCLID}.AQMBAQIA`, { fbc: `fb.2.1554763741205.${FBCLID}.AQMBAQIA` }],
  ['_fbp=fb.1.1596403881668.1116446470.AQ', { fbp: 'fb.1.1596403881668.1116446470.AQ' }],
  // A cookie of a subdomain, and one below a path.
  ['_ga=GA1.3.286403989.1366364567', { ga_client_id: '286403989.1366364567' }],
  ['_ga=GA1.2-2.286403989.1366364567', { ga_client_id: '286403989.1366364567' }],
  ['_ga_A=GS1.1.1746825440.14.0.1746825440.6.0.0', { ga_session_ids: { A: '1746825440' } }],
  ['_ga_A=GS2.1.s1746825440$o14', { ga_session_ids: { A: '1746825440' } }],
  // The members come in any order.
  ['_ga_A=GS2.2.o14$g1$s1746825440$t9', { ga_session_ids: { A: '1746825440' } }],
  ['_ga_A=GS2.1.s11$o1; _ga_B=GS1.1.22.1', { ga_session_ids: { A: '11', B: '22' } }],
  ['_ga=GA1.1.1.2; _ga=GA1.2.3.4', { ga_client_id: '1.2' }],
] as const)('%s', ([cookies, ids]) => {
  expect(visitIds(cookies, undefined, NOW)).toEqual({ ...NONE, ...ids });
});

test.for([
  '_ga=deleted',
  '_ga_A=deleted',
  '_ga=GA1.1.1162820436',
  '_ga_A=GS2.1.o14$g1',
  '_ga_A=GS2.1.',
  '_fbc=fb.1.1554763741205',
  '_fbp=fb.1.1554763741205.<script>',
  `_fbc=fb.1.1554763741205.${'x'.repeat(401)}`,
  'x_ga=GA1.1.1.2',
  '_gali=menu',
  '_gid=GA1.1.1.2',
  'null',
  '',
])('%s is no id', (cookies) => {
  expect(visitIds(cookies, undefined, NOW)).toEqual(NONE);
});

test('long and many cookies are bounded', () => {
  const streams = Array.from({ length: 50 }, (_, at) => `_ga_S${at}=GS2.1.s${at}$o1`).join(';');
  expect(Object.keys(visitIds(streams, 'x'.repeat(9_000), NOW).ga_session_ids)).toHaveLength(8);
  expect(visitIds(streams, 'x'.repeat(9_000), NOW).user_agent).toHaveLength(500);
  expect(visitIds(`${'x=1;'.repeat(10_000)}_ga=GA1.1.1.2`, undefined, NOW)).toEqual(NONE);
});
