/** The addresses and the text of the TwiML that is compared with Twilio's library. */

export const AWKWARD = 'Tom & "Jerry" <b> it’s';

export const addressOf = (step: { at: string; turn?: number }): string =>
  `https://x.example/${step.at}/${step.turn ?? ''}?a=1&b`;
