import { describe, expect, it } from 'vitest';
import { CONFIG_VARIABLES, loadConfig } from '../../../server/src/config.ts';
import {
  configs,
  readEnvironment,
  allServices,
  listPublishedPorts,
  getService,
  volumes,
} from './compose-file.ts';

/** Read by the AWS SDK itself, by its default credential chain. */
const OF_THE_SDK = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
/** The default ports of third-party programs. */
const PORTS = { DATABASE_URL: 5432, REDIS_URL: 6379, SMTP_URL: 1025, S3_ENDPOINT: 9000 } as const;

const gateway = readEnvironment('gateway');
const addressIn = (name: keyof typeof PORTS) => new URL(gateway[name] ?? '');
const lasting = allServices.filter(([name]) => name !== 'bucket');

describe('[TOPOLOGY-10] the compose file', () => {
  it('has every external service', () => {
    const names = ['bucket', 'gateway', 'mailpit', 'minio', 'postgres', 'proxy', 'redis'];
    expect(allServices.map(([name]) => name).sort()).toEqual(names);
  });

  it('gives the gateway only variables that it reads', () => {
    const known: string[] = [...CONFIG_VARIABLES, ...OF_THE_SDK];
    expect(Object.keys(gateway).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('gives it values that it accepts, in production, and that select external services', () => {
    const config = loadConfig({ NODE_ENV: 'production', ...gateway });
    expect(config).toMatchObject({
      listen: { host: '0.0.0.0' },
      store: { kind: 'postgres', url: gateway.DATABASE_URL },
      redis: { kind: 'server', urls: [gateway.REDIS_URL] },
      identity: { kind: 'local' },
      avatars: { kind: 's3', bucket: 'cruddur', endpoint: gateway.S3_ENDPOINT },
      web: { trustProxy: 1 },
    });
  });

  it('can replace the local pool by one of Amazon Cognito', () => {
    const pool = { COGNITO_USER_POOL_ID: 'ap-south-1_Abc', COGNITO_CLIENT_ID: 'client', LOCAL_POOL: '0' };
    const named = { NODE_ENV: 'production', ...gateway, ...pool };
    expect(loadConfig(named).identity).toMatchObject({ kind: 'cognito', region: 'ap-south-1' });
  });

  it('gives it the address and port of every service it needs', () => {
    const hosts = { DATABASE_URL: 'postgres', REDIS_URL: 'redis', SMTP_URL: 'mailpit' } as const;
    for (const [name, host] of Object.entries({ ...hosts, S3_ENDPOINT: 'minio.localhost' })) {
      const variable = name as keyof typeof PORTS;
      expect(addressIn(variable)).toMatchObject({ hostname: host, port: String(PORTS[variable]) });
    }
    expect(getService('minio').networks?.default?.aliases).toContain(addressIn('S3_ENDPOINT').hostname);
  });

  it('gives both ends of a login the same name and secret', () => {
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = readEnvironment('postgres');
    const database = addressIn('DATABASE_URL');
    expect([database.username, database.password]).toEqual([POSTGRES_USER, POSTGRES_PASSWORD]);
    expect(database.pathname).toBe(`/${POSTGRES_DB ?? ''}`);
    const { MINIO_ROOT_USER, MINIO_ROOT_PASSWORD } = readEnvironment('minio');
    const login = [MINIO_ROOT_USER, MINIO_ROOT_PASSWORD];
    expect([gateway.AWS_ACCESS_KEY_ID, gateway.AWS_SECRET_ACCESS_KEY]).toEqual(login);
    const store = new URL(readEnvironment('bucket').MC_HOST_store ?? '');
    expect([store.username, store.password, store.host]).toEqual([...login, 'minio:9000']);
  });

  it('creates the bucket that the gateway uses, repeatably', () => {
    const command = ['mb', '--ignore-existing', `store/${gateway.S3_BUCKET ?? ''}`];
    expect(getService('bucket').command).toEqual(command);
    const [volume = ''] = getService('minio').volumes ?? [];
    expect(getService('minio').command?.[1]).toBe(volume.split(':')[1]);
  });

  it('publishes the ports that browsers need, for this machine only', () => {
    const here = lasting.flatMap(([name]) => [...listPublishedPorts(name).values()]);
    expect(here.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([]);
    const door = new URL(gateway.PUBLIC_URL ?? '').port;
    expect(listPublishedPorts('proxy').get(Number(door))).toBe(`127.0.0.1:${door}`);
    const pictures = addressIn('S3_ENDPOINT').port;
    expect(listPublishedPorts('minio').get(Number(pictures))).toBe(`127.0.0.1:${pictures}`);
  });

  it('lets the gateway be scaled: no name, no port and no volume of its own, and the proxy finds each instance', () => {
    const own = ['container_name', 'ports', 'volumes'].filter((key) => key in getService('gateway'));
    expect(own).toEqual([]);
    expect(configs.caddyfile.content).toContain(`dynamic a gateway ${gateway.PORT ?? ''}`);
    expect(configs.caddyfile.content).toContain(`:${new URL(gateway.PUBLIC_URL ?? '').port} {`);
  });

  it('pins images, declares volumes, and names existing configurations', () => {
    const all = allServices.map(([, service]) => service);
    expect(all.filter(({ image }) => image !== undefined && !/:(?!latest)./.test(image))).toEqual([]);
    const used = all.flatMap((service) => service.volumes ?? []).map((volume) => volume.split(':')[0]);
    expect(used.sort()).toEqual(Object.keys(volumes).sort());
    const sources = all.flatMap((service) => service.configs ?? []).map(({ source }) => source);
    expect(sources).toEqual(Object.keys(configs));
  });
});

describe('[TOPOLOGY-11] a long-running service', () => {
  it('has a health check; the gateway’s is in its image', () => {
    const unchecked = lasting.filter(([, service]) => !service.healthcheck).map(([name]) => name);
    expect(unchecked).toEqual(['gateway']);
  });

  it('restarts when it dies', () => {
    const policies = Object.fromEntries(lasting.map(([name, { restart }]) => [name, restart]));
    expect(new Set(Object.values(policies))).toEqual(new Set(['unless-stopped']));
    expect(getService('bucket').restart).toBeUndefined();
  });

  it('is awaited until it is healthy, and a one-time job until it has ended', () => {
    const awaited = allServices.flatMap(([, service]) => Object.entries(service.depends_on ?? {}));
    for (const [name, { condition }] of awaited) {
      const expected = name === 'bucket' ? 'service_completed_successfully' : 'service_healthy';
      expect([name, condition, getService(name)]).toEqual([name, expected, getService(name)]);
    }
    expect(Object.keys(getService('gateway').depends_on ?? {}).sort()).toEqual([
      'bucket',
      'postgres',
      'redis',
    ]);
  });
});
