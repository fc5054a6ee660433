import type { Mute } from '@cruddur/shared';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useCall } from '../api/api-react.tsx';
import { useSession } from '../auth/session/session-react.tsx';
import { onMutedPeopleChanged } from '../cache/apply-mute.ts';
import { meQuery } from '../cache/queries.ts';
import { useLastPassed } from '../clock/use-last-passed.ts';
import { activeMutes } from './active-mutes.ts';
import { createActiveMutes, endsOf, lastingAfter } from './create-active-mutes.ts';
import { forgetStoredMutes, readStoredMutes, storeMutes } from './stored-mutes.ts';

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
  const active = useMemo(() => {
    if (viewer === undefined || mutes === undefined) return null;
    return createActiveMutes(viewer, lastingAfter(mutes, lastEnd));
  }, [viewer, mutes, lastEnd]);
  // Before the paint of what is rendered with them.
  useLayoutEffect(() => activeMutes.set(active), [active]);
  useRefetches(active?.mutes);
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
