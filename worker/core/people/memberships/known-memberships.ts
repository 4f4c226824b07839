/** What is known of people's other companies, for when one of them does not answer. */
import { lruCache } from '../../../shared/lru-cache.ts';
import { emailKey } from '../../../shared/contact/email.ts';
import type { Membership } from '../../../accounts/other-companies.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';

/** Memberships that an object remembers, at about 200 bytes each. */
const REMEMBERED = 1_000;

class KnownMemberships {
  readonly #known = lruCache<Membership>(REMEMBERED);

  of(email: string, companyId: string): Membership | undefined {
    return this.#known.get(`${companyId} ${emailKey(email)}`);
  }

  note(email: string, companyId: string, { companyName, roleId, isSuspended }: Membership): void {
    this.#known.set(`${companyId} ${emailKey(email)}`, { companyName, roleId, isSuspended });
  }

  /** Keeps everything: other companies are not concerned by a rollback here. */
  forget(): void {}
}

/** Remembers a membership that another company has answered. */
export function noteMembership(
  { memory }: Pick<CompanyState, 'memory'>,
  { email }: { email: string },
  companyId: string,
  membership: Membership,
): void {
  memory.of(KnownMemberships).note(email, companyId, membership);
}

/** Returns what a company last answered about the person; a membership without a name if it is not known. */
export function formerMembership(
  { memory }: Pick<CompanyState, 'memory'>,
  { email }: { email: string },
  companyId: string,
): Membership {
  const known = memory.of(KnownMemberships).of(email, companyId);
  return known ?? { companyName: '', roleId: 'agent', isSuspended: false };
}
