import { avatarUrl, type ShortUser } from '@cruddur/shared';
import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react';

type BuildPictureUrl = (id: string, version: number) => string;
type AvatarKey = Pick<ShortUser, 'cognito_user_uuid' | 'avatar_version'>;

const AvatarSource = createContext<BuildPictureUrl>((id, version) =>
  version > 0 ? avatarUrl(id, version) : '',
);

/** By address: whether the picture exists, or the listeners that wait for it. A page of one author loads each picture once. */
const loadStates = new Map<string, boolean | Set<() => void>>();

/**
 * Provides all avatars with the addresses of their pictures.
 * @param urlOf address of a person's picture in that version or a newer one; empty while there is none, which sends no request.
 *   It must keep its identity while nothing changes
 */
export function AvatarSourceProvider({ urlOf, children }: { urlOf: BuildPictureUrl; children: ReactNode }) {
  return <AvatarSource value={urlOf}>{children}</AvatarSource>;
}

/** The address of a person's picture once it is loaded, null while it is missing. */
export function usePicture({ cognito_user_uuid, avatar_version }: AvatarKey): string | null {
  const urlOf = use(AvatarSource);
  const url = urlOf(cognito_user_uuid, avatar_version);
  const subscribe = useCallback((onLoaded: () => void) => subscribeToPicture(url, onLoaded), [url]);
  // Hydration proceeds in parts: a picture that loads meanwhile must not differ from the server's HTML of a later part.
  const isLoaded = useSyncExternalStore(
    subscribe,
    () => loadStates.get(url) === true,
    () => false,
  );
  return isLoaded ? url : null;
}

/** @returns unsubscribes */
function subscribeToPicture(url: string, onLoaded: () => void): () => void {
  const loadState = url === '' || loadStates.get(url);
  if (typeof loadState === 'boolean') return () => undefined;
  const listeners = loadState ?? loadPicture(url);
  // A new function for each subscription, so that two may share one callback.
  const listener = () => onLoaded();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns the listeners, which are called once */
function loadPicture(url: string): Set<() => void> {
  const listeners = new Set<() => void>();
  loadStates.set(url, listeners);
  const finishLoading = (exists: boolean) => {
    loadStates.set(url, exists);
    for (const listener of listeners) listener();
  };
  const image = new Image();
  image.onload = () => finishLoading(true);
  image.onerror = () => finishLoading(false);
  image.src = url;
  return listeners;
}
