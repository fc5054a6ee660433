import { useEffect } from 'react';
import { menuBody } from '../components/menu.tsx';
import { accountMenu } from '../components/profile-box.tsx';
import { tipBody } from '../components/tooltip.tsx';
import { burnDialog, composePopup, replyPopup } from '../feed/popups.ts';
import { firstContent } from '../first-content.ts';
import type { Late } from '../late.ts';
import { whenIdle } from '../when-idle.ts';

const FOR_ALL: readonly Late<unknown>[] = [menuBody, tipBody];
const FOR_PEOPLE: readonly Late<unknown>[] = [accountMenu, composePopup, replyPopup, burnDialog];

/** Brings what the first click may open, once the first screen is there and the page has nothing else to do. */
export function usePreload(isPerson: boolean): void {
  useEffect(() => {
    const over = new AbortController();
    const parts = isPerson ? [...FOR_ALL, ...FOR_PEOPLE] : FOR_ALL;
    const bring = () => {
      // What does not come is asked for again when it is wanted.
      for (const part of parts) part.load().catch(() => undefined);
    };
    void firstContent.there.then(() => whenIdle(bring, over.signal));
    return () => over.abort();
  }, [isPerson]);
}
