/** Passwords that are guessed first. */
import { expect, test } from 'vitest';
import { isGuessable, refuseOwnWords } from '../../../worker/accounts/factors/guessable.ts';

test.for([
  'password1234',
  'Passw0rd!',
  'P@ssword2026',
  'Welcome1!',
  '123456789',
  '19841984',
  'qwertyuiop',
  'Qwerty123!',
  '1q2w3e4r5t',
  'poiuytrewq',
  'aaaaaaaaaa',
  'abcdefgh',
  'abcabcabc',
  'sunshine77',
  'monkeymonkey',
  'Passord123',
  'contraseña1',
  'leadline2026',
])('%s is refused', (password) => {
  expect(isGuessable(password)).toBe(true);
});

test.for([
  'correct horse battery',
  'tundra-velvet-9',
  'my password is long enough',
  'Xk7#pQ2!vL',
  'ønskebrønn med frosk',
  '934856203947',
])('%s is taken', (password) => {
  expect(isGuessable(password)).toBe(false);
});

const KNOWN = ['kari.nordmann@fjordtak.example', 'Kari Nordmann', 'Fjord Tak & Fasade'];

test.for([
  'kari.nordmann@fjordtak.example',
  'KariNordmann1',
  'nordmann2026!',
  'Fjordtak123',
  'fjord tak fasade',
])('%s is refused for the person whom it names, beside the field', (password) => {
  expect(() => refuseOwnWords(password, KNOWN, '/superadmin/password')).toThrow(
    expect.objectContaining({
      code: 'invalid_parameter',
      errors: [expect.objectContaining({ pointer: '/superadmin/password' })],
    }),
  );
  expect(() => refuseOwnWords(password, ['ann@acme.example', 'Ann', 'Acme'])).not.toThrow();
});
