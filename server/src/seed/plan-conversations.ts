import { randomUUID } from 'node:crypto';
import { userStream } from '../domain/streams.ts';
import { sampleConversations, type SampleConversation } from './conversations.ts';
import { type SeedEvent, subOf } from './plan-parts.ts';

const MINUTE_MS = 60_000;

/** Conversations with their messages, members and events. */
export function planConversations(subs: ReadonlyMap<string, string>, now: Date) {
  const plans = sampleConversations.map((sample) => planOne(sample, subs, now));
  return {
    groups: plans.map((plan) => plan.group),
    members: plans.flatMap((plan) => plan.members),
    messages: plans.flatMap((plan) => plan.messages),
    events: plans.flatMap((plan) => plan.events),
  };
}

function planOne(sample: SampleConversation, subs: ReadonlyMap<string, string>, now: Date) {
  const uuid = randomUUID();
  const a = subOf(subs, sample.members[0]);
  const b = subOf(subs, sample.members[1]);
  const [person_a, person_b] = a < b ? ([a, b] as const) : ([b, a] as const);
  const times = timesOf(sample, now);
  const messages = sample.lines.map((line, index) => ({
    uuid: randomUUID(),
    message_group: uuid,
    pos: index + 1,
    author: line.startsWith('a:') ? a : b,
    message: line.slice('a: '.length),
    created_at: times[index] ?? now,
  }));
  const head = messages.length;
  return {
    group: { uuid, person_a, person_b, head, created_at: times[0] ?? now },
    members: [
      { message_group: uuid, person: a, read_pos: head - sample.unread },
      { message_group: uuid, person: b, read_pos: head },
    ],
    messages,
    events: messages.flatMap(({ uuid: ref, created_at: at }): SeedEvent[] =>
      [a, b].map((sub) => ({ stream: userStream(sub), kind: 'message.created', ref, at })),
    ),
  };
}

/** The time of each message: backwards from the latest, in uneven steps around `minutesBetween`. */
function timesOf(sample: SampleConversation, now: Date): Date[] {
  let at = now.getTime() - sample.minutesAgo * MINUTE_MS;
  const backwards = sample.lines.map((_, index) => {
    const time = new Date(at);
    at -= Math.floor(sample.minutesBetween * MINUTE_MS * (0.2 + ((index * 7) % 10) * 0.17));
    return time;
  });
  return backwards.reverse();
}
