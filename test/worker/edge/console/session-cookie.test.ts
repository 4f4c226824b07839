/** The cookie of a console session. */
import { expect, test } from 'vitest';
import {
  authorizationOf,
  endedCookie,
  sessionCookie,
} from '../../../../worker/edge/console/session-cookie.ts';

const AUTHORIZATION = 'Basic c3VlQGFjbWUudGVzdDp0b2tlbj8+';

function sent(url: string, cookie: string): Request {
  return new Request(url, { headers: { Cookie: cookie.split(';')[0] ?? '' } });
}

test('over https it is for this host alone, and secure', () => {
  expect(sessionCookie('https://leads.test/console/', AUTHORIZATION, 60)).toMatch(
    /^__Host-leadline=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=60$/,
  );
});

test.for(['localhost', '127.0.0.1', '[::1]'])('on http there is one on a developer’s machine: %s', (host) => {
  expect(sessionCookie(`http://${host}:8787/`, AUTHORIZATION, 60)).not.toContain('Secure');
});

test('on http elsewhere there is none, where others could read it', () => {
  expect(() => sessionCookie('http://leads.test/', AUTHORIZATION, 60)).toThrow('Open the console over https');
});

test('the session is read as it was written, among other cookies', () => {
  for (const url of ['https://leads.test/', 'http://localhost/']) {
    const [cookie] = sessionCookie(url, AUTHORIZATION, 60).split(';');
    const request = new Request(url, { headers: { Cookie: `theme=dark; ${cookie}` } });
    expect(authorizationOf(request)).toBe(AUTHORIZATION);
  }
});

test('an ended session, and one that is no text of a header, are none', () => {
  expect(endedCookie('https://leads.test/')).toContain('Max-Age=0');
  expect(authorizationOf(sent('https://leads.test/', endedCookie('https://leads.test/')))).toBeUndefined();
  expect(authorizationOf(sent('https://leads.test/', `__Host-leadline=${btoa('a\nb')}`))).toBeUndefined();
  expect(authorizationOf(sent('https://leads.test/', '__Host-leadline=?'))).toBeUndefined();
});
