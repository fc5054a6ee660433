import { expect, test } from 'vitest';
import { createLeaderWork } from '../../../client/src/realtime/leader-work.ts';

test('[TABS-1] what only the leader does begins and ends with its leading, whenever it was asked for', () => {
  const done: string[] = [];
  const work = (name: string) => () => {
    done.push(`${name} begins`);
    return () => void done.push(`${name} ends`);
  };
  const works = createLeaderWork();
  const stopEarly = works.add(work('early'));
  const end = works.begin();
  works.add(work('late'));
  stopEarly();
  end();
  works.begin();
  expect(done).toEqual(['early begins', 'late begins', 'early ends', 'late ends', 'late begins']);
});
