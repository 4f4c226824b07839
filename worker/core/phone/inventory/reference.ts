/** Reference of the numbers at carriers. */
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';
import {
  availableNumbersAnswer,
  carrierNumberAnswer,
  carrierNumbersAnswer,
  importableNumbersAnswer,
  numberLimitsAnswer,
  numbersCheckAnswer,
  orderedNumbersAnswer,
  putBackNumbersAnswer,
} from './answer-schema.ts';
import {
  accountQuerySchema,
  availableQuerySchema,
  importSchema,
  limitsSchema,
  numbersQuerySchema,
  purchaseSchema,
  putBackSchema,
} from './schema.ts';

const NUMBERS = '/companies/{company}/numbers';

const calls = operationsOf('Calls', 'user');

export const INVENTORY_OPERATIONS: readonly Operation[] = [
  calls({
    name: 'listCarrierNumbers',
    method: 'GET',
    path: NUMBERS,
    summary: 'The numbers that were bought or imported here, and what they cost (super admin, manager)',
    query: numbersQuerySchema,
    answer: carrierNumbersAnswer,
    golden: 'calls/numbers',
    problems: ['permission_denied'],
  }),
  calls({
    name: 'searchAvailableNumbers',
    method: 'GET',
    path: `${NUMBERS}/available`,
    summary: 'Numbers that a carrier sells, with their price (super admin)',
    description:
      'By area code, city, postal code, digits, or within 50 miles of a location of the settings (US and Canada). Telnyx searches near a location by its city and state, and not by postal code. Carriers are asked at most 300 times in an hour.',
    query: availableQuerySchema,
    answer: availableNumbersAnswer,
    golden: 'calls/available-numbers',
    problems: [
      'permission_denied',
      'not_found',
      'unknown_location',
      'service_unavailable',
      'bad_gateway',
      'rate_limited',
    ],
  }),
  calls({
    name: 'listImportableNumbers',
    method: 'GET',
    path: `${NUMBERS}/importable`,
    summary: 'The numbers that an account has, and what an import would change (super admin)',
    query: accountQuerySchema,
    answer: importableNumbersAnswer,
    golden: 'calls/importable-numbers',
    problems: ['permission_denied', 'not_found', 'service_unavailable', 'bad_gateway', 'rate_limited'],
  }),
  calls({
    name: 'buyCarrierNumbers',
    method: 'POST',
    path: `${NUMBERS}/buy`,
    summary: 'Buy numbers at a carrier; they send their calls and messages here (super admin)',
    description:
      'By explicit number. The order is saved first and the carrier is asked behind the answer; each number is bought once, whatever is repeated or lost. Telnyx delivers later: until then the number is `pending`; its price is read again before it is ordered, and one that costs more is refused. A number that the account has already is refused: import it instead. So is one that another company of this deployment has. At most 100 numbers in a day, within the monthly cap.',
    body: purchaseSchema,
    answer: orderedNumbersAnswer,
    golden: 'calls/buy-numbers',
    problems: [
      'permission_denied',
      'not_found',
      'over_budget',
      'precondition_failed',
      'service_unavailable',
      'rate_limited',
      'too_many_values',
      'invalid_phone',
      'identifier_taken',
    ],
  }),
  calls({
    name: 'importCarrierNumbers',
    method: 'POST',
    path: `${NUMBERS}/import`,
    summary: 'Import numbers that an account has: they send their calls and messages here (super admin)',
    description:
      'What they had before is kept, and can be put back. A number that another company of this deployment has is refused.',
    body: importSchema,
    answer: orderedNumbersAnswer,
    golden: 'calls/import-numbers',
    problems: [
      'permission_denied',
      'not_found',
      'service_unavailable',
      'too_many_values',
      'in_use',
      'invalid_phone',
      'identifier_taken',
    ],
  }),
  calls({
    name: 'restoreCarrierNumbers',
    method: 'POST',
    path: `${NUMBERS}/put_back`,
    summary: 'Give imported numbers the addresses that they had, and forget them (super admin)',
    description: 'All of them, or none if one cannot be put back. An import that is under way ends.',
    body: putBackSchema,
    answer: putBackNumbersAnswer,
    golden: 'calls/put-back-numbers',
    problems: ['permission_denied', 'not_found', 'in_use', 'identifier_taken', 'service_unavailable'],
  }),
  calls({
    name: 'checkCarrierNumbers',
    method: 'POST',
    path: `${NUMBERS}/check`,
    summary: 'Read at the carriers whether the numbers still send their calls here (super admin)',
    description: 'As it is done once a day by itself. Changes nothing at the carriers.',
    answer: numbersCheckAnswer,
    keyless: true,
    golden: 'calls/check-numbers',
    problems: ['permission_denied', 'rate_limited'],
  }),
  calls({
    name: 'setNumberLimits',
    method: 'PUT',
    path: `${NUMBERS}/limits`,
    summary: 'Set what all numbers together may cost in a month (super admin)',
    body: limitsSchema,
    answer: numberLimitsAnswer,
    golden: 'calls/number-limits',
    problems: ['permission_denied'],
  }),
  ...(
    [
      ['mendCarrierNumber', 'mend', 'Give a number the addresses of this deployment again (super admin)'],
      [
        'restoreCarrierNumber',
        'put_back',
        'Give an imported number the addresses that it had, and forget it (super admin)',
      ],
      [
        'releaseCarrierNumber',
        'release',
        'Give a number back to the carrier, 30 days from now, if nothing uses it and nobody called it for 30 days (super admin)',
      ],
      ['keepCarrierNumber', 'keep', 'Keep a number that was to be given back (super admin)'],
    ] as const
  ).map(([name, verb, summary]) =>
    calls({
      name,
      method: 'POST',
      path: `${NUMBERS}/{number}/${verb}`,
      summary,
      answer: carrierNumberAnswer,
      golden: `calls/${verb.replace('_', '-')}-number`,
      problems: [
        'permission_denied',
        'in_use',
        ...(verb === 'mend' || verb === 'put_back'
          ? (['identifier_taken', 'service_unavailable'] as const)
          : []),
      ],
    }),
  ),
];
