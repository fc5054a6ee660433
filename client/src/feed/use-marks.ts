import type { Activity } from '@cruddur/shared';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { setMark, type MarkChange } from '../api/activities.ts';
import { textsOf } from '../api/api-error.ts';
import { useCall } from '../api/api-react.tsx';
import { patchActivities, type ActivityPatch } from '../realtime/patch-activities.ts';
import type { Crudding } from './crudding.tsx';

/** Likes and reposts: shown at once, settled by the absolute numbers of the answer, taken back when it fails. */
export function useMarks(say: Crudding['say']) {
  const call = useCall();
  const client = useQueryClient();
  return useCallback(
    async (activity: Activity, mark: 'like' | 'repost') => {
      const { change, guess, before } = plan(activity, mark);
      patchActivities(client, activity.uuid, guess);
      try {
        const { uuid, ...marks } = await setMark(call, activity.uuid, change);
        patchActivities(client, uuid, marks);
      } catch (failure) {
        patchActivities(client, activity.uuid, before);
        say({ text: textsOf(failure).join('. ') });
      }
    },
    [call, client, say],
  );
}

interface Plan {
  change: MarkChange;
  guess: ActivityPatch;
  before: ActivityPatch;
}

function plan({ liked, reposted, likes_count, reposts_count }: Activity, mark: 'like' | 'repost'): Plan {
  if (mark === 'like')
    return {
      change: liked ? 'unlike' : 'like',
      guess: { liked: !liked, likes_count: Math.max(0, likes_count + (liked ? -1 : 1)) },
      before: { liked, likes_count },
    };
  return {
    change: reposted ? 'unrepost' : 'repost',
    guess: { reposted: !reposted, reposts_count: Math.max(0, reposts_count + (reposted ? -1 : 1)) },
    before: { reposted, reposts_count },
  };
}
