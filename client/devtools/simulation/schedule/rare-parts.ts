import { createRandom, type Random } from '../random.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

/** What few schedules have, at most one each, because it shows little in most of them. */
export type RarePart = 'scarce-sockets' | 'token-ends' | 'old-item';

const SHARES: readonly (readonly [RarePart, number])[] = [
  ['scarce-sockets', 0.03],
  ['token-ends', 0.03],
  ['old-item', 0.03],
];

/** Draws from a generator of its own, so that the other parts are as without it. */
export function chooseRarePart(seed: number, parts: Parts): RarePart | null {
  let draw = createRandom(seed).fork().next();
  for (const [part, share] of SHARES) {
    if (draw < share) return parts.include(part) ? part : null;
    draw -= share;
  }
  return null;
}

/** Of the fault in the history; others count from 1. */
const FAULT = -1;
const FIRST_END_MS = 200;
/** A gateway looks for ended tokens each second. */
const RENEWED_WITHIN_MS = 1500;

/** A person's token ends, and cannot be renewed for a while. */
export function endToken(
  stage: Stage,
  random: Random,
  { stopAt, due }: { stopAt: number; due: Set<object> },
): void {
  const { world, browsers, storeHost, history } = stage;
  const endsAt = FIRST_END_MS + random.next() * (stopAt - FIRST_END_MS);
  const renewedAt = endsAt + random.next() * RENEWED_WITHIN_MS;
  random.pick(browsers).letTokenEnd(endsAt, renewedAt);
  const end = {};
  due.add(end);
  world.after(storeHost, endsAt, 'begins token-ends', () => {
    history.record({ type: 'fault-began', fault: FAULT, name: 'token-ends' });
    stage.countFault('token-ends');
  });
  world.after(storeHost, renewedAt, 'ends token-ends', () => {
    history.record({ type: 'fault-ended', fault: FAULT });
    due.delete(end);
  });
}
