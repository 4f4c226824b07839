/** Claims that wait to join a login, while a company changes what opens it. */
import { expect, test } from 'vitest';
import {
  type Login,
  loginOf,
  withCommitted,
  withPassword,
  withoutFactor,
  withoutPasskeys,
} from '../../../worker/accounts/logins.ts';
import { hashPassword, type PasswordHash } from '../../../worker/accounts/factors/passwords.ts';

const OWN = passwordOf('the one of her own');
const GIVEN = passwordOf('the one that a company has set');

// The result does not depend on the cost of a hash.
function passwordOf(password: string): PasswordHash {
  return hashPassword(password, { N: 2, r: 1, p: 1, salt: 'salt' });
}

/** A login of these companies, and the pending claim of `new` that joins it through the first of them. */
function waiting(companies: string[]): Login[] {
  return [
    { companies, password: OWN },
    { companies: ['new'], claim: { ticket: 'new', time: 1 }, joins: companies[0] ?? '' },
  ];
}

const CHANGES: [string, (logins: Login[]) => Login[]][] = [
  ['a password', (logins) => withPassword(logins, 'agency', GIVEN)],
  [
    'a new user',
    (logins) => {
      const claim: Login = { companies: ['agency'], claim: { ticket: 'again', time: 2 }, password: GIVEN };
      return withCommitted([...logins, claim], 'again');
    },
  ],
];

/** Changes that are for all companies of a login. */
const FOR_ALL: typeof CHANGES = [
  ['no second factor', (logins) => withoutFactor(logins, 'agency')],
  ['no passkeys', (logins) => withoutPasskeys(logins, 'agency')],
];

test.for(CHANGES)('after %s of one company, the claim joins the login of the others', ([, change]) => {
  const logins = withCommitted(change(waiting(['agency', 'other'])), 'new');

  expect(loginOf(logins, 'new')).toMatchObject({ companies: ['other', 'new'], password: OWN });
  expect(loginOf(logins, 'agency')?.companies).toEqual(['agency']);
});

test.for(FOR_ALL)(
  'after %s of a login, its companies stay together, and the claim by itself',
  ([, change]) => {
    const logins = withCommitted(change(waiting(['agency', 'other'])), 'new');

    expect(loginOf(logins, 'agency')).toEqual({ companies: ['agency', 'other'], password: OWN });
    expect(loginOf(logins, 'new')).toEqual({ companies: ['new'] });
  },
);

test.for([...CHANGES, ...FOR_ALL])(
  'after %s of the only company, the claim stays by itself',
  ([, change]) => {
    const logins = withCommitted(change(waiting(['agency'])), 'new');

    expect(loginOf(logins, 'new')).toEqual({ companies: ['new'] });
  },
);
