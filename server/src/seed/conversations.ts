import { lakeHouseLines } from './conversation-long.ts';

/** A conversation of the sample. Each of its `lines` starts with its author: `a:` for the first member, `b:` for the second. */
export interface SampleConversation {
  members: readonly [a: string, b: string];
  /** The age of its latest message, in minutes. */
  minutesAgo: number;
  /** The average time between messages, in minutes. */
  minutesBetween: number;
  lines: readonly string[];
  /** How many of the last messages `a` has not read yet. */
  unread: number;
}

export const sampleConversations: readonly SampleConversation[] = [
  { members: ['andrewbrown', 'bayko'], minutesAgo: 2, minutesBetween: 41, unread: 1, lines: lakeHouseLines },
  {
    members: ['andrewbrown', 'odalys'],
    minutesAgo: 34,
    minutesBetween: 7,
    unread: 2,
    lines: [
      'a: Did you really switch off the second region?',
      'a: On a Thursday?',
      'b: It was idle for nine weeks.',
      'b: I sent three warnings. The only answer was a thumbs up from a bot.',
      'a: Fair. The bot speaks for all of us.',
      'a: Could you show me how you found it? I have a queue no one owns, and my manager has started to call it “legacy”, which is how it starts.',
      'b: Lunch at twelve?',
      'b: Bring the log, I bring the cake',
    ],
  },
  {
    members: ['andrewbrown', 'londo'],
    minutesAgo: 310,
    minutesBetween: 12,
    unread: 0,
    lines: [
      'b: The whale has an agent now. It is serious.',
      'a: You are the agent.',
      'b: I can neither confirm nor swim.',
      'a: Does the whale know what a crud is?',
      'b: It likes that they go away.',
    ],
  },
  {
    members: ['bayko', 'keird'],
    minutesAgo: 1500,
    minutesBetween: 3,
    unread: 1,
    lines: [
      'b: Are you awake?',
      'a: It is two in the afternoon.',
      'b: That was not my question.',
      'a: What is down?',
      'b: Nothing. It is very quiet. I do not like it.',
    ],
  },
  {
    members: ['bayko', 'junop'],
    minutesAgo: 4300,
    minutesBetween: 20,
    unread: 0,
    lines: [
      'a: Where is the café that plays rain?',
      'b: Turn left at the bakery that is never open',
      'a: It was open.',
      'b: Then you are lost. Turn around.',
    ],
  },
];
