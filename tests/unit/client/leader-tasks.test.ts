import { expect, test } from 'vitest';
import { createLeaderTasks } from '../../../client/src/realtime/tabs/leader-tasks.ts';

test('[TABS-1] a leader’s task starts and stops with its leadership, whenever it was registered', () => {
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
