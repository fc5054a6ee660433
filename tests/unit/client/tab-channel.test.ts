import { expect, test } from 'vitest';
import { createTabChannel } from '../../../client/src/realtime/tabs/tab-channel.ts';
import { createFakeChannels } from './fake-channels.ts';

/** A browser whose tabs exist one after the other, each with its own clock offset. */
function browser() {
  const channels = createFakeChannels();
  return function join(time: number) {
    const received: string[] = [];
    const requests: string[] = [];
    const channel = createTabChannel({
      port: channels.open(),
      now: () => time,
      onLeaderMessage: ({ kind }) => received.push(kind),
      onRequest: ({ kind }) => requests.push(kind),
      onSuperseded() {
        received.push('superseded');
        channel.resignLeadership();
      },
    });
    return { channel, heard: received, asked: requests };
  };
}

test('[TABS-1] the leader’s messages reach all followers, and theirs reach only the leader', () => {
  const join = browser();
  const [leader, one, other] = [join(100), join(100), join(100)];
  leader.channel.claimLeadership();
  leader.channel.broadcastAsLeader({ kind: 'pulse' });
  one.channel.sendToLeader({ kind: 'wake' });
  leader.channel.sendToLeader({ kind: 'renewed' });
  one.channel.broadcastAsLeader({ kind: 'pulse' });
  expect([leader.heard, one.heard, other.heard]).toEqual([[], ['claim', 'pulse'], ['claim', 'pulse']]);
  expect([leader.asked, one.asked, other.asked]).toEqual([['wake', 'renewed'], [], []]);
});

test('[TABS-7] messages of a leader whose lock was stolen are ignored', () => {
  const join = browser();
  const [frozen, thief, other] = [join(100), join(50), join(100)];
  frozen.channel.claimLeadership();
  thief.channel.claimLeadership();
  expect(frozen.heard).toEqual(['superseded', 'claim']);
  frozen.channel.broadcastAsLeader({ kind: 'pulse' });
  expect(other.heard).toEqual(['claim', 'claim']);
});

test('[TABS-7] a leader whose clock is behind is notified, takes a higher number and repeats its messages', () => {
  const join = browser();
  const [old, other] = [join(900), join(900)];
  old.channel.claimLeadership();
  old.channel.close();
  const fresh = join(100);
  fresh.channel.claimLeadership();
  fresh.channel.broadcastAsLeader({ kind: 'pulse' });
  expect(other.heard).toEqual(['claim', 'claim', 'pulse']);
  expect(fresh.asked).toEqual(['hello']);
});

test('[TABS-7] a leader that has not noticed the theft stops at a message of the other leader, whichever number is higher', () => {
  const join = browser();
  const frozen = join(900);
  frozen.channel.claimLeadership();
  const thief = join(100);
  thief.channel.claimLeadership();
  expect(frozen.heard).toEqual(['superseded', 'claim']);
  thief.channel.broadcastAsLeader({ kind: 'pulse' });
  expect(frozen.heard.at(-1)).toBe('pulse');
});
