import type { ClientConfig, PageData } from '@cruddur/shared';
import { QueryClient } from '@tanstack/react-query';
import type { Services } from '../app/services.ts';
import { mergeConfig } from '../config.ts';
import { createDrafts } from '../feed/drafts.ts';
import type { ForgetfulSession } from '../feed/forgetful-session.ts';
import { hostedPages } from '../identity/hosted-arrival.ts';
import { hostedSettings } from '../identity/hosted-settings.ts';
import { VISITOR, type Session } from '../identity/session.ts';
import { createLogger } from '../logger.ts';
import { lateOutbox } from '../outbox/late-outbox.ts';
import { paths } from '../paths.ts';
import { createLive } from '../realtime/live.ts';
import { createServerClock } from '../realtime/server-clock.ts';
import { fillCache } from './fill-cache.ts';

/**
 * What the screens share while the server makes one page: a visitor, the page's data, and nothing that could act.
 * @param served the settings that the page carries
 */
export function serverServices({ now, content }: PageData, served: Partial<ClientConfig>): Services {
  const config = mergeConfig(import.meta.env, served);
  const client = new QueryClient();
  if (content) fillCache(client, content);
  const clock = createServerClock(Date.now, () => undefined);
  clock.answered(now, { from: Date.now(), precisionMs: 0 });
  const tokens = { accessToken: () => Promise.resolve(null), refresh: () => Promise.resolve(null) };
  return {
    config,
    logger: createLogger('none'),
    session: { ...nobody, ...tokens, ...waysIn(config) },
    call: idle,
    client,
    clock,
    live: createLive({
      origin: '',
      tokens,
      ended: () => undefined,
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

/** What pages of the way in say of their surroundings. Hosted pages that answered are come to without a made page. */
function waysIn(config: ClientConfig): Pick<Session, 'mailbox' | 'hosted'> {
  return {
    mailbox: config.local_pool ? paths.localMail : null,
    hosted: hostedSettings(config) && hostedPages({ isAnswer: false, refusal: '' }, idle),
  };
}

const nobody: Omit<ForgetfulSession, 'accessToken' | 'refresh' | 'mailbox' | 'hosted'> = {
  subscribe: () => () => undefined,
  getSnapshot: () => VISITOR,
  hasLeft: () => false,
  signOut: idle,
  signedIn: idle,
  setPerson: () => undefined,
  identity: idle,
};

const noStorage: Parameters<typeof createDrafts>[0]['storage'] = {
  length: 0,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  key: () => null,
};
