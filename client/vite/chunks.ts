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
    test: /[\\/](lucide-react|tslib)[\\/]|ui[\\/](icon-button|error-box|field|password-field|notice-box)\.tsx/,
    minShareCount: 2,
  },
  // Whatever opens above the page, whose code comes when the page is idle or at the first intent.
  {
    name: 'overlays',
    test: /[\\/](radix-ui|@radix-ui|@floating-ui)[\\/]|(ui[\\/](menu-body|tooltip-body|dialog|confirm-dialog|menu-icons)|frame[\\/]account-menu)\.tsx?/,
  },
  { name: 'machines', test: /[\\/]node_modules[\\/](xstate|@xstate)[\\/]/ },
  // Lists of cruds, and what visitors have of the living page, as people do: where there is one there is the other.
  { name: 'feed', test: /[\\/](screens[\\/]home[\\/]home-feed\.tsx|stream[\\/]follow-public-stream\.ts)/ },
  // Session, connection, outbox and side column of somebody who is signed in.
  {
    name: 'person',
    test: /[\\/](session[\\/]create-session|compose[\\/]mark-toggle|tabs[\\/]start-tab|outbox[\\/]browser-outbox|app[\\/](member-panels|session-end))\.tsx?/,
  },
  { name: 'popups', test: /[\\/]compose[\\/](compose-popup|reply-popup|burn-dialog)\.tsx/ },
];
