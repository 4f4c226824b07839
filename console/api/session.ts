/** Signs in and out, and handles the end of the session. */
import { signal } from '@preact/signals';
import { holdRequests, onSessionEnd, readAnswer, Refusal, send } from './api.ts';
import { dropUnsaved, mayLeave } from '../address/leaving.ts';
import { mayDropWork } from './kept-work.ts';
import { load, place } from '../address/router.ts';
import { type User, user } from './user.ts';

/** `unknown` until it is read. `ended` after it expired; the screen stays until the user signs in again. */
export const sessionState = signal<'unknown' | 'open' | 'none' | 'ended'>('unknown');

/** The company in the URL, if the user has no access to it. */
export const refused = signal<{ company: string; isSuspended: boolean } | undefined>(undefined);

const REMEMBERED = 'leadline.user';
/** Answers for a malformed company id, a suspended user, or a company that the user is not a member of. */
const NOT_THEIRS: ReadonlySet<number> = new Set([400, 403, 404]);

let resume: (() => void)[] = [];

/** Reads the signed-in user. Until the server answers, assumes the last user of this browser. */
export async function startSession(): Promise<void> {
  onSessionEnd(whenSignedInAgain);
  // Runs before the resources are refreshed.
  window.addEventListener('visibilitychange', stayInCompany, { capture: true });
  window.addEventListener('focus', stayInCompany);
  const remembered = readRemembered();
  if (remembered !== undefined) return arrived(remembered);
  const { body } = await readAnswer<User | null>(await send('/console/session', {}));
  if (body === null) sessionState.value = 'none';
  else await arrived(body);
}

/**
 * Signs in.
 * @param proof of who it is: `{email, password, code?}`
 * @param way `/passkey` for `{credential}`
 * @throws Refusal, Unreachable
 */
export async function enter(proof: object, way = ''): Promise<void> {
  const response = await send(`/console/session${way}`, { method: 'POST', body: proof });
  const { body } = await readAnswer<User>(response);
  const isSomebodyElse = user.value !== undefined && user.value.user_id !== body.user_id;
  await arrived(body);
  if (!isSomebodyElse) return;
  // The screen shows data of another user, perhaps of another company.
  dropUnsaved();
  load('/console/');
}

/**
 * Switches to another company of the user.
 * @param address where to go there
 * @throws Refusal, Unreachable
 */
export async function switchCompany(companyId: string, address = `/console/${companyId}`): Promise<void> {
  await leave(() => beginIn(companyId), address);
}

/** Signs out and deletes the data in the browser's storage, after a question if it has unfinished work. @throws Unreachable */
export async function signOut(): Promise<void> {
  if (!mayDropWork()) return;
  await leave(async () => {
    await readAnswer(await send('/console/session', { method: 'DELETE' }));
    forgetUser();
  }, '/console/');
}

/**
 * Ends the session of this page, and leaves the page. Its screen, whose live connection ends first, would read without a session:
 * until the page is left, nothing is sent.
 */
async function leave(endSession: () => Promise<void>, address: string): Promise<void> {
  if (!mayLeave()) return;
  const stayed = Promise.withResolvers<void>();
  holdRequests(stayed.promise);
  try {
    await endSession();
  } catch (error) {
    stayed.resolve();
    throw error;
  }
  load(address);
}

/** Deletes the data of the user in the browser's storage. */
export function forgetUser(): void {
  localStorage.removeItem(REMEMBERED);
  sessionStorage.clear();
}

/** Switches the session back to this window's company on focus: another window may have switched it. */
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

/** Opens the company in the URL, or explains why the user has no access. */
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

/** Notes who is signed in, and goes on with what waited for it. */
export function opened(who: User): void {
  user.value = who;
  sessionState.value = 'open';
  localStorage.setItem(REMEMBERED, JSON.stringify(who));
  for (const go of resume.splice(0)) go();
}

/** Returns a promise that resolves when the user has signed in again. */
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
