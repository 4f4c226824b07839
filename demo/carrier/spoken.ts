/** What people say in the demo: after the tone, and in calls. Pure. */

/** Seconds of every voicemail. */
export const MESSAGE_SECONDS = 9;
/** How fast people speak, and how long the other one waits. */
const CHARACTERS_A_SECOND = 15;
const PAUSE_SECONDS = 0.5;

/** What somebody says in a recording; times are seconds from its start. */
export interface SpokenLine {
  speaker: 'caller' | 'agent';
  start: number;
  end: number;
  text: string;
}

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

/** Calls, the agent first, in turns. */
const CALLS = [
  [
    'Brightwater, good morning, how can I help you?',
    'Hi, our water heater is leaking. There is water all over the basement floor.',
    'I am sorry to hear that. Have you turned off the water to it?',
    'Yes, just now. Can somebody come today?',
    'We can be there between one and three this afternoon. What is the address?',
    'It is forty-two Maple Street, the blue house at the corner.',
    'Got it. The visit is 89 dollars, and that comes off the repair.',
    'That is fine. Thank you so much.',
  ],
  [
    'Brightwater, this is the front desk.',
    'Hello, I would like to make an appointment for an AC tune-up.',
    'Of course. Does Tuesday at ten work for you?',
    'Wednesday would be better, I work on Tuesdays.',
    'Wednesday at ten then. Is there anything wrong with it now?',
    'No, it only has not been looked at for two years.',
    'All right, you are in the book. You get a text the day before.',
  ],
  [
    'Thanks for calling Brightwater.',
    'Hi, what do you charge for a clogged kitchen drain?',
    'It is 129 dollars for the first hour, and most are done in that time.',
    'Hmm, I have another offer for less. Let me think about it.',
    'Sure. We have a coupon for 20 dollars on our website, if that helps.',
    'Oh, good to know. I may call again tomorrow.',
  ],
  [
    'Brightwater, how may I help?',
    'My furnace makes a banging noise when it starts, and then it goes out.',
    'That sounds like delayed ignition. Please leave it off until we have seen it.',
    'Is that dangerous? We have small children here.',
    'Not while it is off. I can send somebody at five today.',
    'Yes please, that would be great. Can I pay by card? It is 4111 1111 1111 1111.',
    'You need not tell me now, the technician has a reader. See you at five.',
  ],
  [
    'Brightwater, good afternoon.',
    'Are you open on Saturdays?',
    'Yes, from nine to one.',
    'Great, then I will come by for the filter. Bye.',
  ],
] as const;

/** Returns what is said in a voicemail: the same for the same id. @param id of the recording, or of the call */
function voicemailOf(id: string): string {
  return chosen(VOICEMAILS, id);
}

/** Returns the voicemail sentence by sentence, spread over its seconds. */
export function voicemailLines(id: string): SpokenLine[] {
  const text = voicemailOf(id);
  let spoken = 0;
  return (text.match(/[^.?]+[.?]?/g) ?? []).map((sentence) => {
    const start = (spoken / text.length) * MESSAGE_SECONDS;
    spoken += sentence.length;
    return {
      speaker: 'caller',
      start,
      end: (spoken / text.length) * MESSAGE_SECONDS,
      text: sentence.trim(),
    };
  });
}

/** Returns what is said in a call: the same for the same id, and no more than its seconds have room for. */
export function callLines(id: string, seconds: number): SpokenLine[] {
  let time = PAUSE_SECONDS;
  const lines = chosen<readonly string[]>(CALLS, id).map((text, index): SpokenLine => {
    const start = time;
    const end = start + text.length / CHARACTERS_A_SECOND;
    time = end + PAUSE_SECONDS;
    return { speaker: index % 2 === 0 ? 'agent' : 'caller', start, end, text };
  });
  return lines.filter(({ end }) => end <= seconds);
}

/** Returns the recording id of a call that lasted so many seconds, from which its sound follows. @param callId the carrier's */
export function recordingIdOf(callId: string, seconds: number, first: SpokenLine['speaker']): string {
  return `RE${first}${String(seconds).padStart(4, '0')}${callId.slice(-16)}`;
}

/** Reads such an id. @returns undefined for that of a voicemail */
export function callOfRecording(id: string): { seconds: number; first: SpokenLine['speaker'] } | undefined {
  const [, first, seconds] = /^RE(caller|agent)(\d{4})/.exec(id) ?? [];
  return first === undefined
    ? undefined
    : { seconds: Number(seconds), first: first as SpokenLine['speaker'] };
}

/** Chooses a text by an id: the same for the same id. */
function chosen<Item>(items: readonly [Item, ...Item[]], id: string): Item {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return items[sum % items.length] ?? items[0];
}
