/** The console: finds out who is there and shows the screen that the address names. */
import { render, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Boundary } from './components/boundary.tsx';
import { Failure } from './components/notice.tsx';
import { signal } from '@preact/signals';
import { ForeignCompany } from './frame/foreign-company.tsx';
import { Frame } from './frame/frame.tsx';
import { Keys } from './frame/keys.tsx';
import { Palette } from './frame/palette.tsx';
import { ScreenOf } from './frame/screen-of.tsx';
import { SignInAgain, SignInPage } from './frame/sign-in.tsx';
import { go, place, startRouter } from './router.ts';
import { SCREENS } from './screens.tsx';
import { refused, sessionState, startSession } from './session.ts';
import { type User, user } from './user.ts';
import { firstScreen } from './setup.ts';

const failure = signal<unknown>();

function App(): VNode | null {
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
      return <SignInPage />;
    default:
      return <SignedIn />;
  }
}

function SignedIn(): VNode | null {
  const { value: who } = user;
  const { company, screen, over } = place.value;
  const isForeign = company !== who?.company_id && company === refused.value?.company;
  useEffect(() => {
    // An address without a company or a screen is that of the first one.
    if (who !== undefined && screen === '' && !isForeign) void openFirst(who);
  }, [who, company, screen, isForeign]);
  if (who === undefined) return null;
  if (isForeign) return <ForeignCompany who={who} />;
  if (screen === '') return null;
  return (
    <>
      <Frame who={who}>
        <ScreenOf who={who} name={screen} key={`${company}/${screen}`} />
      </Frame>
      {over === 'keys' && <Keys />}
      {over === 'go' && <Palette who={who} />}
      {sessionState.value === 'ended' && <SignInAgain />}
    </>
  );
}

/** Goes to the screen that opens first, unless somebody has gone on meanwhile. */
async function openFirst(who: User): Promise<void> {
  const first = await firstScreen(who);
  const { company, screen } = place.value;
  if (screen === '') go(`/console/${company || who.company_id}/${first}`, { replace: true });
}

/** The first heading of a screen says where one is: it gets the focus, and is read aloud; while it is on its way, the screen. */
function arrive(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  heading?.focus();
}

/** Whoever the page expects to be signed in waits for the screen's answers while it is found out who it is, not after that. */
function askAhead(): void {
  const { screen } = place.value;
  if (document.documentElement.dataset['expected'] === undefined) return;
  SCREENS.find(({ name }) => name === screen)?.askAhead?.();
}

startRouter(arrive);
// Before anything that takes its time here.
askAhead();
const session = startSession();
render(
  <Boundary at="" isPage>
    <App />
  </Boundary>,
  document.getElementById('console') ?? document.body,
);
session.catch((error: unknown) => {
  failure.value = error;
});
