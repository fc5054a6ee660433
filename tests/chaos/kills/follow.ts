import type { StreamEvent, StreamName } from '@cruddur/shared';
import { createFollower, type FollowerReply } from '../../../client/src/realtime/stream-follower.ts';
import { createClient } from '../../support/clients.ts';
import type { TestPerson } from '../../support/people.ts';

/** Somebody who reads both streams by the client's own rule, across all ends of the program. */
export interface Reader {
  person: TestPerson;
  /** Reads both up to their heads. */
  catchUp(origin: string): Promise<void>;
  /** How often a row came, over both streams and all time. */
  timesSeen(row: string): number;
  /** Every row that came. */
  seen(): readonly string[];
  /** How often a stream had to be begun anew, because the store's history was another one. */
  resets(): number;
}

const STREAMS = ['public', 'me'] as const;

export async function openReader(person: TestPerson, at: string): Promise<Reader> {
  let origin = at;
  let resets = 0;
  const times = new Map<string, number>();

  async function sync(stream: StreamName, after: string): Promise<FollowerReply> {
    const client = createClient(origin, person.accessToken);
    const { streams } = await client.ask('sync', { query: { [stream]: after } });
    const answer = streams[stream];
    if (!answer) throw new Error(`The stream ${stream} was asked for and is not in the answer.`);
    return 'reset' in answer ? { ok: false, reset: true, head: answer.head } : { ok: true, ...answer };
  }

  const followerOf = (stream: StreamName) =>
    createFollower({
      sync: (after) => sync(stream, after),
      apply(event) {
        const row = madeBy(event);
        if (row !== null) times.set(row, (times.get(row) ?? 0) + 1);
      },
      adopted: (_at, why) => void (resets += why === 'reset' ? 1 : 0),
    });

  const followers = STREAMS.map(followerOf);
  const { streams } = await createClient(origin, person.accessToken).ask('sync');
  for (const [index, stream] of STREAMS.entries()) followers[index]?.adopt(streams[stream]?.head ?? '');
  return {
    person,
    async catchUp(now) {
      origin = now;
      await Promise.all(followers.map((follower) => follower.ask()));
    },
    timesSeen: (row) => times.get(row) ?? 0,
    seen: () => [...times.keys()],
    resets: () => resets,
  };
}

const MAKING: readonly StreamEvent['kind'][] = ['activity.created', 'reply.created', 'message.created'];

/** What an event brings into the world; null when it brings nothing. */
function madeBy(event: StreamEvent): string | null {
  if (!MAKING.includes(event.kind) || event.data === null || !('uuid' in event.data)) return null;
  return event.data.uuid;
}
