import { formatNumber } from '../bench/peers/format-table.ts';
import type { Calibration, SocketCheck } from './calibration.ts';
import { errorOf } from './fit.ts';
import { planSite, RELIEF, type Demand, type SharedPart, type SitePlan } from './model.ts';

const TABS = [10_000, 100_000, 1_000_000];
const CRUDS = [1, 10, 100, 1000];

/** A table of Markdown. */
const tableOf = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const formatCount = (count: number) => count.toLocaleString('en');
const percentOf = (share: number) => `${formatNumber(share * 100)} %`;

/** Measured and predicted values of the points that were not used for the fit. */
export function formatChecks(checks: readonly SocketCheck[]): string {
  const rows = checks.map((check) => {
    const { measured, predicted } = check;
    const pair = (of: 'idleUs' | 'crudUs' | 'heapMb') =>
      `${formatNumber(predicted[of])} / ${formatNumber(measured[of])}`;
    return [
      `${formatCount(measured.sockets)} of ${formatCount(measured.people)} people`,
      pair('crudUs'),
      pair('idleUs'),
      pair('heapMb'),
      percentOf(errorOf(check)),
    ];
  });
  return tableOf(
    [
      'Sockets',
      'One crud to all, predicted / measured µs',
      'A second idle, µs',
      'Heap, MB',
      'Largest difference',
    ],
    rows,
  );
}

const COSTS: readonly [string, (calibration: Calibration) => string][] = [
  ['A socket: heap of the gateway', ({ gateway }) => `${formatNumber(gateway.socketKb)} KB`],
  ['A person with a socket: heap of the gateway', ({ gateway }) => `${formatNumber(gateway.personKb)} KB`],
  [
    'A socket and second without cruds',
    ({ gateway }) => `${formatNumber(gateway.socketUs)} µs, ${formatNumber(gateway.socketBytes)} bytes`,
  ],
  [
    'A person with a socket and second',
    ({ gateway, store }) =>
      `${formatNumber(gateway.personUs)} µs, PostgreSQL ${formatNumber(store.personUs)} µs`,
  ],
  [
    'A crud delivered to a socket',
    ({ gateway }) => `${formatNumber(gateway.deliveryUs)} µs, ${formatNumber(gateway.crudBytes)} bytes`,
  ],
  [
    'Of that: the frame, and each byte in it',
    ({ gateway }) => `${formatNumber(gateway.frameUs)} µs, ${formatNumber(gateway.byteUs * 1000)} ns`,
  ],
  ['A crud: its gateway', ({ gateway }) => `${formatNumber(gateway.crudUs)} µs`],
  ['A crud: each other gateway', ({ gateway }) => `${formatNumber(gateway.foreignCrudUs)} µs`],
  [
    'A crud: PostgreSQL',
    ({ store }) =>
      `${formatNumber(store.crudUs)} µs, ${formatNumber(store.crudBytes)} bytes, ${formatNumber(store.walBytes)} bytes of log`,
  ],
  [
    'A crud: its deletion, with its log line and operation',
    ({ store }) => `${formatNumber(store.purgeUs + 2 * store.trimUs)} µs`,
  ],
  ['A crud: Redis with two gateways', ({ redis }) => `${formatNumber(redis.crudUs)} µs`],
  [
    'In a second: cruds accepted by one gateway; expired cruds deleted; lines trimmed',
    ({ store }) =>
      [store.crudsPerSecond, store.purgedPerSecond, store.trimmedPerSecond].map(formatNumber).join('; '),
  ],
  [
    'The first page of the feed',
    ({ gateway, store }) =>
      `${formatNumber(gateway.firstPageUs)} µs, PostgreSQL ${formatNumber(store.firstPageUs)} µs`,
  ],
  [
    'An older page',
    ({ gateway, store }) =>
      `${formatNumber(gateway.olderPageUs)} µs, PostgreSQL ${formatNumber(store.olderPageUs)} µs`,
  ],
  [
    'A gateway and second without load',
    ({ gateway, store }) =>
      `${formatNumber(gateway.idleUs)} µs, PostgreSQL ${formatNumber(store.gatewayUs)} µs`,
  ],
  [
    'The gateway with the lease, in addition',
    ({ gateway, store }) =>
      `${formatNumber(gateway.leaseUs)} µs, PostgreSQL with its own work ${formatNumber(store.leaseUs)} µs`,
  ],
];

export function formatCosts(calibration: Calibration): string {
  return tableOf(
    ['What', 'Processor time and bytes'],
    COSTS.map(([what, cost]) => [what, cost(calibration)]),
  );
}

/** The plan of each size, with its first bottleneck and what relieves it. */
export function formatPlans(calibration: Calibration): string {
  const demands: Demand[] = TABS.flatMap((tabs) => CRUDS.map((cruds) => ({ tabs, cruds })));
  const rows = demands.map((demand) => {
    const { gateways, boundBy, gigabitsPerSecond, use, first } = planSite(calibration, demand);
    return [
      formatCount(demand.tabs),
      formatCount(demand.cruds),
      `${formatCount(gateways)} (${boundBy})`,
      formatNumber(gigabitsPerSecond),
      `${first}: ${percentOf(use[first])}`,
      formatOverloads(use),
    ];
  });
  return tableOf(
    ['Tabs', 'Cruds/s', 'Gateways (bound by)', 'Gbit/s', 'First bottleneck: use', 'Parts above 100 %'],
    rows,
  );
}

function formatOverloads(use: SitePlan['use']): string {
  const above = (Object.entries(use) as [SharedPart, number][])
    .filter(([, share]) => share > 1)
    .sort(([, a], [, b]) => b - a);
  return above.map(([part, share]) => `${part} ${percentOf(share)}`).join(', ') || 'none';
}

/** What takes over from each part above 100 %. */
export const formatReliefs = () => tableOf(['Part', 'Relieved by'], Object.entries(RELIEF));
