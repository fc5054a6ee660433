import { type Mute, containsWord, foldText, hashtagsOf, type Activity } from '@cruddur/shared';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useCall } from '../base/http/page-services.ts';
import { useSession } from '../base/session/session-react.tsx';
import { onMutedPeopleChanged } from '../sync/cache/apply-mute.ts';
import { createSignal } from '../base/signal.ts';
import { useLastPassed } from '../base/clock/clock-react.tsx';
import { activeMutes, type ActiveMutes } from './use-mutes.ts';
import { meQuery } from '../sync/me/use-account.ts';
import { localItems } from '../base/browser-storage.ts';

/** A mute of a person that the server has not answered yet: it applies at once. */
export type PendingMute = { mute: Mute; undo: () => void };

export const pendingMutes = createSignal<readonly PendingMute[]>([]);

const NONE: readonly Mute[] = [];
/** Lists wait this long for the first answer, in milliseconds: a feed is worth more than a filter. */
const MAX_WAIT_MS = 3000;

/**
 * Keeps `activeMutes`: from `me`, which events and answers keep up to date, and before its first answer from what this browser
 * stored. Each mute ends in its millisecond by the server's clock.
 */
export function MuteKeeper(): null {
  const viewer = useSession().person?.cognito_id;
  const mutes = useKnownMutes(viewer);
  const ends = useMemo(() => endsOf(mutes ?? NONE), [mutes]);
  const lastEnd = useLastPassed(ends);
  const lasting = useMemo(() => mutes && lastingAfter(mutes, lastEnd), [mutes, lastEnd]);
  // The next viewer has not muted these.
  useEffect(() => () => pendingMutes.set([]), [viewer]);
  const pending = useSyncExternalStore(pendingMutes.subscribe, pendingMutes.getSnapshot);
  const active = useMemo(() => {
    if (viewer === undefined || lasting === undefined) return null;
    return createActiveMutes(viewer, [...pending.map(({ mute }) => mute), ...lasting]);
  }, [viewer, lasting, pending]);
  // Before the paint of what is rendered with them.
  useLayoutEffect(() => activeMutes.set(active), [active]);
  // The server leaves out people only once it has their mutes.
  useRefetches(lasting);
  return null;
}

/** Undefined until they are known. */
function useKnownMutes(viewer: string | undefined): readonly Mute[] | undefined {
  const { data, isError } = useQuery({ ...meQuery(useCall()), enabled: viewer !== undefined });
  const fetched = data && data.cognito_user_uuid === viewer ? (data.mutes ?? NONE) : undefined;
  const stored = useMemo(() => (viewer === undefined ? null : readStoredMutes(viewer)), [viewer]);
  const hasWaited = useHasWaited(viewer);
  const wasPerson = useRef(false);
  useEffect(() => {
    if (viewer !== undefined && fetched) storeMutes(viewer, fetched);
    if (viewer === undefined && wasPerson.current) forgetStoredMutes();
    wasPerson.current = viewer !== undefined;
  }, [viewer, fetched]);
  if (viewer === undefined) return undefined;
  return fetched ?? stored ?? (isError || hasWaited ? NONE : undefined);
}

function useHasWaited(viewer: string | undefined): boolean {
  const [waitedFor, setWaitedFor] = useState<string>();
  useEffect(() => {
    if (viewer === undefined) return;
    const timer = setTimeout(setWaitedFor, MAX_WAIT_MS, viewer);
    return () => clearTimeout(timer);
  }, [viewer]);
  return viewer !== undefined && waitedFor === viewer;
}

/** The server leaves muted people out of some answers, which are fetched again when the muted people change. */
function useRefetches(mutes: readonly Mute[] | undefined): void {
  const client = useQueryClient();
  const people = mutes?.flatMap(({ kind, value }) => (kind === 'person' ? value : [])).join(' ');
  const last = useRef(people);
  useEffect(() => {
    const before = last.current;
    last.current = people;
    if (before !== undefined && people !== undefined && before !== people) onMutedPeopleChanged(client);
  }, [client, people]);
}

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

const KEY = 'mutes';

/** The mutes that this browser knew last, for the first screen; null when it knows none of this viewer. */
function readStoredMutes(viewer: string): readonly Mute[] | null {
  try {
    const stored = JSON.parse(localItems.getItem(KEY) ?? 'null') as {
      viewer: string;
      mutes: readonly Mute[];
    } | null;
    return stored?.viewer === viewer && Array.isArray(stored.mutes) ? stored.mutes : null;
  } catch {
    // Unreadable, or storage is blocked: they are fetched.
    return null;
  }
}

function storeMutes(viewer: string, mutes: readonly Mute[]): void {
  try {
    localItems.setItem(KEY, JSON.stringify({ viewer, mutes }));
  } catch {
    // The storage is full or blocked: the next page waits for the fetched ones.
  }
}

function forgetStoredMutes(): void {
  localItems.removeItem(KEY);
}
