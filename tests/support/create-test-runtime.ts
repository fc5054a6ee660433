import { createBrowserRuntime } from '../../client/src/base/runtime/browser-runtime.ts';
import type { PageEvent, Runtime } from '../../client/src/base/runtime/runtime.ts';

interface PageFacts {
  isVisible: boolean;
  isOnline: boolean;
}

/** The runtime of a tab under test: the system's time and timers, which Vitest may replace, and a page that the test changes. */
export interface TestRuntime extends Runtime {
  /** Changes the page, and reports it as the browser does. */
  changePage: (event: PageEvent, change?: Partial<PageFacts>) => void;
}

/** The page is visible and online. */
export function createTestRuntime(): TestRuntime {
  const events = new EventTarget();
  const facts: PageFacts = { isVisible: true, isOnline: true };
  return {
    ...createBrowserRuntime(),
    page: {
      isVisible: () => facts.isVisible,
      isOnline: () => facts.isOnline,
      on: (event, listener, signal) => events.addEventListener(event, listener, signal && { signal }),
    },
    changePage(event, change) {
      Object.assign(facts, change);
      events.dispatchEvent(new Event(event));
    },
  };
}
