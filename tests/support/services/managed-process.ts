import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * The shell waits on our end of its standard input. When that closes, because the run ended or was killed, it ends the
 * program: an interrupted run leaves no server and no data behind. The program's exit code is passed on.
 */
const WATCHDOG_SCRIPT = `
exec 3<&0
"$@" </dev/null 3<&- & child=$!
{ cat <&3 >/dev/null; kill -"$END_SIGNAL" "$child" 2>/dev/null; } & waiter=$!
wait "$child"; code=$?
kill "$waiter" 2>/dev/null
[ -z "$OWN_FOLDER" ] || rm -rf -- "$OWN_FOLDER"
exit "$code"`;

export type ManagedProcess = AsyncDisposable & {
  child: ChildProcess;
  output: () => string;
  /** Settles when the program has exited for any reason. */
  exited: Promise<unknown>;
};

export type ManagedProcessOptions = {
  /** Program and arguments. */
  command: [string, ...string[]];
  /** The signal that ends it: `INT`, `TERM`, `QUIT`. */
  endSignal: string;
  /** Runs as this user, for programs that refuse root. */
  identity?: { uid: number; gid: number } | undefined;
  /** Removed after its end. */
  folder?: string;
};

/** Starts a program that ends with this process; disposing it waits for its end. */
export function startManagedProcess({
  command,
  endSignal,
  identity,
  folder = '',
}: ManagedProcessOptions): ManagedProcess {
  const child = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'tether', ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, END_SIGNAL: endSignal, OWN_FOLDER: folder },
    cwd: '/',
    ...identity,
  });
  let output = '';
  const keep = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = once(child, 'exit');
  return {
    child,
    exited: ended,
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
