import { avatarUrl, type ShortUser } from '@cruddur/shared';
import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react';

type PictureUrl = (id: string, version: number) => string;
type AvatarKey = Pick<ShortUser, 'cognito_user_uuid' | 'avatar_version'>;

const AvatarSource = createContext<PictureUrl>((id, version) => (version > 0 ? avatarUrl(id, version) : ''));

/** What is known of each picture's address, so that a page of one author asks once: that it is there or not, or who waits. */
const loadStates = new Map<string, boolean | Set<() => void>>();

/**
 * Tells all avatars where pictures lie.
 * @param urlOf address of a person's picture of that version or a newer one; empty while there is none, so that nothing
 *   is asked for in vain. Keep the function's identity while nothing changed
 */
export function AvatarSourceProvider({ urlOf, children }: { urlOf: PictureUrl; children: ReactNode }) {
  return <AvatarSource value={urlOf}>{children}</AvatarSource>;
}

/** The address of a person's picture once it is loaded, null while it is missing. */
export function usePicture({ cognito_user_uuid, avatar_version }: AvatarKey): string | null {
  const urlOf = use(AvatarSource);
  const url = urlOf(cognito_user_uuid, avatar_version);
  const subscribe = useCallback((onLoaded: () => void) => subscribeToPicture(url, onLoaded), [url]);
  // A page is taken over part by part: what came for one of them is no part of what the server made of the next.
  const isLoaded = useSyncExternalStore(
    subscribe,
    () => loadStates.get(url) === true,
    () => false,
  );
  return isLoaded ? url : null;
}

/** @returns how to wait no longer */
function subscribeToPicture(url: string, onLoaded: () => void): () => void {
  const before = url === '' || loadStates.get(url);
  if (typeof before === 'boolean') return () => undefined;
  const waiting = before ?? loadPicture(url);
  // A listener of its own, so that two may share one callback.
  const listener = () => onLoaded();
  waiting.add(listener);
  return () => waiting.delete(listener);
}

/** @returns who waits for it */
function loadPicture(url: string): Set<() => void> {
  const waiting = new Set<() => void>();
  loadStates.set(url, waiting);
  const finishLoading = (isThere: boolean) => {
    loadStates.set(url, isThere);
    for (const listener of waiting) listener();
  };
  const image = new Image();
  image.onload = () => finishLoading(true);
  image.onerror = () => finishLoading(false);
  image.src = url;
  return waiting;
}
