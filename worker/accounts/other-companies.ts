/** Calls between companies about a person who is in both. */
import type { TokenIssue, TokenRequest } from './token-requests.ts';

/** A person's role in a company. */
export interface Membership {
  companyName: string;
  /** `superadmin`, `manager` or `agent`. */
  roleId: string;
  isSuspended: boolean;
}

/** How a company is doing: the last seven days, today included, in the company's zone. */
export interface CompanyFigures {
  calls: number;
  /** Of the seven days before, up to the same time of day. */
  callsBefore: number;
  missed: number;
  notCalledBack: number;
  leads: number;
  /** Calls of the last fourteen days, oldest first. */
  callsByDay: number[];
  /** Steps of the set-up that are done. */
  setupDone: number;
  /** When a page of the company last requested its numbers, in milliseconds since the epoch; null: never. */
  seenTime: number | null;
  /** Numbers that no longer send their calls here. */
  astrayNumbers: number;
  hasNumbers: boolean;
  hasCarrier: boolean;
}

/** A person's membership of a company with its figures; null for those who have no reports. */
export interface CompanyOverview extends Membership {
  figures: CompanyFigures | null;
}

/** A person who acts in another company of theirs, as their session proves it. */
export interface ProvenPerson {
  email: string;
  /** Whether the session began with two factors. */
  hasSecondFactor: boolean;
}

/** What a company asks another one for a person of both. Settings are plain data. */
export type AgencyQuestion =
  | { about: 'overview' }
  | { about: 'settings'; sections: readonly string[] }
  | { about: 'copy'; request: CopyRequest };

/** Settings of a company that others may take. */
export interface GivenSettings {
  companyId: string;
  name: string;
  /** The items of each section. */
  sections: object;
}

/** A request to take the settings of another company. */
export interface CopyRequest {
  given: GivenSettings;
  /** The tag of the review that the person has seen; absent: none. */
  reviewed?: string | undefined;
  isDryRun: boolean;
}

/** The methods that a company calls on others about a person who is in both. */
export interface OtherCompanies {
  getByName(name: string): {
    membership(email: string): Promise<Membership | undefined>;
    /** Answers a question as JSON. */
    askFor(person: ProvenPerson, question: AgencyQuestion): Promise<string>;
    issueToken(email: string, request: TokenRequest): Promise<TokenIssue>;
    recordWrongPassword(email: string): Promise<void>;
    revokeToken(token: string): Promise<void>;
    /** Answers a request of the API. */
    fetch(request: Request): Promise<Response>;
  };
}
