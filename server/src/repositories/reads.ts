import type { Clock } from '../domain/clock.ts';
import type { Ports } from '../domain/ports.ts';
import { createActivityReads } from './activities.ts';
import { refusingWhenAway } from './failures.ts';
import { createStreamLog } from './log.ts';
import { createMessageReads } from './messages.ts';
import { createNotificationReads } from './notifications.ts';
import { createPeopleReads } from './people.ts';
import { createSearchReads } from './search.ts';
import type { Db } from './tables.ts';

/** All that is read from the store. */
export function createReads(
  db: Db,
  clock: Clock,
): Pick<Ports, 'log' | 'activities' | 'people' | 'messages' | 'notifications' | 'search'> {
  return {
    log: refusingWhenAway(createStreamLog(db, clock)),
    activities: refusingWhenAway(createActivityReads(db)),
    people: refusingWhenAway(createPeopleReads(db)),
    messages: refusingWhenAway(createMessageReads(db)),
    notifications: refusingWhenAway(createNotificationReads(db)),
    search: refusingWhenAway(createSearchReads(db)),
  };
}
