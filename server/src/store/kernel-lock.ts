import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { StartupError } from '../config/startup-error.ts';

/** `O_EXLOCK | O_NONBLOCK` of macOS and the BSDs: the open itself takes a flock. Node has no names for them. */
const BSD_EXCLUSIVE = 0x20 | 0x4;
/** libuv's `UV_FS_O_EXLOCK`: opened with share mode 0, so a second open fails. */
const WINDOWS_EXCLUSIVE = 0x10000000;

/**
 * Opens or creates a file and takes the kernel's exclusive lock on it without waiting. The lock ends with the descriptor, so with
 * the process, and holds across PID and network namespaces.
 * @returns the descriptor, or undefined while another open file has the lock
 */
export function openLocked(file: string): number | undefined {
  const fd = process.platform === 'linux' ? openWithFlock(file) : openExclusively(file);
  if (fd === undefined || isStillLinked(fd, file)) return fd;
  // The previous holder removed the file between open and lock, so this descriptor locks a deleted file.
  closeSync(fd);
  return openLocked(file);
}

/**
 * Node cannot call flock, but the lock belongs to the open file and not to a process: flock(1) inherits the descriptor and takes
 * the lock, which stays with this process when flock(1) exits.
 */
function openWithFlock(file: string): number | undefined {
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT);
  const { status, error } = spawnSync('flock', ['-n', '-x', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', fd],
  });
  if (status === 0) return fd;
  closeSync(fd);
  if (status === 1) return undefined;
  throw new StartupError(
    `The data directory cannot be locked (flock: ${reasonOf(error, status)}): install util-linux, and keep DATA_DIR on a local disk.`,
    { cause: error },
  );
}

function reasonOf(error: Error | undefined, status: number | null): string {
  if (error === undefined) return `exit code ${String(status)}`;
  return 'code' in error ? String(error.code) : error.message;
}

function openExclusively(file: string): number | undefined {
  const exclusive = process.platform === 'win32' ? WINDOWS_EXCLUSIVE : BSD_EXCLUSIVE;
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT | exclusive);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EAGAIN' || code === 'EBUSY') return undefined;
    throw error;
  }
}

function isStillLinked(fd: number, file: string): boolean {
  const named = statSync(file, { bigint: true, throwIfNoEntry: false });
  const opened = fstatSync(fd, { bigint: true });
  return named?.ino === opened.ino && named.dev === opened.dev;
}
