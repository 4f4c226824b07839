/** What the demo's callers say after the tone. Pure. */

const VOICEMAILS = [
  'Hi, this is about our water heater. It stopped working last night and there is a puddle under it. Could somebody come by this afternoon? You can reach me on this number.',
  'Hello, I saw your offer for an AC tune-up and would like to make an appointment for next week, Tuesday or Wednesday morning if you have anything.',
  'Good morning. Our kitchen drain is backing up again, the same one that you cleaned in spring. Please call me back, I am home all day.',
  'Hey, I need a quote for replacing two toilets and a shower valve. It is a rental on the second floor. There is no rush, any time this month.',
  'Hi there, the pilot light of our furnace will not stay on and it is getting cold. Please call as soon as you can, we have a baby here.',
  'This is the office of the bakery on Fifth Street. Our grease trap needs its yearly cleaning. Ask for the manager when you call, thank you.',
  'Hello, I got your number from a neighbor. We have low pressure in the whole house since yesterday. Is that something you do? Thanks, bye.',
  'Hi, I have an appointment on Friday at nine and have to move it to Monday. Sorry about that, please call me to say whether it works.',
  'Yes, hello, my mother’s sump pump is making a loud noise and she is worried about the basement. I can let you in after five today.',
  'Hi, I would like to pay my bill. My card is 4111 1111 1111 1111. Please call me if it does not work.',
] as const;

/** Returns what is said in a voicemail: the same for the same id. @param id of the recording, or of the call */
export function voicemailOf(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return VOICEMAILS[sum % VOICEMAILS.length] ?? VOICEMAILS[0];
}
