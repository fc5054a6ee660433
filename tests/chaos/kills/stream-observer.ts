import type { StreamEvent, StreamName, SyncReply } from '@cruddur/shared';
import { createStreamFollower } from '../../../client/src/realtime/stream/stream-follower.ts';
import { createClient } from '../../support/clients.ts';
import type { TestPerson } from '../../support/people.ts';

/** An observer that reads both streams by the client's own rule, across all restarts of the program. */
export interface StreamObserver {
  person: TestPerson;
  /** Reads both streams up to their heads. */
  catchUp(origin: string): Promise<void>;
  /** How often a row arrived, over both streams and all time. */
  countSeen(row: string): number;
  /** Every row that arrived. */
  seenRows(): readonly string[];
  /** How often a stream had to be reset, because the store had another history. */
  resetCount(): number;
}

const STREAMS = ['public', 'me'] as const;

export async function openStreamObserver(person: TestPerson, at: string): Promise<StreamObserver> {
  let origin = at;
  let resets = 0;
  const times = new Map<string, number>();

  async function sync(stream: StreamName, after: string): Promise<SyncReply> {
    const client = createClient(origin, person.accessToken);
    const { streams } = await client.callOk('sync', { query: { [stream]: after } });
    const answer = streams[stream];
    if (!answer) throw new Error(`the stream ${stream} is missing in the answer`);
    return 'reset' in answer ? { ok: false, reset: true, head: answer.head } : { ok: true, ...answer };
  }

  const followerOf = (stream: StreamName) =>
    createStreamFollower({
      sync: (after) => sync(stream, after),
      apply(event) {
        const row = createdRow(event);
        if (row !== null) times.set(row, (times.get(row) ?? 0) + 1);
      },
      onSnapshot: (_at, why) => void (resets += why === 'reset' ? 1 : 0),
    });

  const followers = STREAMS.map(followerOf);
  const { streams } = await createClient(origin, person.accessToken).callOk('sync');
  for (const [index, stream] of STREAMS.entries()) followers[index]?.startAt(streams[stream]?.head ?? '');
  return {
    person,
    async catchUp(now) {
      origin = now;
      await Promise.all(followers.map((follower) => follower.catchUp()));
    },
    countSeen: (row) => times.get(row) ?? 0,
    seenRows: () => [...times.keys()],
    resetCount: () => resets,
  };
}

const CREATING_KINDS: readonly StreamEvent['kind'][] = [
  'activity.created',
  'reply.created',
  'message.created',
];

/** The row that an event creates; null for other events. */
function createdRow(event: StreamEvent): string | null {
  if (!CREATING_KINDS.includes(event.kind) || event.data === null || !('uuid' in event.data)) return null;
  return event.data.uuid;
}
