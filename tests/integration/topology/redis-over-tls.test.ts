import { Redis } from 'ioredis';
import { expect, inject, test } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startProgram } from '../../support/program.ts';
import { isUsable } from '../../support/services/availability.ts';
import { createCertificate } from '../../support/services/certificates.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { startRedis } from '../../support/services/redis.ts';
import { until } from '../../support/until.ts';
import { waitUntilHealthy, readDegraded } from './topology-clients.ts';

test.skipIf(!isUsable('openssl', 'Redis over TLS'))(
  'TLS to one server or a cluster is used only if its certificate is trusted',
  async () => {
    await using tls = await createCertificate();
    await using database = await createDatabase(inject('postgres') ?? '');
    await using folder = await createTempFolder();
    const tlsPort = String(await findFreePort());
    await using redis = await startRedis(undefined, {
      settings: {
        'tls-port': tlsPort,
        'tls-cert-file': tls.certificate,
        'tls-key-file': tls.key,
        'tls-ca-cert-file': tls.certificate,
        'tls-auth-clients': 'no',
        // A cluster of one node, which also accepts a connection to a single server.
        'cluster-enabled': 'yes',
        'tls-cluster': 'yes',
        'cluster-announce-ip': '127.0.0.1',
        'cluster-port': String(await findFreePort()),
        dir: folder.path,
      },
    });
    await runRedisCommand(redis.url, (operator) => operator.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16_383));
    const host = `${new URL(redis.url).hostname}:${tlsPort}`;
    const start = (scheme: string, more: Record<string, string>) =>
      startProgram({
        DATABASE_URL: database.url,
        DATA_DIR: folder.path,
        LOG_LEVEL: 'none',
        ...more,
        REDIS_URL: `${scheme}://${host}`,
      });
    const trustedCa = { NODE_EXTRA_CA_CERTS: tls.certificate };
    await using one = start('rediss', trustedCa);
    await using nodes = start('rediss+cluster', trustedCa);
    await using untrusting = start('rediss', { LOG_LEVEL: 'warn' });
    await waitUntilHealthy(await Promise.all([one.waitUntilReady(), nodes.waitUntilReady()]));
    const visitor = createClient(await nodes.waitUntilReady());
    const isCounted = async () => {
      await visitor.callOk('handleAvailable', { params: { handle: 'unknown' } });
      return (await runRedisCommand(redis.url, (operator) => operator.keys('limit:*'))).length === 1;
    };
    await until(isCounted, { what: 'the cluster counts a call' });
    const refused = () => untrusting.stderrLines().some((line) => /SELF_SIGNED|self-signed/.test(line));
    await until(refused, { what: 'the certificate is refused' });
    expect(await readDegraded(await untrusting.waitUntilReady())).toEqual(['redis']);
  },
);

async function runRedisCommand<T>(url: string, order: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await order(redis);
  } finally {
    redis.disconnect();
  }
}
