import { type ShortUser, avatarUrl } from '@cruddur/shared';
import { clsx } from 'clsx';
import { createContext, use, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useIsServerRendered } from '../base/hydration/use-hydrating.ts';
import { createSignal, type Signal } from '../base/signal.ts';

type AvatarProps = {
  person: ShortUser;
  /** Tiny 22, small 36, normal 44 px (40 in cards on phones). */
  size?: 'tiny' | 'small' | 'normal';
  /** A picture just chosen, not uploaded yet. */
  preview?: string | null;
};

/** The picture as a cover-fitted, centred background; initials on a hue of the handle until it exists. */
export function Avatar({ person, size = 'normal', preview = null }: AvatarProps) {
  const picture = usePicture(person);
  const url = preview ?? picture;
  return (
    <span
      className={clsx('av', size === 'small' && 'av-s', size === 'tiny' && 'av-xs')}
      style={
        url === null ? { backgroundColor: pickHue(person.handle) } : { backgroundImage: `url("${url}")` }
      }
      aria-hidden="true"
    >
      {url === null && initialsOf(person.display_name, person.handle)}
    </span>
  );
}

type PresenceAvatarProps = { person: ShortUser; size?: 'small' | 'normal'; isPresent: boolean };

/** An avatar with a green dot while the person is present. The dot has no text: the parent says it in words. */
export function PresenceAvatar({ person, size = 'normal', isPresent }: PresenceAvatarProps) {
  return (
    <span className="presence-avatar">
      <Avatar person={person} size={size} />
      {isPresent && <span className="presence-dot" />}
    </span>
  );
}

/** White text has a contrast of at least 6.5 : 1 on each. */
const HUES = [
  '#4c1d84',
  '#0f6a5c',
  '#8a2f55',
  '#31409c',
  '#7a4a0c',
  '#1d5f8a',
  '#7b2f9c',
  '#43631a',
] as const;

/** FNV-1a over code points, as an unsigned 32-bit number. */
export function hashText(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}

/** One of eight hues, chosen by the handle. */
export function pickHue(handle: string): string {
  return HUES[hashText(handle.toLowerCase()) % HUES.length] ?? HUES[0];
}

/** First letters of the first and last word of a name; of the handle when the name has no letter. */
export function initialsOf(name: string, handle: string): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = words[0] ?? handle;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return [first, last]
    .map((word) => /^./su.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
}

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
function usePicture({ cognito_user_uuid, avatar_version }: AvatarKey): string | null {
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
