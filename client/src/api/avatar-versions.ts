import type { Profile } from '@cruddur/shared';

type Versioned = Pick<Profile, 'cognito_user_uuid' | 'avatar_version'>;

/** The newest picture known of each person, learned from every profile that passes by. */
function createAvatarVersions() {
  const listeners = new Set<() => void>();
  let versions: ReadonlyMap<string, number> = new Map();
  return {
    learn: ({ cognito_user_uuid, avatar_version }: Versioned): void => {
      if (avatar_version <= (versions.get(cognito_user_uuid) ?? 0)) return;
      versions = new Map(versions).set(cognito_user_uuid, avatar_version);
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => versions,
  };
}

/** One for the page: a picture has one address wherever it is shown. */
export const avatarVersions = createAvatarVersions();
