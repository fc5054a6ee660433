import type { Activity, Marks } from '@cruddur/shared';
import type { QueryClient } from '@tanstack/react-query';
import { setMark, type MarkChange } from '../api/activities.ts';
import { textsOf } from '../api/api-error.ts';
import type { Call } from '../api/http-client.ts';
import { patchActivities } from '../realtime/patch-activities.ts';
import type { Crudding } from './crudding.tsx';

export type Mark = 'like' | 'repost';

type OwnMarks = Omit<Marks, 'uuid'>;

interface Parts {
  call: Call;
  client: QueryClient;
  say: Crudding['say'];
}

/**
 * Likes and reposts: shown at once, settled by the absolute numbers of the answer, taken back when it fails. Presses on one crud
 * are asked for in turn: side by side the server may take the later one first.
 */
export function createMarking({
  call,
  client,
  say,
}: Parts): (activity: Activity, mark: Mark) => Promise<void> {
  /**
   * By crud, while an answer is awaited: the end of the last turn, how the server was last known to have it, and how the presses
   * left it, which is what the next one turns round, whatever the screen says in between.
   */
  const turns = new Map<string, { last: Promise<void>; known: OwnMarks; pressed: OwnMarks }>();

  return async (activity, mark) => {
    const { uuid, liked, reposted, likes_count, reposts_count } = activity;
    const known = { liked, reposted, likes_count, reposts_count };
    const turn = turns.get(uuid) ?? { last: Promise.resolve(), known, pressed: known };
    turns.set(uuid, turn);
    const { change, guess } = plan(turn.pressed, mark);
    turn.pressed = { ...turn.pressed, ...guess };
    patchActivities(client, uuid, guess);
    const own = turn.last.then(async () => {
      try {
        const { uuid: _, ...marks } = await setMark(call, uuid, change);
        turn.known = marks;
      } catch (failure) {
        say({ text: textsOf(failure).join('. ') });
      }
    });
    turn.last = own;
    await own;
    // What was pressed since shows more than this answer knows.
    if (turn.last !== own) return;
    turns.delete(uuid);
    patchActivities(client, uuid, turn.known);
  };
}

function plan(
  { liked, reposted, likes_count, reposts_count }: OwnMarks,
  mark: Mark,
): { change: MarkChange; guess: Partial<OwnMarks> } {
  if (mark === 'like')
    return {
      change: liked ? 'unlike' : 'like',
      guess: { liked: !liked, likes_count: Math.max(0, likes_count + (liked ? -1 : 1)) },
    };
  return {
    change: reposted ? 'unrepost' : 'repost',
    guess: { reposted: !reposted, reposts_count: Math.max(0, reposts_count + (reposted ? -1 : 1)) },
  };
}
