import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startProgram } from '../../support/program.ts';
import type { AttackCase } from '../attack-case.ts';

const BAD_CONFIGURATION = 78;

export const fewFiles: AttackCase = {
  name: 'few-files',
  description: 'a gateway starts under ulimit -n 256',
  async run() {
    await using folder = await createTempFolder();
    const within = ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh'];
    await using program = startProgram({ DATA_DIR: folder.path }, undefined, within);
    const code = await program.waitForExit();
    const lines = [...program.stdoutLines(), ...program.stderrLines()];
    return {
      figures: { 'exit code': String(code), lines: lines.length },
      faults:
        code === BAD_CONFIGURATION && lines.length === 1 ? [] : [`exit ${code} with ${lines.length} lines`],
      missedTargets: [],
    };
  },
};
