/** The newest picture known of each person, learned from everybody who passes by in answers and events. */
function createAvatarVersions() {
  const listeners = new Set<() => void>();
  let versions: ReadonlyMap<string, number> = new Map();

  /** Walks through whatever an answer or event carries; people may stand at any depth. */
  function find(thing: unknown, found: Map<string, number>): void {
    if (typeof thing !== 'object' || thing === null) return;
    if ('cognito_user_uuid' in thing && 'avatar_version' in thing) {
      const { cognito_user_uuid: id, avatar_version: version } = thing;
      const isPerson = typeof id === 'string' && typeof version === 'number';
      if (isPerson && version > (found.get(id) ?? versions.get(id) ?? 0)) found.set(id, version);
    }
    for (const part of Object.values(thing)) find(part, found);
  }

  return {
    learn: (news: unknown): void => {
      const found = new Map<string, number>();
      find(news, found);
      if (found.size === 0) return;
      versions = new Map([...versions, ...found]);
      for (const listener of listeners) listener();
    },
    /** Somebody has no picture any more. */
    forget: (id: string): void => {
      if (!versions.has(id)) return;
      versions = new Map([...versions].filter(([other]) => other !== id));
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** By the person's id; somebody without a picture is missing. */
    getSnapshot: () => versions,
  };
}

/** One for the page: a picture has one address wherever it is shown. */
export const avatarVersions = createAvatarVersions();
