import { containsWord, foldText, hashtagsOf, type Activity, type Mute } from '@cruddur/shared';
import type { ActiveMutes } from './active-mutes.ts';

type Muted = Pick<Activity, 'cognito_user_uuid' | 'message'>;

/** Folded once per message, because every list applies all mutes again when one changes. */
const folded = new WeakMap<object, string>();
const hashtags = new WeakMap<object, readonly string[]>();

/** @param mutes those that have not ended, latest first */
export function createActiveMutes(viewer: string, mutes: readonly Mute[]): ActiveMutes {
  const people = new Map(mutes.filter(({ kind }) => kind === 'person').map((mute) => [mute.value, mute]));
  const tests = mutes.flatMap(({ kind, value }) => {
    switch (kind) {
      case 'person':
        return [];
      case 'word': {
        const word = foldText(value);
        return [{ reason: value, matches: (crud: Muted) => containsWord(foldMessage(crud), word) }];
      }
      case 'hashtag': {
        const hashtag = value.toLowerCase();
        return [{ reason: `#${value}`, matches: (crud: Muted) => readHashtags(crud).includes(hashtag) }];
      }
    }
  });
  return {
    viewer,
    mutes,
    muteOfPerson: (sub) => people.get(sub),
    reasonFor(activity) {
      if (activity.cognito_user_uuid === viewer) return null;
      if (people.has(activity.cognito_user_uuid)) return `@${activity.handle}`;
      return tests.find(({ matches }) => matches(activity))?.reason ?? null;
    },
  };
}

/** When the mutes end, in epoch milliseconds, the first one first. */
export function endsOf(mutes: readonly Mute[]): number[] {
  return mutes
    .flatMap(({ until }) => (until === null ? [] : Date.parse(until)))
    .toSorted((one, other) => one - other);
}

/** @param lastEnd the last end that has passed, or -Infinity */
export function lastingAfter(mutes: readonly Mute[], lastEnd: number): Mute[] {
  return mutes.filter(({ until }) => until === null || Date.parse(until) > lastEnd);
}

function foldMessage(crud: Muted): string {
  return readOnce(folded, crud, () => foldText(crud.message));
}

function readHashtags(crud: Muted): readonly string[] {
  return readOnce(hashtags, crud, () => hashtagsOf(crud.message).map((hashtag) => hashtag.toLowerCase()));
}

function readOnce<T>(known: WeakMap<object, T>, crud: object, read: () => T): T {
  const value = known.get(crud) ?? read();
  known.set(crud, value);
  return value;
}
