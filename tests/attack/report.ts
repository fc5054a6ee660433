import type { AttackOutcome } from './run-attack.ts';

const SHOWN_FAULTS = 5;

/** One row per case, and below it its faults. */
export function describeOutcome({
  name,
  attacks,
  seconds,
  figures,
  faults,
  missedTargets,
}: AttackOutcome): string {
  const verdict = faults.length > 0 ? 'FAULT ' : missedTargets.length > 0 ? 'MISSED' : 'ok    ';
  const text = Object.entries(figures)
    .map(([figure, value]) => `${figure} ${typeof value === 'number' ? rounded(value) : value}`)
    .join(' · ');
  const wrong = [...faults.slice(0, SHOWN_FAULTS), ...missedTargets].map((line) => `         ${line}`);
  const more = faults.length > SHOWN_FAULTS ? [`         and ${faults.length - SHOWN_FAULTS} more`] : [];
  const head = `${verdict} ${name.padEnd(18)} ${seconds.toFixed(0).padStart(4)} s  ${attacks}`;
  return [head, `         ${text}`, ...wrong, ...more].join('\n');
}

const rounded = (value: number) =>
  String(Math.abs(value) < 10 ? Math.round(value * 100) / 100 : Math.round(value));
