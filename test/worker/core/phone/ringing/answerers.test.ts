/** Whose phone has answered, where several people share it; and in which language is spoken what the company does not say itself. */
import { describe, expect, test } from 'vitest';
import type { UserRecord } from '../../../../../worker/core/people/users/schema.ts';
import { planIncoming } from '../../../../../worker/core/phone/ringing/plans.ts';
import { previewCall } from '../../../../../worker/core/phone/ringing/preview.ts';
import { notInService, withDefaults } from '../../../../../worker/core/phone/rules/spoken-texts.ts';
import { DEFAULT_RULES } from '../../../../../worker/core/phone/rules/rules.ts';
import { book, MONDAY, user } from '../calls/routing-book.ts';

const AUSTIN = '+15125550102';
const DENVER = '+13035550101';
const SHARED = '+15125550150';

describe('a phone', () => {
  const al = user('al', { phone: SHARED });
  const bo = user('bo', { phone: SHARED });
  const cy = user('cy', { phone: SHARED });
  const whose = (
    called: string,
    users: readonly UserRecord[],
    away: ReadonlyMap<string, null> = new Map(),
  ): string | undefined => book({}, {}, { users, away }).userOf(SHARED, { called, now: MONDAY });

  test('of one person is theirs, for whatever number', () => {
    expect(whose(DENVER, [bo])).toBe('bo');
    expect(whose(AUSTIN, [])).toBe(undefined);
  });

  test('that people share is of the one of the branch that was called', () => {
    expect(whose(AUSTIN, [bo, al, cy])).toBe('al');
  });

  test('that people share is of the one who is available, if they alone are', () => {
    expect(whose(DENVER, [al, bo], new Map([['al', null]]))).toBe('bo');
  });

  test('is nobody’s if nobody can tell', () => {
    expect(whose(DENVER, [al, bo])).toBe(undefined);
    expect(
      whose(
        DENVER,
        [al, bo],
        new Map([
          ['al', null],
          ['bo', null],
        ]),
      ),
    ).toBe(undefined);
    expect(book({}, {}, { users: [al, bo] }).isPersonal(SHARED)).toBe(true);
  });

  test('is named in a preview, whether a rule or a location rings it, by its number or as a user’s', () => {
    const ring = [{ number: SHARED }, { number: '+15125550159' }, { user_id: 'dee' }];
    const dee = user('dee', { phone: '+15125550158' });
    const settings = { numbers: { [DENVER]: { ring } } };
    const ringing = (number: string, users: readonly UserRecord[]): unknown =>
      previewCall(book(settings, {}, { users }), { number, from: null, now: MONDAY }).rings;

    expect(ringing(DENVER, [bo, dee])).toEqual([
      [
        { number: SHARED, user_id: 'bo' },
        { number: '+15125550159' },
        { number: '+15125550158', user_id: 'dee' },
      ],
    ]);
    expect(ringing(DENVER, [al, bo])).toEqual([[{ number: SHARED }, { number: '+15125550159' }]]);
    expect(ringing(AUSTIN, [user('ed', { phone: '+15125550140' })])).toEqual([
      [{ number: '+15125550140', user_id: 'ed' }],
    ]);
  });
});

describe('what is spoken', () => {
  const SPOKEN = ['screening_prompt', 'announcement', 'voicemail_greeting', 'apology'] as const;

  test.for([
    'da',
    'de-DE',
    'es-MX',
    'fi',
    'fr-CA',
    'it',
    'nb-NO',
    'no',
    'nn',
    'nl',
    'pl',
    'pt-PT',
    'pt-BR',
    'sv',
  ])('is in %s, all of it', (language) => {
    const rules = withDefaults({ language });
    const english = SPOKEN.filter((name) => rules[name] === DEFAULT_RULES[name]);

    expect(english).toEqual([]);
    expect(notInService(language)).not.toBe(notInService('en'));
    expect(rules.screening_prompt).toContain('1');
  });

  test('is the company’s own where it has any', () => {
    const own = 'Moin, sag was!';
    const rules = withDefaults({ language: 'de-DE', voicemail_greeting: own });

    expect([rules.voicemail_greeting, rules.announcement]).toEqual([own, 'Dieser Anruf wird aufgezeichnet.']);
  });

  test('follows the language of the number or the branch', () => {
    const phones = book({ defaults: { language: 'de-DE' }, numbers: { [AUSTIN]: { language: 'fr-FR' } } });
    const greetings = [AUSTIN, DENVER].map((number) => phones.rulesFor(number).voicemail_greeting);

    expect(greetings).toEqual([
      'Veuillez laisser un message après le signal sonore.',
      'Bitte hinterlassen Sie nach dem Signalton eine Nachricht.',
    ]);
  });

  test('to callers of a number that the company gave back is in the language of its calls', () => {
    const call = { number: '+4512345678', from: '+4587654321', now: MONDAY };
    const spoken = ['da-DK', 'nn', 'pt-BR', 'ja-JP', undefined].map((language) => {
      const phones = book({ defaults: language === undefined ? {} : { language } });
      return planIncoming(phones, call)[0];
    });

    expect(spoken).toEqual([
      { kind: 'say', text: 'Dette nummer er ikke i brug.', language: 'da-DK' },
      { kind: 'say', text: 'Dette nummeret er ikke i bruk.', language: 'nn' },
      { kind: 'say', text: 'Este número não está em serviço.', language: 'pt-BR' },
      { kind: 'say', text: 'This number is not in service.', language: 'ja-JP' },
      { kind: 'say', text: 'This number is not in service.', language: 'en-US' },
    ]);
  });

  test('is English in English, and in languages without texts', () => {
    expect(withDefaults({})).toEqual(DEFAULT_RULES);
    expect(withDefaults({ language: 'ja-JP' }).apology).toBe(DEFAULT_RULES.apology);
    expect(withDefaults({ language: 'constructor' }).apology).toBe(DEFAULT_RULES.apology);
  });
});
