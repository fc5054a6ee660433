import { avatarUrl, type ShortUser } from '@cruddur/shared';
import { createContext, use, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useIsServerRendered } from '../ssr/use-hydrating.ts';
import { createSignal, type Signal } from '../signal.ts';

type BuildPictureUrl = (id: string, version: number) => string;
type AvatarKey = Pick<ShortUser, 'cognito_user_uuid' | 'avatar_version'>;

const AvatarSource = createContext<BuildPictureUrl>((id, version) =>
  version > 0 ? avatarUrl(id, version) : '',
);

interface Picture {
  /** Whether it exists, null while it loads. */
  state: Signal<boolean | null>;
  /** The number of avatars that show it. */
  shown: number;
}

/** The most pictures that are remembered, unless more are shown. */
const MAX_PICTURES = 1000;
/** By address, those that are not shown in the order in which they were left. A page of one author loads each picture once. */
const pictures = new Map<string, Picture>();

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
      const isLoaded = pictures.get(url)?.state.getSnapshot() ?? null;
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
  picture.shown += 1;
  // A new function for each subscription, so that two may share one callback.
  const unsubscribe = picture.state.subscribe(() => onLoaded());
  return () => {
    unsubscribe();
    picture.shown -= 1;
    if (picture.shown === 0) leavePicture(url, picture);
  };
}

function leavePicture(url: string, picture: Picture): void {
  pictures.delete(url);
  pictures.set(url, picture);
  if (pictures.size <= MAX_PICTURES) return;
  for (const [other, { shown }] of pictures) {
    if (shown > 0) continue;
    pictures.delete(other);
    return;
  }
}

function loadPicture(url: string): Picture {
  const state = createSignal<boolean | null>(null);
  const picture = { state, shown: 0 };
  pictures.set(url, picture);
  const image = new Image();
  image.onload = () => state.set(true);
  image.onerror = () => state.set(false);
  image.src = url;
  return picture;
}
