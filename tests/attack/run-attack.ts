import type { AttackCase, AttackResult } from './attack-case.ts';
import { createAttackEnvironment, type AttackEnvironmentOptions } from './attack-environment.ts';

export type AttackOutcome = AttackResult & { name: string; attacks: string; seconds: number };

/** Runs one case on its own gateways, and adds their complaints. */
export async function runAttack(attack: AttackCase, parts: AttackEnvironmentOptions): Promise<AttackOutcome> {
  const startedAt = performance.now();
  await using environment = createAttackEnvironment(parts);
  const result = await attack.run(environment).catch(toFailedResult);
  return {
    name: attack.name,
    attacks: attack.description,
    figures: result.figures,
    missedTargets: result.missedTargets,
    faults: [...result.faults, ...environment.faults()],
    seconds: (performance.now() - startedAt) / 1000,
  };
}

const toFailedResult = (error: unknown): AttackResult => ({
  figures: {},
  faults: [error instanceof Error ? error.message : String(error)],
  missedTargets: [],
});
