import type {
  FittedCosts,
  FittedPoints,
  IdlePoint,
  SocketCheck,
  SocketLoad,
  SocketPoint,
} from './calibration.ts';

const KB_PER_MB = 1024;
/** The largest difference between a prediction and its measurement. */
const TOLERANCE = 0.15;
const MEASURES = ['crudUs', 'idleUs', 'heapMb'] as const;

interface Line {
  fixed: number;
  perSocket: number;
}

export function fitSockets({ idle, crowd, cruds }: FittedPoints): FittedCosts {
  const crud = fitLine(cruds.map(({ sockets, crudUs }) => [sockets, crudUs]));
  const time = fitPeople(idle, crowd, ({ idleUs }) => idleUs);
  const heap = fitPeople(idle, crowd, ({ heapMb }) => heapMb * KB_PER_MB);
  return {
    idleUs: time.fixed,
    socketUs: time.perSocket,
    personUs: time.perPerson,
    crudUs: crud.fixed,
    deliveryUs: crud.perSocket,
    idleMb: heap.fixed / KB_PER_MB,
    socketKb: heap.perSocket,
    personKb: heap.perPerson,
  };
}

/**
 * The line with the least squares of relative differences: absolute ones would leave the smallest size to chance.
 * @param points sockets and the value
 */
function fitLine(points: readonly (readonly [number, number])[]): Line {
  const sum = (term: (x: number, y: number) => number) =>
    points.reduce((total, [x, y]) => total + term(x, y) / y ** 2, 0);
  const weights = sum(() => 1);
  const [meanX, meanY] = [sum((x) => x) / weights, sum((_, y) => y) / weights];
  const perSocket = sum((x, y) => (x - meanX) * (y - meanY)) / sum((x) => (x - meanX) ** 2);
  return { fixed: meanY - perSocket * meanX, perSocket };
}

/** What the crowd exceeds the line by, its people cost. The few people of the line count as sockets. */
function fitPeople(
  points: readonly IdlePoint[],
  crowd: IdlePoint,
  valueOf: (point: IdlePoint) => number,
): Line & { perPerson: number } {
  const line = fitLine(points.map((point) => [point.sockets, valueOf(point)]));
  const excess = valueOf(crowd) - (line.fixed + line.perSocket * crowd.sockets);
  return { ...line, perPerson: Math.max(0, excess / crowd.people) };
}

export function predictPoint(costs: FittedCosts, { sockets, people }: SocketLoad): SocketPoint {
  return {
    sockets,
    people,
    crudUs: costs.crudUs + costs.deliveryUs * sockets,
    idleUs: costs.idleUs + costs.socketUs * sockets + costs.personUs * people,
    heapMb: costs.idleMb + (costs.socketKb * sockets + costs.personKb * people) / KB_PER_MB,
  };
}

/** The share by which a prediction differs from its measurement, of the measure that differs most. */
export function errorOf({ measured, predicted }: SocketCheck): number {
  return Math.max(...MEASURES.map((of) => Math.abs(predicted[of] - measured[of]) / measured[of]));
}

export const isProven = (checks: readonly SocketCheck[]) =>
  checks.every((check) => errorOf(check) <= TOLERANCE);

/**
 * Splits the cost of a delivery into that of the frame and that of its content, by bursts whose cruds share a frame.
 * @param single per delivery, one crud in a frame
 * @param burst the same for one of `size` cruds
 */
export function splitDelivery(
  single: number,
  burst: { us: number; size: number },
): { frameUs: number; contentUs: number } {
  const contentUs = Math.max(0, (burst.us * burst.size - single) / (burst.size - 1));
  return { frameUs: single - contentUs, contentUs };
}
