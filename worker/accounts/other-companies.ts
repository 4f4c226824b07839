/** Calls between companies about a person who is in both. */
import type { Refusal } from '../shared/http/problems.ts';
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
  /** What is told to be silent: `script`, `calls`, `number`, `forms`. */
  silences: string[];
  hasNumbers: boolean;
  hasCarrier: boolean;
}

/** A person's membership of a company with its figures; null for those who have no reports. */
export interface CompanyOverview extends Membership {
  figures: CompanyFigures | null;
  /** How many companies its super admins may still add; null for other roles. */
  mayAdd: number | null;
}

/** What a company has used in a month. */
export interface CompanyUsage {
  calls: number;
  /** Of conversations, each call's rounded up. */
  minutes: number;
  textsReceived: number;
  textsSent: number;
  /** Tracking numbers now. */
  numbers: number;
  leads: number;
  /** In `currency`; null without costs. */
  cost: number | null;
  costPerLead: number | null;
  currency: string;
}

/** A person who acts in another company of theirs, as their session proves it. */
export interface ProvenPerson {
  email: string;
  /** Whether the session began with two factors. */
  hasSecondFactor: boolean;
}

/** Nobody in person: the deployment itself asks. */
export const NOBODY: ProvenPerson = { email: '', hasSecondFactor: false };

/** What a company asks another one for a person of both. Settings are plain data. */
export type AgencyQuestion =
  | { about: 'overview' }
  /** `month`: `2026-11`. */
  | { about: 'usage'; month: string }
  | { about: 'settings'; sections: readonly string[] }
  | { about: 'copy'; request: CopyRequest }
  /** Reserves a place among the companies that it may add. */
  | { about: 'begin'; companyId: string }
  /** Says that an addition has ended, which it then looks after. */
  | { about: 'settle'; companyId: string }
  | { about: 'added_by' }
  /** Whether the person may act there as a super admin; refused otherwise. */
  | { about: 'superadmin' }
  /** Of the register of numbers: what the company holds, and that a number is another's now. */
  | { about: 'holdings' }
  | { about: 'give_up'; number: string }
  /** Of the operator: how many companies it may add. */
  | { about: 'allow'; companies: number };

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
  /** Whether the company was just made and takes its template. */
  isTemplate?: boolean;
}

/** A company that another one adds for a person of its own. */
export interface AddedCompany {
  name: string;
  defaultRegion: string;
  superadmin: { name: string; email: string };
  added: {
    /** The company that adds it, whose login opens it. */
    by: string;
    timeZone: string | null;
    /** In which it counts. */
    currency?: { name: string; unit: string; symbol: string; rate: number } | undefined;
    hasTemplate: boolean;
  };
}

/** The methods that a company calls on others about a person who is in both. */
export interface OtherCompanies {
  getByName(name: string): {
    membership(email: string): Promise<Membership | undefined>;
    create(company: AddedCompany): Promise<{ outcome: string; refusal?: Refusal }>;
    /** Answers a question as JSON. */
    askFor(person: ProvenPerson, question: AgencyQuestion): Promise<string>;
    issueToken(email: string, request: TokenRequest): Promise<TokenIssue>;
    recordWrongPassword(email: string): Promise<void>;
    revokeToken(token: string): Promise<void>;
    /** Answers a request of the API. */
    fetch(request: Request): Promise<Response>;
  };
}
