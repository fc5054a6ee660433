import { percentile } from '../../attack/percentile.ts';
import { printVerdict } from '../print-verdict.ts';
import { KEYS_TYPED, TARGETS, type InteractionName } from './interactions.ts';
import { SHORTEST_MS, type Measured } from './measured-page.ts';

/** One line with the figures of each interaction, and one with its verdict; a missed target sets the exit code. */
export function printReport(measured: ReadonlyMap<InteractionName, readonly Measured[]>): void {
  for (const [name, target] of Object.entries(TARGETS)) {
    const all = measured.get(name as InteractionName) ?? [];
    const durations = durationsOf(all, name.startsWith('type') ? KEYS_TYPED : 1);
    const handlers = all.flatMap(({ interactions }) => interactions.map((one) => one.handlers));
    const shown = all.map(({ shownMs }) => shownMs);
    const thread = all.map(({ threadMs }) => threadMs);
    process.stdout.write(
      `      ${name}, ${String(durations.length)} times: ` +
        `p50 ${percentile(durations, 50).toFixed(0)} ms; ` +
        `handlers p98 ${percentile(handlers, 98).toFixed(0)} ms; ` +
        `result shown p50 ${percentile(shown, 50).toFixed(0)}, p98 ${percentile(shown, 98).toFixed(0)} ms; ` +
        `processor time of the page p50 ${percentile(thread, 50).toFixed(0)} ms\n`,
    );
    printVerdict(`${name}, p98`, percentile(durations, 98), { unit: 'ms', digits: 0, atMost: target });
  }
}

/** @param each the interactions that each measurement consists of; those that are missing were too fast for a report */
function durationsOf(all: readonly Measured[], each: number): number[] {
  const durations = all.flatMap(({ interactions }) => interactions.map(({ duration }) => duration));
  while (durations.length < all.length * each) durations.push(SHORTEST_MS);
  return durations;
}
