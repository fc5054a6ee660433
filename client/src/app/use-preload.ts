import { useEffect } from 'react';
import { lazyMenuBody } from '../ui/menu.tsx';
import { lazyAccountMenu } from '../frame/profile-box.tsx';
import { lazyTooltipBody } from '../ui/tooltip.tsx';
import { burnDialog, composePopup, replyPopup } from '../compose/compose-provider.tsx';
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

/** Loads the chunks that a first click may open, after the first content and when the browser is idle. */
export function usePreload(isPerson: boolean): void {
  useEffect(() => {
    const abort = new AbortController();
    const values = isPerson ? [...PRELOADED_FOR_ALL, ...PRELOADED_FOR_MEMBERS] : PRELOADED_FOR_ALL;
    const preloadAll = () => {
      // A chunk that fails here is requested again on use.
      for (const value of values) value.load().catch(() => undefined);
    };
    void firstContent.ready.then(() => runWhenIdle(preloadAll, abort.signal));
    return () => abort.abort();
  }, [isPerson]);
}
