import { useEffect } from 'react';
import { lazyMenuBody } from '../ui/menu.tsx';
import { lazyAccountMenu } from '../frame/profile-box.tsx';
import { lazyTooltipBody } from '../ui/tooltip.tsx';
import { burnDialog, composePopup, replyPopup } from '../compose/popups.ts';
import { firstContent } from '../ssr/first-content.ts';
import type { LazyValue } from '../lazy/lazy-value.ts';
import { runWhenIdle } from '../ssr/run-when-idle.ts';

const PRELOADED_FOR_ALL: readonly LazyValue<unknown>[] = [lazyMenuBody, lazyTooltipBody];
const PRELOADED_FOR_MEMBERS: readonly LazyValue<unknown>[] = [
  lazyAccountMenu,
  composePopup,
  replyPopup,
  burnDialog,
];

/** Brings what the first click may open, once the first screen is there and the page has nothing else to do. */
export function usePreload(isPerson: boolean): void {
  useEffect(() => {
    const over = new AbortController();
    const parts = isPerson ? [...PRELOADED_FOR_ALL, ...PRELOADED_FOR_MEMBERS] : PRELOADED_FOR_ALL;
    const preloadAll = () => {
      // What does not come is asked for again when it is wanted.
      for (const part of parts) part.load().catch(() => undefined);
    };
    void firstContent.ready.then(() => runWhenIdle(preloadAll, over.signal));
    return () => over.abort();
  }, [isPerson]);
}
