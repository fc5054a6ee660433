import { CLIENT_ID } from '@cruddur/local-pool/names';
import { expect, test } from 'vitest';
import { startTestApp } from '../../support/test-app.ts';

const REQUESTS = 60;

test('[POOL-18, RATE-3] all addresses of one network count as one', async () => {
  await using app = await startTestApp({ env: { TRUST_PROXY: '1', TEST_CLOCK: '0', RATE_LIMITS: 'on' } });
  const statusFrom = async (address: string, person: number) => {
    const { status } = await fetch(`${app.url}/local/idp`, {
      method: 'POST',
      headers: {
        'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ ClientId: CLIENT_ID, Username: `unknown${person}@example.com` }),
    });
    return status;
  };
  const one = Array.from({ length: REQUESTS }, (_, n) => statusFrom(`2001:db8:1:2::${n.toString(16)}`, n));
  const statuses = await Promise.all(one);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
  expect(await statusFrom('2001:db8:1:3::1', REQUESTS)).toBe(200);
});
