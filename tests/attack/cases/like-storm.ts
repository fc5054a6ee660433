import { signUp } from '../../support/people.ts';
import {
  describeMissedTarget,
  formatStatuses,
  findUnexpectedStatuses,
  type AttackCase,
} from '../attack-case.ts';
import { likeStorm as measure } from '../like-storm.ts';

const PEOPLE = 40;
/** The largest ratio of the slowest feed reads during the load to those before. */
const RATIO = 5;

export const likeStorm: AttackCase = {
  name: 'like-storm',
  description: '400 likes of one crud in flight for 60 s, while tabs are open and the feed is read',
  async run(environment) {
    const { gateways } = await environment.startGateways();
    const [{ url }] = gateways;
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(url)));
    const crud = await people[0]?.callOk('createActivity', { body: { message: 'a popular crud' } });
    const figures = await measure({
      url,
      people,
      activity: crud?.uuid ?? '',
      inFlight: 400,
      seconds: environment.scaled(60),
    });
    const { feed, feedIdle, feedRatio, likesPerSecond, socketsClosed, statuses } = figures;
    return {
      figures: {
        'likes/s': likesPerSecond,
        answers: formatStatuses(statuses),
        'feed p99 ms': feed.p99Ms,
        'idle p99 ms': feedIdle.p99Ms,
        ratio: feedRatio,
      },
      faults: [
        ...findUnexpectedStatuses(statuses, [200]),
        ...(socketsClosed > 0 ? [`${socketsClosed} sockets were closed`] : []),
      ],
      missedTargets: describeMissedTarget('feed p99 in the storm / idle:', feedRatio, RATIO),
    };
  },
};
