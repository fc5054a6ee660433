import { FRAME_SENT_MAX_BYTES } from '@cruddur/shared';
import { signUp } from '../../support/people.ts';
import { describeMissedTarget, type AttackCase } from '../attack-case.ts';
import { burnBigCrud } from '../big-burn/burn-big-crud.ts';

const TEXT_GONE_MS = 60_000;
const READERS = 8;

export const bigBurn: AttackCase = {
  name: 'big-burn',
  description: 'a crud with 10,000 replies and 1,000,000 likes is burned while the feed is read',
  async run(environment) {
    const { gateways, run } = await environment.startGateways();
    const [one, other] = gateways;
    const author = await signUp(one.url);
    const readers = await Promise.all(
      Array.from({ length: READERS }, (_, n) => signUp(n % 2 === 0 ? one.url : other.url)),
    );
    const size = {
      replies: environment.scaled(10_000),
      likes: environment.scaled(1_000_000),
      idleMs: environment.scaled(5000),
    };
    const figures = await burnBigCrud({ run, author, readers, origins: [one.url, other.url] }, size);
    const { burnMs, textGoneMs, allGoneMs, largestFrame, events, idle, meanwhile, status } = figures;
    return {
      figures: {
        'burned after ms': burnMs,
        'text gone after ms': textGoneMs,
        'all gone after ms': allGoneMs,
        'largest frame': largestFrame,
        'feed p99 ms': meanwhile.p99Ms,
        'idle p99 ms': idle.p99Ms,
      },
      faults: [
        ...(status === 200 ? [] : [`the burning was answered ${status}`]),
        ...(events === 1 ? [] : [`${events} events for one burning`]),
        ...(meanwhile.failed + idle.failed === 0 ? [] : [`${meanwhile.failed} reads failed`]),
        ...describeMissedTarget('bytes of a frame:', largestFrame, FRAME_SENT_MAX_BYTES),
      ],
      missedTargets: describeMissedTarget('ms until the text is gone:', textGoneMs, TEXT_GONE_MS),
    };
  },
};
