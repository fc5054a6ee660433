import { avatarUrl, type ShortUser } from '@cruddur/shared';
import { createContext, use, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useIsServerRendered } from '../ssr/use-hydrating.ts';
import { createSignal, type Signal } from '../signal.ts';

type BuildPictureUrl = (id: string, version: number) => string;
type AvatarKey = Pick<ShortUser, 'cognito_user_uuid' | 'avatar_version'>;

const AvatarSource = createContext<BuildPictureUrl>((id, version) =>
  version > 0 ? avatarUrl(id, version) : '',
);

/** By address: whether the picture exists, null while it loads. A page of one author loads each picture once. */
const pictures = new Map<string, Signal<boolean | null>>();

/**
 * Provides all avatars with the addresses of their pictures.
 * @param urlOf address of a person's picture in that version or a newer one; empty while there is none, which sends no request.
 *   It must keep its identity while nothing changes
 */
export function AvatarSourceProvider({ urlOf, children }: { urlOf: BuildPictureUrl; children: ReactNode }) {
  return <AvatarSource value={urlOf}>{children}</AvatarSource>;
}

/**
 * The address of a person's picture once it is loaded, null while it is missing. The server's HTML names it at once, so that the
 * browser loads it with the page.
 */
export function usePicture({ cognito_user_uuid, avatar_version }: AvatarKey): string | null {
  const urlOf = use(AvatarSource);
  const url = urlOf(cognito_user_uuid, avatar_version);
  const subscribe = useCallback((onLoaded: () => void) => subscribeToPicture(url, onLoaded), [url]);
  const isServerRendered = useIsServerRendered();
  const [serverUrl] = useState(isServerRendered ? url : null);
  const isShown = useSyncExternalStore(
    subscribe,
    () => {
      const isLoaded = pictures.get(url)?.getSnapshot() ?? null;
      return isLoaded ?? url === serverUrl;
    },
    () => true,
  );
  return isShown && url !== '' ? url : null;
}

/** @returns unsubscribes */
function subscribeToPicture(url: string, onLoaded: () => void): () => void {
  if (url === '') return () => undefined;
  const picture = pictures.get(url) ?? loadPicture(url);
  // A new function for each subscription, so that two may share one callback.
  return picture.subscribe(() => onLoaded());
}

function loadPicture(url: string): Signal<boolean | null> {
  const picture = createSignal<boolean | null>(null);
  pictures.set(url, picture);
  const image = new Image();
  image.onload = () => picture.set(true);
  image.onerror = () => picture.set(false);
  image.src = url;
  return picture;
}
