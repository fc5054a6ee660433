import { createContext, use, useEffect, useState, type ReactNode } from 'react';

type PictureUrl = (id: string) => string;

const AvatarSource = createContext<PictureUrl>((id) => `/avatars/processed/${id}.jpg`);

/** What is known of each picture's address, so that a page of one author asks once. */
const known = new Map<string, boolean | Promise<boolean>>();

/**
 * Tells all avatars where pictures lie.
 * @param urlOf address of a person's picture, with its version as `?v=` once one is known; keep the function's
 *   identity while nothing changed
 */
export function AvatarSourceProvider({ urlOf, children }: { urlOf: PictureUrl; children: ReactNode }) {
  return <AvatarSource value={urlOf}>{children}</AvatarSource>;
}

/** The address of a person's picture once it is loaded, null while it is missing. */
export function usePicture(id: string): string | null {
  const urlOf = use(AvatarSource);
  const url = id === '' ? '' : urlOf(id);
  const [loaded, setLoaded] = useState<string | null>(null);
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
  return url !== '' && (known.get(url) === true || loaded === url) ? url : null;
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
