import { createSignal } from '../signal.ts';

/** The newest picture known of each person, learned from everybody who passes by in answers and events. */
function createAvatarVersions() {
  const { set, subscribe, getSnapshot } = createSignal<ReadonlyMap<string, number>>(new Map());

  /** Walks through whatever an answer or event carries; people may stand at any depth. */
  function collectVersions(thing: unknown, found: Map<string, number>): void {
    if (typeof thing !== 'object' || thing === null) return;
    if ('cognito_user_uuid' in thing && 'avatar_version' in thing) {
      const { cognito_user_uuid: id, avatar_version: version } = thing;
      const isPerson = typeof id === 'string' && typeof version === 'number';
      if (isPerson && version > (found.get(id) ?? getSnapshot().get(id) ?? 0)) found.set(id, version);
    }
    for (const part of Object.values(thing)) collectVersions(part, found);
  }

  return {
    recordVersions: (news: unknown): void => {
      const found = new Map<string, number>();
      collectVersions(news, found);
      if (found.size > 0) set(new Map([...getSnapshot(), ...found]));
    },
    /** Somebody has no picture any more. */
    removeVersion: (id: string): void => {
      if (getSnapshot().has(id)) set(new Map([...getSnapshot()].filter(([other]) => other !== id)));
    },
    subscribe,
    /** By the person's id; somebody without a picture is missing. */
    getSnapshot,
  };
}

/** One for the page: a picture has one address wherever it is shown. */
export const avatarVersions = createAvatarVersions();
