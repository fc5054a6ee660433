import type { Ports } from '../ports.ts';
import { runEach } from '../run-each.ts';
import type { EraseAccount } from './erase-account.ts';

/** An erasure that is older is no longer running: its gateway has failed or stopped. */
const STALLED_AFTER_MS = 60_000;

/** Completes interrupted erasures, whether or not their callers retry. @throws the first failure, at the end */
export async function finishErasures(
  { clock, people }: Pick<Ports, 'clock' | 'people'>,
  eraseAccount: EraseAccount,
): Promise<void> {
  const before = new Date(clock.now().getTime() - STALLED_AFTER_MS);
  const unfinished = await people.findUnfinishedErasures(before);
  await runEach(unfinished.map((sub) => () => eraseAccount(sub)));
}
