import type { AttackCase } from '../attack-case.ts';
import { avatars } from './avatars.ts';
import { bigBurn } from './big-burn.ts';
import { bodies } from './bodies.ts';
import { fewFiles } from './few-files.ts';
import { floods } from './floods.ts';
import { likeStorm } from './like-storm.ts';
import { nat } from './nat.ts';
import { junkRedis } from './junk-redis.ts';
import { revocations } from './revocations.ts';
import { rollingRestart } from './rolling-restart.ts';
import { lockout } from './lockout.ts';
import { scriptInjection } from './script-injection.ts';
import { trends } from './trends.ts';

/** Every attack, in the order of the table. A new attack is a file here and an entry. */
export const attackCases: readonly AttackCase[] = [
  ...[likeStorm, trends, bigBurn, revocations, avatars],
  ...[floods, bodies, lockout, fewFiles, scriptInjection],
  ...[nat, junkRedis, rollingRestart],
];
