import { spawnSync } from 'node:child_process';

const OPTIONS = ['--pid', '--fork', '--mount-proc', '--kill-child'];
const COMMANDS = [
  ['unshare', ...OPTIONS],
  ['unshare', '--map-root-user', ...OPTIONS],
];

/**
 * The words before a command that run it in a PID namespace of its own, as in a container; undefined where that is not
 * possible. It requires root, or unprivileged user namespaces.
 */
export function findPidNamespace(): string | undefined {
  const [program, ...words] = pidNamespaceCommand();
  return program === undefined ? undefined : [program, ...words].join(' ');
}

export function pidNamespaceCommand(): string[] {
  const isUsable = ([program = '', ...words]: string[]) =>
    spawnSync(program, [...words, 'true'], { stdio: 'ignore' }).status === 0;
  return COMMANDS.find(isUsable) ?? [];
}
