import type { Activity, Profile, PublicActivity, StreamEvent } from '@cruddur/shared';

/** A crud off the public stream, as somebody who has not marked it sees it. */
export function toUnmarkedActivity(data: PublicActivity): Activity {
  return { ...data, liked: false, reposted: false };
}

/** What an event does to one shown activity: absolute values only, and the same object when it does nothing. */
export function applyEventToActivity<A extends Activity>(activity: A, event: StreamEvent): A {
  switch (event.kind) {
    case 'profile.updated':
      return withAuthorName(activity, event.data);
    case 'activity.mine': {
      const { uuid, liked, reposted } = event.data;
      if (activity.uuid !== uuid || (activity.liked === liked && activity.reposted === reposted))
        return activity;
      return { ...activity, liked, reposted };
    }
    case 'reply.created':
      // Exact because the page's `asOf` lets each event in once: the snapshot's count and the replies after it.
      if (event.data.reply_to_activity_uuid !== activity.uuid) return activity;
      return { ...activity, replies_count: activity.replies_count + 1 };
    default:
      return activity;
  }
}

/** Puts a changed name on whatever carries its person's name. */
export function withAuthorName<T extends { cognito_user_uuid: string; display_name: string; handle: string }>(
  named: T,
  { cognito_user_uuid, display_name, handle }: Pick<Profile, 'cognito_user_uuid' | 'display_name' | 'handle'>,
): T {
  if (named.cognito_user_uuid !== cognito_user_uuid) return named;
  if (named.display_name === display_name && named.handle === handle) return named;
  return { ...named, display_name, handle };
}

/** Puts a thing on top; one that is there already moves up, so the last order is the stream's. */
export function putFirst<T>(items: T[], item: T, same: (other: T) => boolean): T[] {
  return [item, ...items.filter((other) => !same(other))];
}
