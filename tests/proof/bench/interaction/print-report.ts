import { percentile } from '../percentile.ts';
import { printVerdict } from '../print-verdict.ts';
import { KEYS_TYPED, TARGETS, type InteractionName } from './interactions.ts';
import { SHORTEST_MS } from './measured-page.ts';

/** Two lines for each interaction; a missed target sets the exit code. @param measured the durations of each measurement */
export function printReport(measured: ReadonlyMap<InteractionName, readonly (readonly number[])[]>): void {
  for (const [name, target] of Object.entries(TARGETS)) {
    const all = measured.get(name as InteractionName) ?? [];
    const durations = all.flat();
    const expected = all.length * (name.startsWith('type') ? KEYS_TYPED : 1);
    // Those that are missing were too fast for a report.
    while (durations.length < expected) durations.push(SHORTEST_MS);
    const p50 = percentile(durations, 50).toFixed(0);
    process.stdout.write(`      ${name}, ${String(durations.length)} times: p50 ${p50} ms\n`);
    printVerdict(`${name}, p98`, percentile(durations, 98), { unit: 'ms', digits: 0, atMost: target });
  }
}
