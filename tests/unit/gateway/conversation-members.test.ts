import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { userStream } from '../../../server/src/domain/streams.ts';
import { cacheMemberStreams } from '../../../server/src/gateway/conversation-members.ts';
import { ANNA, BEN, GROUP } from './test-gateway.ts';

/** The store's answers, which each test gives when it wants. */
function createFixture({ isFollowed = true } = {}) {
  const answers: ((members: { sub: string; handle: string }[]) => void)[] = [];
  const members = cacheMemberStreams({
    findOtherMembers: () => new Promise((resolve) => void answers.push(resolve)),
    clock: systemClock,
    isFollowed: () => isFollowed,
  });
  return { members, answers };
}

const others = [{ sub: BEN, handle: 'ben' }];

test('[BLOCK-7] the members of a conversation are read again after a block, also one during the reading', async () => {
  const { members, answers } = createFixture();
  const before = members.find(GROUP, ANNA);
  members.forget(userStream(ANNA));
  answers[0]?.(others);
  expect(await before).toEqual([userStream(BEN)]);

  const after = members.find(GROUP, ANNA);
  answers[1]?.([]);
  expect(await after).toEqual([]);
  expect(await members.find(GROUP, ANNA)).toEqual([]);
  expect(answers).toHaveLength(2);
});

test('[BLOCK-7] the members are read each time while no event of the person would tell of a block', async () => {
  const { members, answers } = createFixture({ isFollowed: false });
  const first = members.find(GROUP, ANNA);
  answers[0]?.(others);
  await first;
  const second = members.find(GROUP, ANNA);
  answers[1]?.([]);
  expect(await second).toEqual([]);
});
