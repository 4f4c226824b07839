/**
 * The pages of people who are not signed in: sign-in, a forgotten password, links with which they choose a password, and a new
 * company.
 */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { place } from '../../address/router.ts';
import { later, Lazy, part } from '../../components/parts/lazy.tsx';
import { Notice } from '../../components/notice.tsx';
import { SignInForm } from '../sign-in.tsx';
import { takeAfterLink } from './after-link.ts';
import { Card } from '../../components/welcome/card.tsx';

// Most people only sign in.
const ByLink = later<{ link: string }>(async () => (await import('./entrances.tsx')).ByLink);
const Forgotten = later(async () => (await import('./entrances.tsx')).Forgotten);
const loadNewCompany = part(
  'setup',
  async () => (await import('../../screens/setup/new-company/screen.tsx')).NewCompanyScreen,
);

/**
 * Shows the page that the URL names: `/console/link#<link>`, `/console/link` to ask for one, `/console/new` for a new company, else
 * the sign-in.
 */
export function Welcome(): VNode {
  const link = useLink();
  if (place.value.company === 'new') return <Lazy load={loadNewCompany} />;
  if (place.value.company !== 'link') return <SignIn />;
  return link === '' ? <Forgotten /> : <ByLink key={link} link={link} />;
}

/** Returns what stands behind `#`. Another link that is pasted into the open page changes only this, so no page is loaded. */
function useLink(): string {
  const [link, setLink] = useState(linkInAddress);
  useEffect(() => {
    const read = (): void => setLink(linkInAddress());
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return link;
}

function linkInAddress(): string {
  return location.hash.slice(1);
}

function SignIn(): VNode {
  const [after] = useState(takeAfterLink);
  return (
    <Card title="Sign in">
      {after !== undefined && <Notice kind="good">{after.text}</Notice>}
      <SignInForm email={after?.email ?? ''} />
      <p class="beside">
        <a href="/console/link">Forgot your password?</a>
      </p>
    </Card>
  );
}
