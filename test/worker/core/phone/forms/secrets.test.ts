/** What the script and the Worker leave out of forms: codes, card and social security numbers, in ten languages. */
import { describe, expect, test } from 'vitest';
import * as script from '../../../../../widget/secrets.ts';
import type { FormField } from '../../../../../worker/dni/reports/form-report.ts';
import { readForm } from '../../../../../worker/core/phone/forms/reading.ts';

const field = (label: string, value: string, name = 'field_7'): FormField => ({
  label,
  value,
  type: 'text',
  autocomplete: '',
  name,
});
const CONTACT = { ...field('E-mail', 'jo@example.org'), type: 'email' };

/** Tells what the Worker keeps of a field. */
const keptOf = (sent: FormField): string[] =>
  readForm([CONTACT, sent], 'US').answers.flatMap(({ label, value }) => [label, value]);
const isLeftOut = ({ autocomplete, label, name, value }: FormField): boolean =>
  script.isSecret([autocomplete, label, name], value);

const CARD = '4111 1111 1111 1112';

describe('neither the script nor the Worker takes the field', () => {
  test.for([
    ['English', 'Card number', 'Security code', 'Expiration date', 'Social Security number'],
    ['English, short', 'Credit card no.', 'CSC', 'Exp.', 'SSN'],
    ['German', 'Kartennummer', 'Prüfnummer', 'Gültig bis', 'Sozialversicherungsnummer'],
    ['German, ASCII', 'Kreditkartennr.', 'Pruefziffer', 'Gueltig bis', 'SozialversNr.'],
    ['French', 'Numéro de carte', 'Code de sécurité', 'Date d’expiration', 'Numéro de sécurité sociale'],
    ['Spanish', 'Número de la tarjeta', 'Código de seguridad', 'Fecha de vencimiento', 'Seguridad Social'],
    ['Italian', 'Numero della carta', 'Codice di sicurezza', 'Data di scadenza', 'Codice fiscale'],
    ['Portuguese', 'Número do cartão', 'Código de segurança', 'Validade', 'Segurança social'],
    ['Dutch', 'Kaartnummer', 'Beveiligingscode', 'Vervaldatum', 'Burgerservicenummer'],
    ['Swedish', 'Kortnummer', 'Säkerhetskod', 'Giltigt till / utgångsdatum', 'Personnummer'],
    ['Polish', 'Numer karty', 'Kod bezpieczeństwa', 'Data ważności', 'PESEL'],
    ['Russian', 'Номер карты', 'Код безопасности', 'Срок действия', 'СНИЛС'],
    ['Japanese', 'カード番号', 'セキュリティコード', '有効期限', 'マイナンバー'],
    ['Arabic', 'رقم البطاقة', 'رمز الأمان', 'تاريخ الانتهاء', 'رقم الضمان الاجتماعي'],
  ] as const)('%s', ([, number, code, expiry, social]) => {
    const fields = [
      field(number, CARD),
      field(code, '123'),
      field(code, '１２３４'),
      field(expiry, '12/27'),
      field(expiry, '０５ ／ ２０２７'),
      field(social, '85 010 112 345'),
    ];

    expect(fields.filter((each) => !isLeftOut(each))).toEqual([]);
    expect(fields.flatMap(keptOf)).toEqual([]);
  });

  test.for([
    ['cc-csc', 'autocomplete'],
    ['cc-exp-month', 'autocomplete'],
    ['cardNumber', 'name'],
    ['cc_number', 'name'],
    ['billing[ccexp]', 'name'],
    ['payment_cvv2', 'name'],
    ['card-code', 'name'],
    ['exp_date', 'name'],
    ['cardExpiry', 'name'],
    ['MM / YY', 'label'],
    ['Cryptogramme visuel', 'label'],
    ['CVC', 'label'],
  ] as const)('%s as %s', ([text, member]) => {
    const sent = { ...field('', '12/27'), [member]: text };
    const code = { ...field('', '123'), [member]: text };

    expect(isLeftOut(sent) || isLeftOut(code)).toBe(true);
  });
});

test.for<[string, string]>([
  ['Security deposit', '500'],
  ['Policy expiration date', '2027-05-31'],
  ['Срок доставки', '14 дней'],
  ['Validade do orçamento (dias)', '30'],
  ['Number of business cards', '500'],
  ['Número de tarjetas', '250'],
  ['Explain', 'The roof leaks since 12/27, ask for Bob.'],
  ['Postal code', '90210'],
  ['Промокод', '1234'],
  ['Spinning class', 'Monday'],
  ['Order', '1234567890128'],
])('%s: %s is kept', ([label, value]) => {
  expect(isLeftOut(field(label, value))).toBe(false);
  expect(keptOf(field(label, value))).toEqual([label, value]);
});

const NUMBERS: readonly [what: string, number: string][] = [
  ['a card', '4111 1111 1111 1111'],
  ['a card without blanks', '4111111111111111'],
  ['a card with no-break blanks', '4111\u00A01111\u202F1111\u20091111'],
  ['a card with dots', '4111.1111.1111.1111'],
  ['a card with other dashes', '4111‑1111–1111—1111'],
  ['a card with characters without width', '4111\u200B1111\u200B1111\u200B1111'],
  ['a card in full width', '４１１１　１１１１－１１１１　１１１１'],
  ['a card of American Express', '3782 822463 10005'],
  ['a card of 19 digits', '6205 5000 0000 0000 004'],
  ['a social security number', '078-05-1120'],
  ['a social security number with no-break blanks', '078\u00A005\u00A01120'],
  ['a social security number with dots', '078.05.1120'],
  ['a social security number with other dashes', '078‑05–1120'],
  ['a social security number in full width', '０７８－０５－１１２０'],
];

describe('a number is removed from a text, a name and a label', () => {
  test.for(NUMBERS)('%s', ([, number]) => {
    const text = `My number is ${number}, call me.`;

    expect(script.withoutSecrets(text)).toBe('My number is [removed], call me.');
    expect(keptOf(field(`Pay with ${number}`, text))).toEqual([
      'Pay with [removed]',
      'My number is [removed], call me.',
    ]);
    const { name } = readForm([CONTACT, { ...field('Name', `Jo ${number}`), autocomplete: 'name' }], 'US');
    expect(name).toBe('Jo [removed]');
  });

  test.for<[string, string, string]>([
    ['with its expiry', 'It is 4111 1111 1111 1111 12/27 123', 'It is [removed] 12/27 123'],
    ['after another number', 'House 5555 4111 1111 1111 1111', 'House 5555 [removed]'],
    ['twice', '4111111111111111 4111111111111111', '[removed] [removed]'],
  ])('a card %s', ([, text, clean]) => {
    expect(script.withoutSecrets(text)).toBe(clean);
  });

  test('the Worker finds the digits of other scripts', () => {
    const [, value] = keptOf(field('Text', 'بطاقتي ٤١١١ ١١١١ ١١١١ ١١١١'));

    expect(value).toBe('بطاقتي [removed]');
  });
});

test.for<[string, string]>([
  ['+5491123456784', 'US'],
  ['5491123456784', 'AR'],
  ['+49 1512 3456789 04', 'DE'],
  ['0049 1512 3456789 04', 'DE'],
])('the phone number %s is no card, though its digits could be one', ([number, region]) => {
  const phone = field('Your phone', number);

  expect(script.withoutSecrets(number, true)).toBe(number);
  expect(readForm([phone], region).phone).toMatch(/^\+(?:5491123456784|4915123456789)/);
  expect(keptOf(field('Text', `Call ${number.replace(/^5/, '+5')} today`))[1]).toContain(number);
});
