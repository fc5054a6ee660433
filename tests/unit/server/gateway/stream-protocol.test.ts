import type { StreamEvent, StreamName } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFollower } from '../../../support/sockets.ts';
import { until } from '../../../support/until.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { waitForFrame } from './protocol-client.ts';
import { ANNA, createToken, personalStream, openTestGateway } from './test-gateway.ts';

const write = fc.record({ kind: fc.constantFrom('public' as const, 'me' as const), lost: fc.boolean() });
const change = fc.record({
  kind: fc.constantFrom('second', 'reconnect', 'instant', 'outage', 'quiet', 'wake'),
});
const step = fc.oneof({ weight: 2, arbitrary: write }, { weight: 1, arbitrary: change });

const keys = (events: readonly StreamEvent[]) => events.map(({ seq, tag }) => `${seq}.${tag}`);

test('[STREAM-8, QUIET-1] a client that follows the contract, also one that turns quiet and returns at any moment, misses no event and applies none twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 50 }), async (steps) => {
      await using gateway = await openTestGateway();
      const applied: Record<StreamName, StreamEvent[]> = { public: [], me: [] };
      let isQuiet = false;
      const connect = async (cursors = { public: '0.0', me: '0.0' }) => {
        const socket = gateway.connect({ token: createToken(ANNA), cursors, quiet: isQuiet });
        const follower = createFollower(socket, cursors, { applied, isQuiet: () => isQuiet });
        await waitForFrame(socket, 'ready');
        return { ...follower, socket };
      };
      let tab = await connect();
      const wake = () => {
        isQuiet = false;
        tab.requestSync('public');
      };
      for (const now of steps) {
        if ('lost' in now) gateway.write(now.kind === 'me' ? personalStream(ANNA) : 'public', now);
        if (now.kind === 'second') gateway.timers.advance(1000);
        if (now.kind === 'instant') await flushPendingWork();
        if (now.kind === 'outage') {
          gateway.log.setBroken(true);
          gateway.timers.advance(1000);
          await flushPendingWork();
          gateway.log.setBroken(false);
        }
        if (now.kind === 'quiet') {
          isQuiet = true;
          tab.socket.emit('quiet', { stream: 'public' });
        }
        if (now.kind === 'wake') wake();
        if (now.kind === 'reconnect') {
          tab.socket.disconnect();
          tab = await connect(tab.cursors());
        }
      }
      gateway.timers.advance(1000);
      await flushPendingWork();
      wake();
      const all = {
        public: keys(gateway.log.eventsOf('public')),
        me: keys(gateway.log.eventsOf(personalStream(ANNA))),
      };
      const isLevel = () => {
        gateway.timers.advance(1000);
        return applied.public.length >= all.public.length && applied.me.length >= all.me.length;
      };
      await until(isLevel, { what: 'the client has every event' });
      expect({ public: keys(applied.public), me: keys(applied.me) }).toEqual(all);
    }),
    { numRuns: 60 },
  );
});
