import { parse } from 'yaml';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

export type Service = {
  image?: string;
  container_name?: string;
  build?: { context: string; dockerfile: string };
  restart?: string;
  command?: string[];
  stop_grace_period?: string;
  environment?: Record<string, string | number>;
  ports?: string[];
  volumes?: string[];
  networks?: Record<string, { aliases: string[] }>;
  configs?: { source: string; target: string }[];
  healthcheck?: { test: string[]; interval: string; retries: number };
  depends_on?: Record<string, { condition: string }>;
};

type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  configs: { caddyfile: { content: string } };
};

const compose = parse(readRepositoryFile('docker-compose.yml')) as Compose;
const { services } = compose;

export const { volumes, configs } = compose;
export const allServices: [string, Service][] = Object.entries(services);

/** @throws Error when there is no such service */
export function getService(name: string): Service {
  const service = services[name];
  if (!service) throw new Error(`the compose file has no service ${name}`);
  return service;
}

/** A service's variables as a program reads them; of `${NAME:-default}` the default. */
export function readEnvironment(name: string): Record<string, string> {
  const given = Object.entries(getService(name).environment ?? {});
  return Object.fromEntries(
    given.map(([variable, value]) => [variable, String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1')]),
  );
}

/** The published ports of a service, by container port, with the addresses on this machine. */
export function listPublishedPorts(name: string): Map<number, string> {
  const published = (getService(name).ports ?? []).map((text) => {
    const split = text.lastIndexOf(':');
    return [Number(text.slice(split + 1)), text.slice(0, split)] as const;
  });
  return new Map(published);
}
