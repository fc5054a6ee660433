import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-cluster.ts';
import './provided.ts';
import { startRedis } from './redis.ts';

/** Starts one PostgreSQL and one Redis for the whole run and provides their addresses. */
export default async function startServices({ provide }: TestProject): Promise<() => Promise<void>> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  provide('postgres', postgres.adminUrl);
  provide('redis', redis.url);
  return async () => {
    await Promise.all([postgres[Symbol.asyncDispose](), redis[Symbol.asyncDispose]()]);
  };
}
