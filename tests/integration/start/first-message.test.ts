import { expect, test } from 'vitest';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';

test('[START-12] of two users who sign up, one receives the other’s crud at once', async () => {
  await using app = await startTestApp();
  const [writer, reader] = await Promise.all([app.signUp({ name: 'Writer' }), app.signUp()]);
  using tab = await connectSocket(app.url, { token: reader.accessToken });

  const crud = await writer.callOk('createActivity', { body: { message: 'Hello', ttl: '1-hour' } });
  const event = await tab.waitForEvent('activity.created', ({ data }) => data.uuid === crud.uuid);
  expect(event.data).toMatchObject({ message: 'Hello', display_name: 'Writer', handle: writer.handle });
  expect(await reader.callOk('homeFeed')).toMatchObject([{ uuid: crud.uuid }]);

  await app.advance(61 * 60_000);
  expect(await reader.callOk('homeFeed')).toEqual([]);
  const gone = await app.visitor.call('singlePost', {
    params: { handle: writer.handle, activity_uuid: crud.uuid },
  });
  expect(gone).toMatchObject({ status: 410, body: ['activity_expired'] });
});
