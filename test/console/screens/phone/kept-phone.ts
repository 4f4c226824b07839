/** The phone settings of the console in tests, over a server that keeps them. */
import { NO_PHONE_SETTINGS, type PhoneSettings } from '../../../../console/screens/phone/phone-settings.ts';
import { type ApiAnswers, type ApiRequest, refusal, type Shown } from '../../rendered.ts';
import { publishedWith, showNumbers } from '../numbers/settings-server.ts';

export const ANN = '00000000-0000-4000-8000-000000000001';
export const NAMES = {
  people: new Map([[ANN, 'Ann Lee']]),
  locations: new Map([['denver', 'Denver']]),
  menus: new Map([['main', 'Main menu']]),
};
export const TWILIO = { carrier: 'twilio', account_id: 'AC1', secrets: 1, api: null } as const;
export const CALLS: PhoneSettings = {
  ...NO_PHONE_SETTINGS,
  carriers: [{ ...TWILIO }],
  defaults: { greeting: 'Hello.' },
};

export interface Kept {
  settings: PhoneSettings;
  version: number;
}

/** The answers of a server that keeps the call settings, and refuses what is based on an older version. */
export function answersOf(kept: Kept): ApiAnswers {
  const answer = (): Response => Response.json(kept.settings, { headers: { ETag: `"${kept.version}"` } });
  return {
    'GET /users': [{ user_id: ANN, name: 'Ann Lee', is_suspended: false }],
    'GET /calls/accounts/addresses': { carriers: [] },
    'GET /calls/settings': answer,
    'PUT /calls/settings': ({ body, headers }: ApiRequest) => {
      if (headers.get('If-Match') !== `"${kept.version}"`) return refusal(412, 'changed_meanwhile', 'Newer.');
      kept.settings = body as PhoneSettings;
      kept.version += 1;
      return answer();
    },
  };
}

/** Shows the phone settings. */
export function showPhone(query: string, kept: Kept, answers: ApiAnswers = {}): Promise<Shown> {
  return showNumbers(`phone${query}`, publishedWith(), { answers: { ...answersOf(kept), ...answers } });
}

/** Returns settings that are kept, with some of another kind. */
export const keptWith = (change: Partial<PhoneSettings> = {}): Kept => ({
  settings: { ...CALLS, ...change },
  version: 1,
});
