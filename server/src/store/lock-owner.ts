import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';

/** Who holds a lock. `started` tells a process from a later one with the same number; empty where nobody knows it. */
export interface Owner {
  pid: number;
  started: string;
}

export function thisProcess(): Owner {
  return { pid: process.pid, started: startedAt(process.pid) };
}

/** A name that no other process ever has, fit for a file. */
export function ownerNamed({ pid, started }: Owner): string {
  return `${pid}-${started}`;
}

/** @returns undefined when the file is gone; an unreadable one belongs to nobody, process 0 */
export async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return parseOwner(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const ownerShape = z.object({ pid: z.int(), started: z.string() });
const NOBODY: Owner = { pid: 0, started: '' };

function parseOwner(text: string): Owner {
  try {
    return ownerShape.safeParse(JSON.parse(text)).data ?? NOBODY;
  } catch {
    return NOBODY;
  }
}

export function isAlive({ pid, started }: Owner): boolean {
  if (pid <= 0 || !exists(pid)) return false;
  const now = startedAt(pid);
  return started === '' || now === '' || now === started;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Linux: field 22 of the process's stat, behind the name in brackets, which may hold anything. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
