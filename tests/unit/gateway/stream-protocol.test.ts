import type { StreamEvent } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { ProtocolClient, waitForFrame } from './protocol-client.ts';
import { ANNA, personalStream, openTestGateway, createToken } from './test-gateway.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('public' as const, 'me' as const), lost: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'second' as const }, { kind: 'reconnect' as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'instant' as const }, { kind: 'outage' as const }) },
);

const keys = (events: readonly StreamEvent[]) => events.map(({ seq, tag }) => `${seq}.${tag}`);

test('[STREAM-19] a client that follows the contract misses no event and applies none twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 50 }), async (steps) => {
      await using gateway = await openTestGateway();
      const client = new ProtocolClient();
      const connect = () => {
        const socket = gateway.connect({ token: createToken(ANNA), cursors: client.cursors() });
        client.attachTo(socket);
        return socket;
      };
      let socket = connect();
      for (const now of steps) {
        if (now.kind === 'public') gateway.write('public', now);
        if (now.kind === 'me') gateway.write(personalStream(ANNA), now);
        if (now.kind === 'second') gateway.timers.advance(1000);
        if (now.kind === 'instant') await flushPendingWork();
        if (now.kind === 'outage') {
          gateway.log.setBroken(true);
          gateway.timers.advance(1000);
          await flushPendingWork();
          gateway.log.setBroken(false);
        }
        if (now.kind === 'reconnect') {
          socket.disconnect();
          socket = connect();
          await waitForFrame(socket, 'ready');
        }
      }
      socket.disconnect();
      socket = connect();
      await waitForFrame(socket, 'ready');
      gateway.timers.advance(1000);
      const all = {
        public: keys(gateway.log.eventsOf('public')),
        me: keys(gateway.log.eventsOf(personalStream(ANNA))),
      };
      await until(
        () => client.applied.public.length >= all.public.length && client.applied.me.length >= all.me.length,
        { what: 'the client has every event' },
      );
      expect({ public: keys(client.applied.public), me: keys(client.applied.me) }).toEqual(all);
    }),
    { numRuns: 40 },
  );
});
