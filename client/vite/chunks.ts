import type { Rolldown } from 'vite';

/** The chunks that a page with a session loads after the first one, each with the only address that needs it, or '' for all pages. */
export const MEMBER_CHUNKS: Readonly<Record<string, string>> = {
  parts: '',
  machines: '',
  person: '',
  feed: '/',
};

const isWorkerModule = (id: string) => id.includes('/client/worker/');

/**
 * The chunk of a module: the first group that matches; any other module is split by its imports. A group includes the imports
 * of its modules, so that no two chunks import each other.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  // Everything that every page needs, as one file.
  { name: 'first', tags: ['$initial'], test: (id) => !isWorkerModule(id) },
  // Small modules that several of the groups below share, so that none of these imports another one.
  {
    name: 'parts',
    test: /[\\/](lucide-react|tslib)[\\/]|(page[\\/]use-back|ui[\\/](error-box|field|page-states))\.tsx?/,
    minShareCount: 2,
  },
  // Popups, loaded when the browser is idle or on intent.
  {
    name: 'overlays',
    test: /[\\/](radix-ui|@radix-ui|@floating-ui)[\\/]|(ui[\\/](menu-body|tooltip-body|dialog|confirm-dialog|menu-item)|frame[\\/]account-menu)\.tsx?/,
  },
  { name: 'machines', test: /[\\/]node_modules[\\/](xstate|@xstate)[\\/]/ },
  // Feeds, and the public stream of visitors: pages with one have the other.
  {
    name: 'feed',
    test: /[\\/](pages[\\/]home-feed\.tsx|notifications[\\/]crud-note\.tsx|stream[\\/]follow-public-stream\.ts)/,
  },
  // Session, connection, outbox and side column of members.
  {
    name: 'person',
    test: /[\\/](session[\\/]start-session|cruds[\\/]mark-toggle|tabs[\\/]start-browser-tab|feed[\\/]member-panels|app[\\/](browser-outbox|member-root|connection-notice))\.tsx?/,
  },
  // What profiles, conversations and settings show about blocks and mutes.
  { name: 'notices', test: /[\\/]safety[\\/](block-notice|mute-fields)\.tsx/ },
  // Pairs that the same screens import: each chunk more is a name more in the first one.
  {
    name: 'conversations',
    test: /[\\/]messages[\\/](message-skeletons|use-partner|use-request|no-conversation)\.tsx?/,
  },
  {
    name: 'handle-check',
    test: /[\\/](account[\\/](handle-check\.machine|use-handle-check)|text[\\/]display-name)\.ts/,
  },
  {
    name: 'settings',
    test: /[\\/](pages[\\/]settings|settings[\\/](data-section|account-deletion\.machine))\.tsx?/,
  },
  { name: 'auth-steps', test: /[\\/]sign-in[\\/](sign-up|confirm|recovery)\.machine\.ts/ },
  {
    name: 'popups',
    test: /[\\/](cruds[\\/](compose-popup|burn-dialog)|safety[\\/]safety-dialogs)\.tsx/,
  },
];
