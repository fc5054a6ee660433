import { expect, test } from 'vitest';
import { createProviderAnswers } from '../domain/provider-answers.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { syncOwn, waitForFrame } from './protocol-client.ts';
import { ANNA, openTestGateway, createToken } from './test-gateway.ts';

const MINUTE = 60_000;
const DAY_SECONDS = 86_400;
const anna = createToken(ANNA, 'one', DAY_SECONDS);

async function openChecked() {
  const provider = createProviderAnswers();
  const gateway = await openTestGateway({ isStanding: (token) => provider.isStillAccepted(token) });
  const pass = async (ms: number) => {
    gateway.clock.advance(ms);
    gateway.timers.advance(1000);
    await flushPendingWork();
  };
  return { provider, gateway, pass, [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose]() };
}

test('[SESSION-8] a renewed token is checked at once', async () => {
  await using checked = await openChecked();
  const { provider, gateway, pass } = checked;
  const { socket } = await gateway.open(ANNA, { token: anna });
  const renewed = createToken(ANNA, 'one', DAY_SECONDS + 60);
  provider.answer('refused', renewed);
  const bye = waitForFrame(socket, 'bye');
  expect(await socket.emitWithAck('auth', { token: renewed })).toEqual({ ok: true });
  await pass(1000);
  expect(await bye).toEqual({ code: 'session_revoked' });
});

test('[SESSION-9] while the provider throttles, sockets stay open for an hour and are then closed as `restarting`', async () => {
  await using checked = await openChecked();
  const { provider, gateway, pass } = checked;
  provider.answer('unavailable');
  const { socket } = await gateway.open(ANNA, { token: anna });
  const bye = waitForFrame(socket, 'bye');
  for (let step = 0; step < 11; step += 1) await pass(5 * MINUTE);
  expect(await syncOwn(socket)).toMatchObject({ ok: true });
  for (let step = 0; step < 3; step += 1) await pass(5 * MINUTE);
  expect(await bye).toEqual({ code: 'restarting' });
});
