import { PUSH_DELAY_MS } from '@cruddur/shared';
import { postCrud, sendTo } from './actions.ts';
import type { TestPerson } from './people.ts';
import { startPushService, type PushService, type TestBrowser } from './push-service.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { until } from './until.ts';

/** The queue is read every two seconds, and the clock of some tests has passed sixty days of other work before. */
const TIMEOUT_MS = 20_000;

/** An application with a push service, and what tests of Web Push do with both. */
export type PushApp = Awaited<ReturnType<typeof startPushApp>>;

export async function startPushApp() {
  const started: { app?: TestApp } = {};
  const service: PushService = await startPushService(() => started.app?.clock.now() ?? new Date());
  const app = await startTestApp({ pushNetwork: service.network, env: { PUSH_SERVICES: service.hosts } });
  started.app = app;

  async function signUpWithPush(
    choice?: Parameters<TestBrowser['subscription']>[0],
    name?: string,
  ): Promise<{ person: TestPerson; browser: TestBrowser }> {
    const person = await app.signUp();
    const browser = service.createBrowser(name);
    await person.callOk('subscribePush', { body: browser.subscription(choice) });
    return { person, browser };
  }

  const countQueued = async ({ sub }: TestPerson) =>
    (await app.store.db.selectFrom('push_queue').select('id').where('owner', '=', sub).execute()).length;
  const untilQueued = (person: TestPerson, count: number) =>
    until(async () => (await countQueued(person)) === count, {
      ...{ what: `${count} notifications are queued`, timeoutMs: TIMEOUT_MS },
    });
  const pass = () => app.advance(PUSH_DELAY_MS + 1000);

  return {
    ...{ app, service, signUpWithPush, countQueued, untilQueued, pass },
    /** Lets everything that is queued for a person be sent or dropped. */
    sendAll: async (person: TestPerson) => {
      await pass();
      await untilQueued(person, 0);
    },
    untilReceived: (browser: TestBrowser, count = 1) =>
      until(() => browser.received.length >= count, {
        ...{ what: `${count} notifications are received`, timeoutMs: TIMEOUT_MS },
      }),
    ...{ write: sendTo, post: postCrud },
    subscriptionsOf: async ({ sub }: TestPerson) =>
      (await app.store.db.selectFrom('push_subscriptions').select('uuid').where('owner', '=', sub).execute())
        .length,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
