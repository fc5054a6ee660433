import { createSignal } from '../signal.ts';

/** The most users whose version is remembered: of others, each answer and event names the version itself. */
const MAX_VERSIONS = 2000;

/** The newest known avatar version of each user, collected from all responses and events. */
export type AvatarVersions = ReturnType<typeof createAvatarVersions>;

export function createAvatarVersions() {
  const { set, subscribe, getSnapshot } = createSignal<ReadonlyMap<string, number>>(new Map());

  /** Users may be at any depth of a response or event. */
  function collectVersions(value: unknown, found: Map<string, number>): void {
    if (typeof value !== 'object' || value === null) return;
    if ('cognito_user_uuid' in value && 'avatar_version' in value) {
      const { cognito_user_uuid: id, avatar_version: version } = value;
      const isUser = typeof id === 'string' && typeof version === 'number';
      if (isUser && version > (found.get(id) ?? getSnapshot().get(id) ?? 0)) found.set(id, version);
    }
    for (const part of Object.values(value)) collectVersions(part, found);
  }

  return {
    recordVersions: (data: unknown): void => {
      const found = new Map<string, number>();
      collectVersions(data, found);
      if (found.size === 0) return;
      const others = [...getSnapshot()].filter(([id]) => !found.has(id));
      set(new Map([...others, ...found].slice(-MAX_VERSIONS)));
    },
    /** Called when a user has removed the picture. */
    removeVersion: (id: string): void => {
      if (getSnapshot().has(id)) set(new Map([...getSnapshot()].filter(([other]) => other !== id)));
    },
    subscribe,
    /** Versions by user id; users without a picture are missing. */
    getSnapshot,
  };
}

/** The instance of the page, so that a picture has the same URL wherever it is shown. */
export const avatarVersions = createAvatarVersions();
