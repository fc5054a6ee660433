import type { ShortUser } from '@cruddur/shared';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { avatarPath } from '../paths.ts';
import { useHydrating } from './hydrating.ts';

type PictureUrl = (id: string, version: number) => string;
type Pictured = Pick<ShortUser, 'cognito_user_uuid' | 'avatar_version'>;

const AvatarSource = createContext<PictureUrl>((id, version) => (version > 0 ? avatarPath(id, version) : ''));

/** What is known of each picture's address, so that a page of one author asks once. */
const known = new Map<string, boolean | Promise<boolean>>();

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
  const [loaded, setLoaded] = useState<string | null>(null);
  // A page is taken over part by part: what came for one of them is no part of what the server made of the next.
  const hydrating = useHydrating();
  useEffect(() => {
    if (url === '' || known.get(url) === true) return;
    let current = true;
    void load(url).then((there) => {
      if (there && current) setLoaded(url);
    });
    return () => {
      current = false;
    };
  }, [url]);
  return !hydrating && url !== '' && (known.get(url) === true || loaded === url) ? url : null;
}

function load(url: string): Promise<boolean> {
  const before = known.get(url);
  if (before !== undefined) return Promise.resolve(before);
  const loading = new Promise<boolean>((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  }).then((there) => {
    known.set(url, there);
    return there;
  });
  known.set(url, loading);
  return loading;
}
