/** Findings about a page that could not be read. Pure. */
import type { PageFailure } from '../fetch-page.ts';
import { finding } from './finding.ts';
import type { Finding } from '../reference.ts';

const UNREAD = 'Without the page, its tag and its numbers cannot be checked.';

/** Returns the finding for a page that could not be read. */
export function findingOfFailure(failure: PageFailure): Finding {
  switch (failure.kind) {
    case 'timeout':
      return finding(
        'page_unreachable',
        'The page did not load within 5 seconds.',
        UNREAD,
        'Open it in a browser. If it is slow there too, visitors wait as long.',
      );
    case 'unreachable':
      return finding(
        'page_unreachable',
        'The site cannot be reached.',
        UNREAD,
        'Check the address, and that the site has https with a valid certificate.',
      );
    case 'too_many_redirects':
      return finding(
        'page_unreachable',
        'The page has too many redirects.',
        UNREAD,
        'Enter the address that your browser shows once the page has loaded.',
      );
    case 'status':
      return findingOfStatus(failure.status);
    case 'not_html':
      return finding(
        'page_not_html',
        failure.contentType === ''
          ? 'The address does not state its content type.'
          : `The address is not a web page, its content type is ${failure.contentType}.`,
        UNREAD,
        'Enter the address of a page with phone numbers on it.',
      );
    case 'redirect':
      return findingOfRedirect(failure);
    default:
      return failure satisfies never;
  }
}

function findingOfStatus(status: number): Finding {
  const isGuarded = status === 401 || status === 403 || status === 429;
  return finding(
    'page_refused',
    `The site answered with status ${status} instead of the page.`,
    UNREAD,
    isGuarded
      ? 'The site blocks automated checks. Open the page in a browser, then run this check again: it will show whether the script works there.'
      : 'Enter the address of a page that opens in a browser.',
  );
}

function findingOfRedirect({ to, fault }: Extract<PageFailure, { kind: 'redirect' }>): Finding {
  const isForeign = fault.kind === 'foreign';
  return finding(
    'redirect_elsewhere',
    `The page redirects to ${to}, which was not checked: ${fault.detail}`,
    isForeign ? 'On sites outside your domains, no numbers are swapped.' : UNREAD,
    isForeign
      ? 'If the site is yours, add it to the domains in your settings and check again.'
      : 'Enter the address of a page that does not redirect to another site.',
  );
}
