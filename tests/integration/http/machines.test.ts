import { routes, SERVER_MACHINES, type MachinesReport } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { openSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const statesOf = ({ machines }: MachinesReport, name: string) =>
  machines.find(({ machine }) => machine === name)?.states ?? {};

it('[MACHINES-22] visitors receive numbers and names of the tables only', async () => {
  await using app = await startTestApp();
  const before = await app.visitor.callOk('machines');
  expect(routes.machines.output.parse(before)).toEqual(before);
  expect(before.machines.map(({ machine }) => machine)).toEqual([...SERVER_MACHINES]);
  expect(statesOf(before, 'gatewaySession')).toMatchObject({ 'open.live': 0, over: 0 });
  expect(statesOf(before, 'purge')).toEqual({ waiting: 1, sweeping: 0 });

  const ann = await app.signUp();
  const inState = (state: string) => async () =>
    statesOf(await app.visitor.callOk('machines'), 'gatewaySession')[state] === 1;
  {
    using tab = openSocket(app.url, { token: ann.accessToken });
    await until(inState('open.live'), { what: 'the session is published' });
    await until(() => tab.frames.ready.length === 1, { what: 'the state of its tab is published as well' });
    const during = await app.visitor.callOk('machines');
    expect(statesOf(during, 'streamReader')['open.level']).toBe(2);
    expect(JSON.stringify(during)).not.toMatch(new RegExp(`${ann.handle}|${ann.sub}`));
  }
  await until(inState('over'), { what: 'its end is published' });
  const after = await app.visitor.callOk('machines');
  expect([after.gateway, after.since]).toEqual([before.gateway, before.since]);
});

it('[MACHINES-22] a server that does not publish its machines answers 404 to every caller', async () => {
  await using app = await startTestApp({ env: { MACHINES_SERVER: 'off' } });
  const ann = await app.signUp();
  for (const client of [app.visitor, ann]) {
    const { status, body } = await client.call('machines');
    expect([status, body]).toEqual([404, ['generic_404']]);
  }
});
