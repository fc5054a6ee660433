import { spawnSync } from 'node:child_process';
import { findProgram } from './find-program.ts';

/** The Docker client, where it reaches an engine or this process can start one, with Compose and what makes base images. */
export function findDocker(): string | undefined {
  const docker = findProgram('docker');
  const succeeds = (...words: string[]) => spawnSync('docker', words).status === 0;
  if (docker === undefined || !(succeeds('compose', 'version') || findProgram('docker-compose')))
    return undefined;
  if (succeeds('info')) return docker;
  const canStart =
    process.getuid?.() === 0 && findProgram('dockerd', ['/usr/sbin']) && findProgram('mmdebstrap');
  return canStart ? docker : undefined;
}
