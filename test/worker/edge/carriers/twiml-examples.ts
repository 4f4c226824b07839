/** The addresses and the text of the TwiML that is compared with Twilio's library. */

export const AWKWARD = 'Tom & "Jerry" <b> it’s';

export const addressOf = ({
  at,
  turn,
  via,
}: {
  at: string;
  turn?: number;
  via?: string | undefined;
}): string => `https://x.example/${at}/${turn ?? ''}${via === undefined ? '' : `.${via}`}?a=1&b`;
