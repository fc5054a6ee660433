import type { ShortUser } from '@cruddur/shared';
import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react';
import { avatarPath } from '../paths.ts';

type PictureUrl = (id: string, version: number) => string;
type Pictured = Pick<ShortUser, 'cognito_user_uuid' | 'avatar_version'>;

const AvatarSource = createContext<PictureUrl>((id, version) => (version > 0 ? avatarPath(id, version) : ''));

/** What is known of each picture's address, so that a page of one author asks once: that it is there or not, or who waits. */
const known = new Map<string, boolean | Set<() => void>>();

/**
 * Tells all avatars where pictures lie.
 * @param urlOf address of a person's picture of that version or a newer one; empty while there is none, so that nothing
 *   is asked for in vain. Keep the function's identity while nothing changed
 */
export function AvatarSourceProvider({ urlOf, children }: { urlOf: PictureUrl; children: ReactNode }) {
  return <AvatarSource value={urlOf}>{children}</AvatarSource>;
}

/** The address of a person's picture once it is loaded, null while it is missing. */
export function usePicture({ cognito_user_uuid, avatar_version }: Pictured): string | null {
  const urlOf = use(AvatarSource);
  const url = urlOf(cognito_user_uuid, avatar_version);
  const subscribe = useCallback((onLoaded: () => void) => awaitPicture(url, onLoaded), [url]);
  // A page is taken over part by part: what came for one of them is no part of what the server made of the next.
  const isThere = useSyncExternalStore(
    subscribe,
    () => known.get(url) === true,
    () => false,
  );
  return isThere ? url : null;
}

/** @returns how to wait no longer */
function awaitPicture(url: string, onLoaded: () => void): () => void {
  const before = url === '' || known.get(url);
  if (typeof before === 'boolean') return () => undefined;
  const waiting = before ?? load(url);
  // A listener of its own, so that two may share one callback.
  const listener = () => onLoaded();
  waiting.add(listener);
  return () => waiting.delete(listener);
}

/** @returns who waits for it */
function load(url: string): Set<() => void> {
  const waiting = new Set<() => void>();
  known.set(url, waiting);
  const tell = (isThere: boolean) => {
    known.set(url, isThere);
    for (const listener of waiting) listener();
  };
  const image = new Image();
  image.onload = () => tell(true);
  image.onerror = () => tell(false);
  image.src = url;
  return waiting;
}
