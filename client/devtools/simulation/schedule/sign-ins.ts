import type { Random } from '../random.ts';
import { endpoints } from '@cruddur/shared';
import { createToken } from '../server/identity.ts';
import { EPOCH_MS } from '../world/world.ts';
import type { Stage } from './stage.ts';

const HOUR_S = 3600;

/** From then on after its end, a sign-in may receive nothing. */
const REVOKED_AFTER_MS = 2050;

/**
 * A person signs in once more and ends that sign-in elsewhere, while its tab continues with its token.
 * @param onRevoked called when the tab may receive nothing more
 */
export function scheduleLeaver(stage: Stage, random: Random, onRevoked: () => void): void {
  const { world, history, storeHost } = stage;
  const browser = stage.addBrowser();
  world.after(storeHost, random.next() * 100, 'a browser is opened', () => stage.openTab(browser));
  world.after(storeHost, 200 + random.next() * 600, 'a sign-in is ended', () => {
    browser.endElsewhere();
    void endUntilAnswered(stage, browser.token()).then(() => {
      history.record({ type: 'revoked', session: browser.session });
      world.after(storeHost, REVOKED_AFTER_MS, 'a sign-in is over', onRevoked);
    });
  });
}

const RETRY_MS = 200;

/** A refusal means that an earlier attempt has ended it. */
async function endUntilAnswered(stage: Stage, token: string): Promise<void> {
  const { world, storeHost } = stage;
  for (;;) {
    const answer = await request(stage, endpoints.endSession, { token, body: { all: false } }).catch(
      () => null,
    );
    if (answer?.status === 200 || answer?.status === 401) return;
    await new Promise<void>((resolve) => void world.after(storeHost, RETRY_MS, 'repeats', resolve));
  }
}

/** A caller presents an ID token, which identifies a person and gives no access. */
export function scheduleImpostor(stage: Stage, random: Random): void {
  const { world, history, storeHost, browsers } = stage;
  const { sub } = random.pick(browsers).person;
  const exp = EPOCH_MS / 1000 + HOUR_S;
  const token = createToken({ use: 'id', sub, originJti: world.newId(), authTime: EPOCH_MS / 1000, exp });
  world.after(storeHost, 100 + random.next() * 800, 'an ID token is presented', () => {
    const attempt = (admitted: boolean) =>
      history.record({ type: 'access-attempted', session: null, gateway: null, admitted });
    request(stage, endpoints.homeFeed, { token }).then(
      ({ status }) => attempt(status === 200),
      () => undefined,
    );
  });
}

interface CallInput {
  token: string;
  body?: object;
}

function request(
  { http, storeHost }: Stage,
  { method, path }: { method: string; path: string },
  { token, body }: CallInput,
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return http.fetchFrom(storeHost)(path, { method, headers, body: body ? JSON.stringify(body) : null });
}
