/** Calls between companies about a person who is in both. */
import type { TokenIssue, TokenRequest } from './token-requests.ts';

/** A person's role in a company. */
export interface Membership {
  companyName: string;
  /** `superadmin`, `manager` or `agent`. */
  roleId: string;
  isSuspended: boolean;
}

/** The methods that a company calls on others about a person who is in both. */
export interface OtherCompanies {
  getByName(name: string): {
    membership(email: string): Promise<Membership | undefined>;
    issueToken(email: string, request: TokenRequest): Promise<TokenIssue>;
    recordWrongPassword(email: string): Promise<void>;
  };
}
