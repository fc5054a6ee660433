import type { Ports } from '../ports.ts';
import { runEach } from '../run-each.ts';
import type { EraseAccount } from './erase-account.ts';

/** After this somebody who was at it has given up or is gone. */
const STALLED_AFTER_MS = 60_000;

/** Ends the erasures that a fault cut short, whether or not their callers come back. @throws the first failure, at the end */
export async function finishErasures(
  { clock, people }: Pick<Ports, 'clock' | 'people'>,
  eraseAccount: EraseAccount,
): Promise<void> {
  const before = new Date(clock.now().getTime() - STALLED_AFTER_MS);
  const unfinished = await people.findUnfinishedErasures(before);
  await runEach(unfinished.map((sub) => () => eraseAccount(sub)));
}
