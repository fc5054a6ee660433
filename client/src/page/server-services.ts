import { parseClientConfig, type PageData } from '@cruddur/shared';
import { QueryClient } from '@tanstack/react-query';
import type { Services } from '../app/services.ts';
import { createDrafts } from '../feed/drafts.ts';
import { VISITOR, type Session } from '../identity/session.ts';
import { createLogger } from '../logger.ts';
import { lateOutbox } from '../outbox/late-outbox.ts';
import { createLive } from '../realtime/live.ts';
import { createServerClock } from '../realtime/server-clock.ts';
import { fillCache } from './fill-cache.ts';

/** What the screens share while the server makes one page: a visitor, the page's data, and nothing that could act. */
export function serverServices({ now, content }: PageData): Services {
  const client = new QueryClient();
  if (content) fillCache(client, content);
  const clock = createServerClock(Date.now, () => undefined);
  clock.answered(now, { from: Date.now(), precisionMs: 0 });
  const tokens = { accessToken: () => Promise.resolve(null), refresh: () => Promise.resolve(null) };
  return {
    config: parseClientConfig({}),
    logger: createLogger('none'),
    session: { ...nobody, ...tokens },
    call: idle,
    client,
    clock,
    live: createLive({
      origin: '',
      tokens,
      clock,
      client,
      sync: idle,
      surroundings: null,
      firstContent: never,
    }),
    drafts: createDrafts({ storage: noStorage, page: new EventTarget(), now: clock.now }),
    outbox: lateOutbox(idle),
  };
}

/** Pages are rendered, and then nobody is there who could act. */
const idle = () => Promise.reject(new Error('Nothing is done while the server makes a page'));

const never = new Promise<void>(() => undefined);

const nobody: Omit<Session, 'accessToken' | 'refresh'> = {
  subscribe: () => () => undefined,
  getSnapshot: () => VISITOR,
  signOut: idle,
  signedIn: idle,
  setPerson: () => undefined,
  mailbox: null,
  hosted: null,
  identity: idle,
};

const noStorage: Parameters<typeof createDrafts>[0]['storage'] = {
  length: 0,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  key: () => null,
};
