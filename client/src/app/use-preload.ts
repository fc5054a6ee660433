import { useEffect } from 'react';
import { menuBody } from '../components/menu.tsx';
import { accountMenu } from '../components/profile-box.tsx';
import { tipBody } from '../components/tooltip.tsx';
import { composePopup, replyPopup } from '../feed/popups.ts';
import { useFirstContent } from '../first-content.ts';
import type { Late } from '../late.ts';

const FOR_ALL: readonly Late<unknown>[] = [menuBody, tipBody];
const FOR_PEOPLE: readonly Late<unknown>[] = [accountMenu, composePopup, replyPopup];

/** Brings what the first click may open, once the first screen is there and the page has nothing else to do. */
export function usePreload(isPerson: boolean): void {
  const hasContent = useFirstContent();
  useEffect(() => {
    if (!hasContent) return;
    const parts = isPerson ? [...FOR_ALL, ...FOR_PEOPLE] : FOR_ALL;
    return whenIdle(() => {
      // What does not come is asked for again when it is wanted.
      for (const part of parts) part.load().catch(() => undefined);
    });
  }, [isPerson, hasContent]);
}

/** Safari knows no idle time. */
const LATER_MS = 1000;

function whenIdle(work: () => void): () => void {
  const over = new AbortController();
  const begin = () => {
    if ('requestIdleCallback' in window) {
      const asked = requestIdleCallback(work);
      over.signal.addEventListener('abort', () => cancelIdleCallback(asked));
    } else {
      const timer = setTimeout(work, LATER_MS);
      over.signal.addEventListener('abort', () => clearTimeout(timer));
    }
  };
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true, signal: over.signal });
  return () => over.abort();
}
