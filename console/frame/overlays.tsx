/** What keys open, and the end of the session: one part, loaded once the first screen is there. */
export { Keys } from './keys.tsx';
export { Palette } from './palette/palette.tsx';
export { SignInAgain } from './sign-in.tsx';
