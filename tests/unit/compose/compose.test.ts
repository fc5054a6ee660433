import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { CONFIG_VARIABLES } from '../../../server/src/config.ts';
import { readRoot } from '../../support/read-root.ts';

type Service = {
  image?: string;
  container_name?: string;
  environment?: Record<string, string | number>;
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
};
type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  configs: { caddyfile: { content: string } };
};

/** Read by the AWS SDK itself, the way it finds credentials anywhere. */
const OF_THE_SDK = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const { services, volumes, configs } = parse(readRoot('docker-compose.yml')) as Compose;
const dockerfile = readRoot('server/Dockerfile');
const gateway = services.gateway?.environment ?? {};

test('compose holds the whole of the real surroundings', () => {
  const names = ['bucket', 'gateway', 'mailpit', 'minio', 'postgres', 'proxy', 'redis'];
  expect(Object.keys(services).sort()).toEqual(names);
});

test('the gateway is given only variables that it reads', () => {
  const known: string[] = [...CONFIG_VARIABLES, ...OF_THE_SDK];
  expect(Object.keys(gateway).filter((name) => !known.includes(name))).toEqual([]);
});

test('the gateway is given the address of every service it needs', () => {
  const given = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'S3_ENDPOINT'].map((name) => gateway[name] ?? '');
  const hosts = given.map((url) => new URL(String(url)).hostname);
  expect(hosts).toEqual(['postgres', 'redis', 'mailpit', 'minio.localhost']);
});

test('the gateway can be scaled: no name and no port of its own', () => {
  expect(services.gateway).not.toHaveProperty('container_name');
  expect(services.gateway).not.toHaveProperty('ports');
  expect(configs.caddyfile.content).toContain(`dynamic a gateway ${String(gateway.PORT)}`);
});

test('whatever lasts says when it is healthy', () => {
  const lasting = Object.entries(services).filter(([name]) => name !== 'bucket' && name !== 'gateway');
  expect(lasting.filter(([, service]) => !service.healthcheck).map(([name]) => name)).toEqual([]);
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
});

test('whoever waits for a service waits for one that is there', () => {
  const awaited = Object.values(services).flatMap((service) => Object.keys(service.depends_on ?? {}));
  expect(awaited.filter((name) => !(name in services))).toEqual([]);
});

test('ports are open to this machine only, images are pinned, named volumes are declared', () => {
  const all = Object.values(services);
  expect(all.flatMap(({ ports = [] }) => ports).filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  expect(all.filter(({ image }) => image !== undefined && !/:(?!latest)./.test(image))).toEqual([]);
  const used = all.flatMap((service) => service.volumes ?? []).map((volume) => volume.split(':')[0]);
  expect(used.sort()).toEqual(Object.keys(volumes).sort());
});

test('the image runs as an ordinary user, on the Node version of the project', () => {
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile.match(/^FROM node:\S+/gm)).toEqual([
    'FROM node:20-bookworm-slim',
    'FROM node:20-bookworm-slim',
  ]);
});
