/** Starts the console: reads the signed-in user and shows the screen that the URL names. */
import { render, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Boundary } from './components/parts/boundary.tsx';
import { Lazy, loadAhead } from './components/parts/lazy.tsx';
import { Failure } from './components/notice.tsx';
import { effect, signal } from '@preact/signals';
// Nearly every part has a form.
import './forms/fields.tsx';
import { Frame } from './frame/frame.tsx';
import { ScreenOf } from './frame/screen-of.tsx';
import { followTranslator } from './frame/translated.ts';
import { later } from './components/parts/lazy.tsx';
import { go, place, startRouter } from './address/router.ts';
import { SCREENS } from './frame/screens.tsx';
import { whenQuiet } from './api/resource.ts';
import { needsSecondFactor } from './api/api.ts';
import { refused, sessionState, startSession } from './api/session.ts';
import { type User, user } from './api/user.ts';
import { checkSetup, firstScreen } from './api/setup.ts';

const loadForeign = async () => (await import('./frame/welcome/entrances.tsx')).ForeignCompany;
const loadPalette = async () => (await import('./frame/overlays.tsx')).Palette;
const loadKeys = async () => (await import('./frame/overlays.tsx')).Keys;
const loadSignIn = async () => (await import('./frame/overlays.tsx')).SignInAgain;

const failure = signal<unknown>();
const Welcome = later(async () => (await import('./frame/welcome/welcome.tsx')).Welcome);
const TwoFactorsFirst = later(async () => (await import('./frame/welcome/entrances.tsx')).TwoFactorsFirst);
/** The pages of a link and of a new company work with and without a session. */
const isOpenPage = (): boolean => /^(?:link|new)$/.test(place.value.company);

function App(): VNode | null {
  if (isOpenPage()) return <Welcome />;
  if (failure.value !== undefined) {
    return (
      <main class="screen">
        <Failure error={failure.value} retry={() => location.reload()} />
      </main>
    );
  }
  switch (sessionState.value) {
    case 'unknown':
      return null;
    case 'none':
      return <Welcome />;
    default:
      return <SignedIn />;
  }
}

function SignedIn(): VNode | null {
  const { value: who } = user;
  const { company, screen, over } = place.value;
  const isForeign = company !== who?.company_id && company === refused.value?.company;
  useEffect(() => {
    // A URL without a company or screen leads to the first screen.
    if (who !== undefined && screen === '' && !isForeign) void openFirst(who);
  }, [who, company, screen, isForeign]);
  const isSignedIn = who !== undefined;
  useEffect(() => {
    if (isSignedIn && company === who.company_id) whenQuiet(() => void checkSetup(who));
  }, [isSignedIn, company, who?.company_id]);
  useEffect(() => {
    // They open at once when their keys are pressed, or when the session has ended.
    if (isSignedIn) whenQuiet(() => [loadPalette, loadKeys, loadSignIn].forEach(loadAhead));
  }, [isSignedIn]);
  if (who === undefined) return null;
  if (needsSecondFactor.value) return <TwoFactorsFirst />;
  if (isForeign) return <Lazy load={loadForeign} props={{ who }} />;
  if (screen === '') return null;
  return (
    <>
      <Frame who={who}>
        <ScreenOf who={who} name={screen} key={`${company}/${screen}`} />
      </Frame>
      {over === 'keys' && <Lazy key="keys" load={loadKeys} />}
      {over === 'go' && <Lazy key="go" load={loadPalette} props={{ who }} />}
      {sessionState.value === 'ended' && <Lazy key="sign-in" load={loadSignIn} />}
    </>
  );
}

/** Goes to the first screen, unless the user has gone elsewhere in the meantime. */
async function openFirst(who: User): Promise<void> {
  const first = await firstScreen(who);
  const { company, screen } = place.value;
  if (screen === '') go(`/console/${company || who.company_id}/${first}`, { replace: true });
}

/** Focuses the heading of the screen so that screen readers announce it, or the screen itself while it loads. */
function arrive(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  heading?.focus();
}

/** Requests the screen and its data while the session is read, if the page expects a signed-in user. */
function prefetch(): void {
  const { screen: name } = place.value;
  if (document.documentElement.dataset['expected'] === undefined) return;
  const screen = SCREENS.find((other) => other.name === name);
  screen?.prefetch?.();
  // What cannot be loaded is told when the screen is shown.
  if (screen !== undefined && 'load' in screen) screen.load().catch(() => undefined);
}

startRouter(arrive);
followTranslator(document.body);
// First, so that the request runs during the rest.
prefetch();
let isRead = false;
effect(() => {
  // Not for pages that need no session, until one goes elsewhere.
  if (isRead || isOpenPage()) return;
  isRead = true;
  startSession().catch((error: unknown) => {
    failure.value = error;
  });
});
render(
  <Boundary at="" isPage>
    <App />
  </Boundary>,
  document.getElementById('console') ?? document.body,
);
