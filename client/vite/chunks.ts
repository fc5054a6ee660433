import type { Rolldown } from 'vite';

const isWorkers = (id: string) => id.includes('/client/worker/');

/**
 * What is loaded together, the first that fits before the others; everything else goes by itself. Each takes along what it
 * imports, so that no two chunks need each other.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  // All that a page begins with, as one file.
  { name: 'first', tags: ['$initial'], test: (id) => !isWorkers(id) },
  // Small pieces of several of those below: none of these should need another for them.
  {
    name: 'parts',
    test: /[\\/](lucide-react|tslib)[\\/]|components[\\/](icon-button|error-box|field|password-field|notice-box)\.tsx/,
    minShareCount: 2,
  },
  // Whatever opens above the page, whose code comes when the page is idle or at the first intent.
  {
    name: 'overlays',
    test: /[\\/](radix-ui|@radix-ui|@floating-ui)[\\/]|components[\\/](menu-body|tip-body|account-menu|dialog|menu-icons)\.tsx?/,
  },
  { name: 'machines', test: /[\\/]node_modules[\\/](xstate|@xstate)[\\/]/ },
  // What visitors have of the living page, and people too.
  { name: 'news', test: /[\\/]realtime[\\/]visitor-news\.ts/ },
  // Session, connection and outbox of somebody who is signed in.
  {
    name: 'person',
    test: /[\\/](identity[\\/]create-session|realtime[\\/]tabs[\\/]start-tab|app[\\/]browser-outbox)\.ts/,
  },
  { name: 'feed', test: /[\\/]screens[\\/]home[\\/]home-feed\.tsx/ },
  { name: 'popups', test: /[\\/]feed[\\/](compose|reply)-popup\.tsx/ },
];
