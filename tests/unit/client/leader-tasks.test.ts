import { expect, test } from 'vitest';
import { createLeaderTasks } from '../../../client/src/realtime/tabs/leader-tasks.ts';

test('[TABS-1] what only the leader does begins and ends with its leading, whenever it was asked for', () => {
  const done: string[] = [];
  const work = (name: string) => () => {
    done.push(`${name} begins`);
    return () => void done.push(`${name} ends`);
  };
  const works = createLeaderTasks();
  const stopEarly = works.add(work('early'));
  const end = works.startAll();
  works.add(work('late'));
  stopEarly();
  end();
  works.startAll();
  expect(done).toEqual(['early begins', 'late begins', 'early ends', 'late ends', 'late begins']);
});
