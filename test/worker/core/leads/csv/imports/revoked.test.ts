/** What becomes of an import whose API key is revoked, or whose user is suspended, while its rows are imported. */
import { expect, test } from 'vitest';
import { contextOfActor } from '../../../../../../worker/core/engine/context/contexts.ts';
import { commit } from '../../../../../../worker/core/engine/commit/commit.ts';
import type { Actor } from '../../../../../../worker/core/engine/context/actors.ts';
import { doNextBatch } from '../../../../../../worker/core/leads/csv/imports/batches.ts';
import {
  closeImport,
  findImport,
  keepRows,
  openImport,
} from '../../../../../../worker/core/leads/csv/imports/imports.ts';
import { createKey, revokeKey } from '../../../../../../worker/core/people/keys/keys.ts';
import type { ApiKeyRecord } from '../../../../../../worker/core/people/keys/schema.ts';
import { newUser, saveUser } from '../../../../../../worker/core/people/users/users.ts';
import { MortalCompany } from '../../../engine/context/mortal-company.ts';

const MAIL = { header: 'email', target: 'email' };

const mortal = new MortalCompany(1, 0);
const SUE = newUser({ name: 'Sue', email: 'sue@acme.test', roleId: 'superadmin', groupId: '1' });
const MAX = newUser({ name: 'Max', email: 'max@acme.test', roleId: 'manager', groupId: '1' });
mortal.write((context) => [SUE, MAX].forEach((user) => saveUser(context, user)));
const sue: Actor = { kind: 'user', user: SUE };

/** Begins an import of batches with one row each. @returns its id */
function begin(actor: Actor, batches: number): string {
  const { company } = mortal;
  return commit(company, contextOfActor(company, actor), (context) => {
    const importId = openImport(context, [MAIL], false);
    for (let row = 1; row <= batches; row += 1) {
      const cells = JSON.stringify([[row, [`${importId}.${row}@leads.test`]]]);
      keepRows(context.database, importId, row, cells);
    }
    closeImport(context, importId, batches);
    return importId;
  });
}

function progress(importId: string): object | undefined {
  const record = findImport(mortal.database, importId);
  return record && { status: record.status, created: record.created, failed: record.failed };
}

function makeKey(actor: Actor, owner: 'company' | 'user'): ApiKeyRecord {
  const { company } = mortal;
  const input = { name: 'Sync', scopes: ['write' as const], owner, expires_time: null };
  return commit(company, contextOfActor(company, actor), (context) => createKey(context, input).key);
}

test.for([
  ['company', undefined],
  ['user', SUE],
] as const)('after the API key of the %s was revoked, no further rows are imported', ([owner, user]) => {
  const { company } = mortal;
  const key = makeKey(sue, owner);
  const importId = begin({ kind: 'key', key, user }, 3);

  doNextBatch(company, importId);
  commit(company, contextOfActor(company, sue), (context) => revokeKey(context, key.keyId));
  doNextBatch(company, importId);
  doNextBatch(company, importId);

  expect(progress(importId)).toEqual({ status: 'done', created: 1, failed: 2 });
});

test.for(['company', 'user'] as const)('with an API key of the %s all rows are imported', (owner) => {
  const key = makeKey(sue, owner);
  const importId = begin({ kind: 'key', key, user: owner === 'user' ? SUE : undefined }, 2);

  doNextBatch(mortal.company, importId);
  doNextBatch(mortal.company, importId);

  expect(progress(importId)).toEqual({ status: 'done', created: 2, failed: 0 });
});

test.for(['token', 'key'] as const)(
  'after the user of the %s was suspended, no further rows are imported',
  (by) => {
    const { company } = mortal;
    const max: Actor = { kind: 'user', user: MAX };
    const importId = begin(by === 'token' ? max : { kind: 'key', key: makeKey(max, 'user'), user: MAX }, 3);

    doNextBatch(company, importId);
    mortal.write((context) => saveUser(context, { ...MAX, isSuspended: true }));
    doNextBatch(company, importId);
    doNextBatch(company, importId);
    mortal.write((context) => saveUser(context, MAX));

    expect(progress(importId)).toEqual({ status: 'done', created: 1, failed: 2 });
  },
);
