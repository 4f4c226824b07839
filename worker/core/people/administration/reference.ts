/** Reference of the operations on users. */
import * as v from 'valibot';
import { currentUserAnswer, userAnswer } from '../users/answer-schema.ts';
import { newUserSchema, ownChangeSchema, userChangeSchema, userPageSchema } from '../users/schema.ts';
import { operationsOf, type Operation } from '../../../shared/reference/operation.ts';

const COMPANY = '/companies/{company}';
const users = operationsOf('Users', 'user');

export const USER_OPERATIONS: readonly Operation[] = [
  users({
    name: 'getCurrentUser',
    method: 'GET',
    path: '/me',
    summary: 'The current user',
    answer: currentUserAnswer,
    golden: 'people/me',
    problems: ['permission_denied'],
  }),
  users({
    name: 'modifyCurrentUser',
    method: 'POST',
    path: '/me/modify',
    summary: 'Change the own phone',
    description:
      'The phone that rings for calls, in a country that the company calls (`outgoing.countries`).',
    body: ownChangeSchema,
    answer: currentUserAnswer,
    golden: 'people/modify-me',
    problems: ['permission_denied', 'invalid_phone'],
  }),
  users({
    name: 'listUsers',
    method: 'GET',
    path: `${COMPANY}/users`,
    summary: 'All users by name, including suspended ones',
    description: 'start and size select a page; X-Total-Count is the number of all users.',
    query: userPageSchema,
    answer: v.array(userAnswer),
    headers: ['X-Total-Count'],
    golden: 'people/users',
  }),
  users({
    name: 'createUser',
    method: 'POST',
    path: `${COMPANY}/users`,
    summary: 'Create a user (super admin)',
    description:
      'It makes no difference whether another company of this deployment has a user with the address: the given password is for this company alone until the person accepts the invitation with it.',
    body: newUserSchema,
    answer: userAnswer,
    golden: 'people/add-user',
    problems: [
      'permission_denied',
      'identifier_taken',
      'unknown_group',
      'invalid_email',
      'invalid_phone',
      'too_many_values',
      'service_unavailable',
    ],
  }),
  users({
    name: 'modifyUser',
    method: 'POST',
    path: `${COMPANY}/users/{user}/modify`,
    summary: 'Change a user (super admin)',
    body: userChangeSchema,
    answer: userAnswer,
    golden: 'people/modify-user',
    problems: [
      'permission_denied',
      'identifier_taken',
      'last_superadmin',
      'unknown_group',
      'invalid_email',
      'invalid_phone',
      'too_many_values',
      'service_unavailable',
    ],
  }),
];
