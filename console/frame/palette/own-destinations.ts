/** What “Go to” finds of the signed-in person's own: profile, ways to sign in, notifications. */
import type { Destination } from './destinations.ts';

export const OWN_DESTINATIONS: readonly Destination[] = [
  {
    label: 'My profile',
    screen: 'people',
    tab: 'profile',
    words: 'account me name phone e-mail address sessions where signed in',
  },
  {
    label: 'Change my password',
    screen: 'people',
    tab: 'profile',
    words: 'new security sign-in login',
  },
  {
    label: 'Passkeys',
    screen: 'people',
    tab: 'profile',
    words: 'fingerprint face pin security sign-in login',
  },
  {
    label: 'Two-factor sign-in',
    screen: 'people',
    tab: 'profile',
    words: '2fa mfa factors authentication authenticator app code recovery codes security login',
  },
  {
    label: 'My notifications',
    screen: 'people',
    tab: 'notifications',
    icon: 'bell',
    words: 'alerts e-mail push device quiet hours digest mute',
  },
];
