/** What companies ask of each other, about a person whom both have. */
import type { TokenIssue, TokenRequest } from './token-requests.ts';

/** A person in a company. */
export interface Membership {
  companyName: string;
  /** `superadmin`, `manager` or `agent`. */
  roleId: string;
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
