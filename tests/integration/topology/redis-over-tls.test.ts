import { Redis } from 'ioredis';
import { expect, inject, test } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { newFolder } from '../../support/folder.ts';
import { startProgram } from '../../support/program.ts';
import { isUsable } from '../../support/services/availability.ts';
import { makeCertificate } from '../../support/services/certificates.ts';
import { freePort } from '../../support/services/free-port.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { startRedis } from '../../support/services/redis.ts';
import { until } from '../../support/until.ts';
import { allWell, degraded } from './company.ts';

test.skipIf(!isUsable('openssl', 'Redis over TLS'))(
  '[TOPOLOGY-8] over TLS, one server or a cluster is spoken to only if its certificate is trusted',
  async () => {
    await using tls = await makeCertificate();
    await using database = await createDatabase(inject('postgres') ?? '');
    await using folder = await newFolder();
    const tlsPort = String(await freePort());
    await using redis = await startRedis(undefined, {
      settings: {
        ...{ 'tls-port': tlsPort, 'tls-cert-file': tls.certificate, 'tls-key-file': tls.key },
        ...{ 'tls-ca-cert-file': tls.certificate, 'tls-auth-clients': 'no' },
        // A cluster of one, which can also be spoken to as a server.
        ...{ 'cluster-enabled': 'yes', 'tls-cluster': 'yes', 'cluster-announce-ip': '127.0.0.1' },
        ...{ 'cluster-port': String(await freePort()), dir: folder.path },
      },
    });
    await tell(redis.url, (operator) => operator.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383));
    const host = `${new URL(redis.url).hostname}:${tlsPort}`;
    const start = (scheme: string, more: Record<string, string>) =>
      startProgram({
        ...{ DATABASE_URL: database.url, DATA_DIR: folder.path, LOG_LEVEL: 'none', ...more },
        REDIS_URL: `${scheme}://${host}`,
      });
    const trusting = { NODE_EXTRA_CA_CERTS: tls.certificate };
    await using one = start('rediss', trusting);
    await using nodes = start('rediss+cluster', trusting);
    await using wary = start('rediss', { LOG_LEVEL: 'warn' });
    await allWell(await Promise.all([one.ready(), nodes.ready()]));
    const visitor = createClient(await nodes.ready());
    const isCounted = async () => {
      await visitor.ask('handleAvailable', { params: { handle: 'nobody' } });
      return (await tell(redis.url, (operator) => operator.keys('limit:*'))).length === 1;
    };
    await until(isCounted, { what: 'the cluster counts a call' });
    const refused = () => wary.faults().some((line) => /SELF_SIGNED|self-signed/.test(line));
    await until(refused, { what: 'the certificate is refused' });
    expect(await degraded(await wary.ready())).toEqual(['redis']);
  },
);

async function tell<T>(url: string, order: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await order(redis);
  } finally {
    redis.disconnect();
  }
}
