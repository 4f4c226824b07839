/** One person in several companies: what companies know of each other, and what comes in. */
import * as v from 'valibot';
import { passwordSchema } from '../../accounts/schema.ts';
import type { TokenIssue, TokenRequest } from '../tokens/schema.ts';
import type { RoleId } from '../actors.ts';

const MAX_PASSWORD = 1024;

/** A person in a company. */
export interface Membership {
  companyName: string;
  roleId: RoleId;
  isSuspended: boolean;
}

/** What a company asks of others, about a person whom both have. */
export interface OtherCompanies {
  getByName(name: string): {
    membership(email: string): Promise<Membership | undefined>;
    issueToken(email: string, request: TokenRequest): Promise<TokenIssue>;
    noteWrongPassword(email: string): Promise<void>;
  };
}

const givenPassword = v.pipe(v.string(), v.nonEmpty(), v.maxCodePoints(MAX_PASSWORD));

/** The body that accepts an invitation: the password that the inviting company gave. */
export const acceptSchema = v.strictObject({ password: givenPassword });

/** The body of `POST /me/password`. */
export const ownPasswordSchema = v.strictObject({
  current_password: givenPassword,
  password: passwordSchema,
});
