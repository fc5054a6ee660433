import { expect, test } from 'vitest';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startProgram } from '../../support/program.ts';
import { isUsable } from '../../support/services/availability.ts';
import { pidNamespaceCommand } from '../../support/services/pid-namespace.ts';

const canRun = process.platform === 'linux' && isUsable('unshare', 'PID namespace');

test.runIf(canRun)(
  '[START-18] of two containers on one volume, whose programs have the same pid, the second exits 78',
  { timeout: 200_000 },
  async () => {
    await using folder = await createTempFolder();
    await using first = startProgram({ DATA_DIR: folder.path }, undefined, pidNamespaceCommand());
    const url = await first.waitUntilReady(150_000);
    await using second = startProgram({ DATA_DIR: folder.path }, undefined, pidNamespaceCommand());
    expect(await second.waitForExit()).toBe(78);
    expect([...second.stdoutLines(), ...second.stderrLines()]).toEqual([
      `Another Cruddur (process 1 of another container) uses ${folder.path}: stop it, or set DATA_DIR to another folder.`,
    ]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  },
);
