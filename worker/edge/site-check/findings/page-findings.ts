/** Why a page could not be read. Pure. */
import type { PageFailure } from '../fetch-page.ts';
import { finding } from './finding.ts';
import type { Finding } from '../schema.ts';

const UNREAD = 'Without the page nothing can be said of its tag and its numbers.';

/** What is told of a page that could not be read. */
export function findingOfFailure(failure: PageFailure): Finding {
  switch (failure.kind) {
    case 'timeout':
      return finding(
        'page_unreachable',
        'The page did not come within 5 seconds.',
        UNREAD,
        'Open it in a browser. If it is slow there too, visitors wait as long.',
      );
    case 'unreachable':
      return finding(
        'page_unreachable',
        'The site cannot be reached.',
        UNREAD,
        'Is the address right, and does the site answer by https with a valid certificate?',
      );
    case 'too_many_redirects':
      return finding(
        'page_unreachable',
        'The page leads from one address to the next without an end.',
        UNREAD,
        'Write the address that the browser shows in the end.',
      );
    case 'status':
      return findingOfStatus(failure.status);
    case 'not_html':
      return finding(
        'page_not_html',
        failure.contentType === ''
          ? 'The address does not say what it answers.'
          : `The address answers ${failure.contentType}, which is no page.`,
        UNREAD,
        'Write the address of a page with phone numbers on it.',
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
    `The page was answered with status ${status}.`,
    UNREAD,
    isGuarded
      ? 'The site turns programs away. Open the page in a browser: what is seen from there counts more than this check.'
      : 'Write the address of a page that opens in a browser.',
  );
}

function findingOfRedirect({ to, fault }: Extract<PageFailure, { kind: 'redirect' }>): Finding {
  const isForeign = fault.kind === 'foreign';
  return finding(
    'redirect_elsewhere',
    `The page leads to ${to}, which is not read: ${fault.detail}`,
    isForeign ? 'On sites that are none of the company’s domains nothing is swapped.' : UNREAD,
    isForeign
      ? 'If the site is yours, add it to the domains and check again.'
      : 'Write the address of a page that leads to no other site.',
  );
}
