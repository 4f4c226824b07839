/** Who is signed in, and what happens when they are no longer. */
import { signal } from '@preact/signals';
import { holdRequests, onSessionEnd, readAnswer, Refusal, send } from './api.ts';
import { load, place } from './router.ts';
import { dropTyped, mayLeave } from './typed.ts';
import { type User, user } from './user.ts';

/** `unknown`: not asked yet. `ended`: it has ended while somebody was at work, whose screen stays. */
export const sessionState = signal<'unknown' | 'open' | 'none' | 'ended'>('unknown');

/** The company that an address named and that whoever is signed in may not enter. */
export const refused = signal<{ company: string; isSuspended: boolean } | undefined>(undefined);

const REMEMBERED = 'leadline.user';
/** What is answered about a company that is malformed, suspends the person, or has them for no member. */
const NOT_THEIRS: ReadonlySet<number> = new Set([400, 403, 404]);

let resume: (() => void)[] = [];

/** Finds out who is signed in. Whoever was here before is taken for it until the server says otherwise. */
export async function startSession(): Promise<void> {
  onSessionEnd(whenSignedInAgain);
  // Before what is shown is asked anew.
  window.addEventListener('visibilitychange', stayInCompany, { capture: true });
  window.addEventListener('focus', stayInCompany);
  const remembered = readRemembered();
  if (remembered !== undefined) return arrived(remembered);
  const { body } = await readAnswer<User | null>(await send('/console/session', {}));
  if (body === null) sessionState.value = 'none';
  else await arrived(body);
}

/** Signs in. @throws Refusal, Unreachable */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await send('/console/session', { method: 'POST', body: { email, password } });
  const { body } = await readAnswer<User>(response);
  const isSomebodyElse = user.value !== undefined && user.value.user_id !== body.user_id;
  await arrived(body);
  if (!isSomebodyElse) return;
  // What is on the screen is another person's, perhaps of another company.
  dropTyped();
  load('/console/');
}

/** Goes on in another company of the same person. @throws Refusal, Unreachable */
export async function switchCompany(companyId: string): Promise<void> {
  if (!mayLeave()) return;
  await beginIn(companyId);
  load(`/console/${companyId}`);
}

/** Signs out; what the browser keeps for this origin goes with it. @throws Unreachable */
export async function signOut(): Promise<void> {
  if (!mayLeave()) return;
  await readAnswer(await send('/console/session', { method: 'DELETE' }));
  localStorage.removeItem(REMEMBERED);
  sessionStorage.clear();
  load('/console/');
}

/** A browser has one session: when another window went on in another company, this one takes it back as it gets the focus. */
function stayInCompany(): void {
  const own = user.value?.company_id;
  const present = readRemembered();
  const isNeeded = own !== undefined && present !== undefined && present.company_id !== own;
  if (!isNeeded || document.visibilityState !== 'visible') return;
  holdRequests(beginIn(own));
}

async function beginIn(companyId: string): Promise<void> {
  const body = { company_id: companyId };
  opened((await readAnswer<User>(await send('/console/session/company', { method: 'POST', body }))).body);
}

/** A link may lead into another company of whoever is there; one that is not theirs is refused, and they learn why. */
async function arrived(who: User): Promise<void> {
  const { company } = place.value;
  if (company === '' || company === who.company_id) return opened(who);
  try {
    await beginIn(company);
  } catch (error) {
    const problem = error instanceof Refusal ? error.problem : undefined;
    if (problem?.status === 401) sessionState.value = 'none';
    else if (problem !== undefined && NOT_THEIRS.has(problem.status)) {
      refused.value = { company, isSuspended: problem.code === 'user_suspended' };
      opened(who);
    } else throw error;
  }
}

function opened(who: User): void {
  user.value = who;
  sessionState.value = 'open';
  localStorage.setItem(REMEMBERED, JSON.stringify(who));
  for (const go of resume.splice(0)) go();
}

/** Requests that met the end of the session wait here, and go on when somebody has signed in. */
function whenSignedInAgain(): Promise<void> {
  sessionState.value = user.value === undefined ? 'none' : 'ended';
  return new Promise((resolve) => {
    resume.push(resolve);
  });
}

function readRemembered(): User | undefined {
  try {
    return (JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null') as User | null) ?? undefined;
  } catch {
    return undefined;
  }
}
