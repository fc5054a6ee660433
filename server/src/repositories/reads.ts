import { ORIGIN, SYNC_EVENTS_MAX } from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import { PUBLIC_STREAM } from '../domain/streams.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { Ports } from '../domain/ports.ts';
import { createVisitorEvents } from '../domain/sync/visitor-events.ts';
import type { FeedPageReads } from '../domain/activities/ports.ts';
import { createActivityReads } from './activities.ts';
import { createBlockReads } from './blocks.ts';
import { createExportReads } from './exports.ts';
import { createFeedPageReads } from './feed-pages.ts';
import { refuseWhenUnavailable, withUnavailableRefusal } from './store-failures.ts';
import { createStreamLog, readRecent } from './log.ts';
import { createMessageReads } from './messages.ts';
import { createModerationReads } from './moderation.ts';
import { createMuteReads } from './mutes.ts';
import { createNotificationReads } from './notifications.ts';
import { createPeopleReads } from './people.ts';
import { createPrivacyReads } from './privacy.ts';
import { createPushReads } from './push.ts';
import { createSearchReads } from './search.ts';
import { createSessionReads } from './sessions.ts';
import type { Db } from './tables.ts';

export type StoreReads = Pick<
  Ports,
  | 'log'
  | 'visitorEvents'
  | 'activities'
  | 'people'
  | 'messages'
  | 'notifications'
  | 'search'
  | 'moderation'
  | 'blocks'
  | 'mutes'
  | 'privacy'
  | 'sessions'
  | 'exports'
  | 'push'
> & { feedPages: FeedPageReads };

/** The read side of the store. */
export function createStoreReads(db: Db, clock: Clock, metrics: Metrics = noMetrics): StoreReads {
  const log = withUnavailableRefusal(createStreamLog(db, clock));
  const recent = { stream: PUBLIC_STREAM, count: SYNC_EVENTS_MAX };
  return {
    log,
    visitorEvents: createVisitorEvents({
      readWindow: () => refuseWhenUnavailable(() => readRecent(db, recent, clock.now())),
      readHead: async () => (await log.readHeads([PUBLIC_STREAM])).get(PUBLIC_STREAM) ?? ORIGIN,
      monotonicMs: () => performance.now(),
      clock,
      metrics,
    }),
    feedPages: withUnavailableRefusal(createFeedPageReads(db)),
    activities: withUnavailableRefusal(createActivityReads(db)),
    people: withUnavailableRefusal(createPeopleReads(db)),
    messages: withUnavailableRefusal(createMessageReads(db)),
    notifications: withUnavailableRefusal(createNotificationReads(db)),
    search: withUnavailableRefusal(createSearchReads(db)),
    moderation: withUnavailableRefusal(createModerationReads(db)),
    blocks: withUnavailableRefusal(createBlockReads(db)),
    mutes: withUnavailableRefusal(createMuteReads(db)),
    privacy: withUnavailableRefusal(createPrivacyReads(db)),
    sessions: withUnavailableRefusal(createSessionReads(db)),
    exports: withUnavailableRefusal(createExportReads(db)),
    push: withUnavailableRefusal(createPushReads(db)),
  };
}
