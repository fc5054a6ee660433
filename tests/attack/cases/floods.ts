import { POOL_ID } from '@cruddur/local-pool/names';
import { signUp } from '../../support/people.ts';
import {
  countStatus,
  formatStatuses,
  findUnexpectedStatuses,
  type AttackCase,
  type Statuses,
} from '../attack-case.ts';
import { encodeRequest } from '../fuzz/http-input.ts';
import { createRawHttpClient } from '../fuzz/raw-http-client.ts';
import { createLoadClient } from '../keep-alive-client.ts';
import { percentile } from '../percentile.ts';

const VISITORS = 64;
/** Of the length of refresh tokens without a MAC. */
const JUNK_REFRESH = JSON.stringify({ ClientId: 'local', RefreshToken: 'x'.repeat(64) });

/** The calls that need no sign-in. */
const CALLS = [
  encodeRequest('GET /readyz', '', {}),
  encodeRequest(`GET /local/idp/${POOL_ID}/.well-known/jwks.json`, '', {}),
  encodeRequest('GET /api/sync?public=0.0', '', {}),
  encodeRequest('GET /avatars/processed/00000000-0000-4000-8000-000000000000.jpg', '', {}),
  encodeRequest('POST /local/idp', JUNK_REFRESH, {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken',
  }),
];

export const floods: AttackCase = {
  name: 'floods',
  description: '64 visitors request health, keys, sync, pictures and tokens without pause for 10 s',
  async run(environment) {
    const { gateways } = await environment.startGateways();
    const [{ url }] = gateways;
    const member = await signUp(url);
    const endsAt = performance.now() + environment.scaled(10_000);
    const isOn = () => performance.now() < endsAt;
    const statuses: Statuses = {};
    const feed: Statuses = {};
    const times: number[] = [];
    const flood = async (visitor: number) => {
      using client = createRawHttpClient(Number(new URL(url).port));
      for (let turn = visitor; isOn(); turn += 1) {
        countStatus(
          statuses,
          (await client.send(CALLS[turn % CALLS.length] ?? CALLS[0] ?? Buffer.alloc(0))).status,
        );
      }
    };
    const read = async () => {
      using client = createLoadClient(url, 1);
      while (isOn()) {
        const { status, ms } = await client.send('GET', '/api/activities/home', member.accessToken);
        countStatus(feed, status);
        times.push(ms);
      }
    };
    await Promise.all([read(), ...Array.from({ length: VISITORS }, (_, n) => flood(n))]);
    return {
      figures: {
        answers: formatStatuses(statuses),
        'feed p99 ms': percentile(times, 99),
        reads: times.length,
      },
      // 400: the refused refresh token; 404: the missing picture.
      faults: [...findUnexpectedStatuses(statuses, [200, 400, 404]), ...findUnexpectedStatuses(feed, [200])],
      missedTargets: [],
    };
  },
};
