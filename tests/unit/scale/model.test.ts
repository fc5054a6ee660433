import { expect, it } from 'vitest';
import type { Calibration, IdlePoint } from '../../scale/calibration.ts';
import { errorOf, fitSockets, isProven, predictPoint, splitDelivery } from '../../scale/fit.ts';
import { planSite } from '../../scale/model.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';

const calibration = JSON.parse(readRepositoryFile('tests/scale/calibration.json')) as Calibration;

/** A gateway that takes 10,000 µs idle, 10 per socket and 3 per person, and 30 MB, 8 KB and 2 KB. */
function measureIdle(sockets: number, people: number): IdlePoint {
  const heapMb = 30 + (8 * sockets + 2 * people) / 1024;
  return { sockets, people, idleUs: 10_000 + 10 * sockets + 3 * people, heapMb };
}

it('[SCALE-3] the fit finds the fixed cost, the cost of a socket and that of a person', () => {
  const costs = fitSockets({
    idle: [measureIdle(0, 0), measureIdle(2000, 0), measureIdle(8000, 0)],
    crowd: measureIdle(1000, 1000),
    // A crud takes 2,000 µs and 12 per delivery.
    cruds: [500, 2000, 8000].map((sockets) => ({ sockets, crudUs: 2000 + 12 * sockets })),
  });
  const measured = { ...measureIdle(5000, 1000), crudUs: 62_000 };
  expect(errorOf({ measured, predicted: predictPoint(costs, measured) })).toBeCloseTo(0);
  expect(costs.personUs).toBeCloseTo(3);
  expect(costs.personKb).toBeCloseTo(2);
  expect(costs.socketUs).toBeCloseTo(10);
  expect(costs.deliveryUs).toBeCloseTo(12);
});

it('[SCALE-3] bursts tell the cost of a frame from that of its content', () => {
  // 10 µs for a frame and 2 for a crud in it: 20 cruds of one frame take 50 µs.
  const { frameUs, contentUs } = splitDelivery(12, { us: 50 / 20, size: 20 });
  expect(frameUs).toBeCloseTo(10);
  expect(contentUs).toBeCloseTo(2);
});

it('[SCALE-1] a model that misses one measure of one load by more than 15 % is not proven', () => {
  const measured = { sockets: 1000, people: 40, idleUs: 20_000, crudUs: 12_000, heapMb: 40 };
  const exact = { measured, predicted: measured };
  expect(isProven([exact, { measured, predicted: { ...measured, idleUs: 22_900 } }])).toBe(true);
  expect(isProven([exact, { measured, predicted: { ...measured, idleUs: 23_100 } }])).toBe(false);
  expect(isProven([{ measured, predicted: { ...measured, crudUs: 10_000 } }, exact])).toBe(false);
});

it('[SCALE-4] a site never needs less of any part when it has more tabs or more cruds', () => {
  const small = planSite(calibration, { tabs: 10_000, cruds: 10 });
  for (const larger of [
    { tabs: 100_000, cruds: 10 },
    { tabs: 10_000, cruds: 100 },
  ]) {
    const { gateways, use } = planSite(calibration, larger);
    expect(gateways).toBeGreaterThan(small.gateways);
    for (const [part, share] of Object.entries(small.use))
      expect(use[part as keyof typeof use], part).toBeGreaterThanOrEqual(share);
  }
});

it('[SCALE-4] the first bottleneck is the part with the highest use', () => {
  const { use, first } = planSite(calibration, { tabs: 1_000_000, cruds: 1000 });
  expect(use[first]).toBe(Math.max(...Object.values(use)));
});
