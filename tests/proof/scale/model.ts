import type { Calibration } from './calibration.ts';

/** What the model assumes of a site and its machines; docs/scale.md gives the reasons. */
const ASSUMED = {
  /** The share of tabs that show new cruds at once; the others receive heads only. */
  visibleShare: 0.2,
  /** Pages that a visible tab reads per second; half of them are first pages. */
  pagesPerVisibleTab: 1 / 60,
  /** The share of a core, a line or a process that is used on purpose. */
  usableShare: 0.6,
  gatewayMb: 2048,
  gatewayBytesPerSecond: 125_000_000,
  postgresCores: 16,
  /** What the line of a phone takes for one page. */
  tabBytesPerSecond: 125_000,
  /** Cruds within this time share a frame. */
  frameSeconds: 0.01,
  /** How often the session of a person with a socket is checked at the identity provider. */
  secondsBetweenChecks: 300,
  /** Cognito's quota. */
  checksPerSecond: 120,
} as const;

export interface Demand {
  /** Open sockets: browsers, because the tabs of one share a socket; each is another person's. */
  tabs: number;
  cruds: number;
}

/** A part that all gateways share, or that no further gateway relieves. */
export type SharedPart = keyof typeof RELIEF;

/** The existing engine that relieves a part, in the order in which the parts are needed. */
export const RELIEF = {
  'public stream': 'a stream per shard (Citus), merged by the gateways',
  'PostgreSQL, writes': 'Citus',
  'PostgreSQL, reads': 'read replicas',
  'PostgreSQL, heads': 'NATS as doorbell instead of polling',
  'checks of sessions': 'a higher quota of the identity provider, or rarer checks',
  deletion: 'partitions that are dropped: `activities` by expiry, `log` and `operations` by day',
  Redis: 'Redis Cluster with sharded pub/sub for personal streams',
  'events at each gateway': 'NATS as doorbell: gateways read blocks of events',
  'line of a tab': 'heads only, pages on demand',
} as const;

export interface SitePlan {
  gateways: number;
  /** Why no fewer gateways are enough. */
  boundBy: 'processor' | 'memory' | 'line';
  gigabitsPerSecond: number;
  /** The share of each part's usable capacity; above 1 it does not suffice. */
  use: Record<SharedPart, number>;
  /** The part with the highest use. */
  first: SharedPart;
}

/** What a site of this size needs by the calibration's costs. */
export function planSite({ gateway, store, redis }: Calibration, { tabs, cruds }: Demand): SitePlan {
  const visible = tabs * ASSUMED.visibleShare;
  const pages = visible * ASSUMED.pagesPerVisibleTab;
  const perFrame = Math.max(1, cruds * ASSUMED.frameSeconds);
  const deliveryUs = (cruds / perFrame) * gateway.frameUs + cruds * gateway.crudBytes * gateway.byteUs;
  const pageUs = (gateway.firstPageUs + gateway.olderPageUs) / 2;
  const usableUs = 1e6 * ASSUMED.usableShare;
  const foreignUs = gateway.idleUs + cruds * gateway.foreignCrudUs;
  const sharedUs =
    tabs * (gateway.socketUs + gateway.personUs) +
    visible * deliveryUs +
    cruds * gateway.crudUs +
    pages * pageUs +
    gateway.leaseUs;
  const bytes = tabs * gateway.socketBytes + visible * cruds * gateway.crudBytes;
  const needs = {
    processor: sharedUs / Math.max(usableUs - foreignUs, 1),
    memory:
      (tabs * (gateway.socketKb + gateway.personKb)) /
      1024 /
      (ASSUMED.gatewayMb * ASSUMED.usableShare - gateway.idleMb),
    line: bytes / (ASSUMED.gatewayBytesPerSecond * ASSUMED.usableShare),
  };
  const [boundBy, need] = highest(needs);
  const gateways = Math.max(1, Math.ceil(need));
  const storeUs = usableUs * ASSUMED.postgresCores;
  const use: Record<SharedPart, number> = {
    'public stream': cruds / (store.crudsPerSecond * ASSUMED.usableShare),
    'PostgreSQL, writes': (cruds * (store.crudUs + store.purgeUs + 2 * store.trimUs)) / storeUs,
    'PostgreSQL, reads': (pages * (store.firstPageUs + store.olderPageUs)) / 2 / storeUs,
    'PostgreSQL, heads': (gateways * store.gatewayUs + tabs * store.personUs + store.leaseUs) / storeUs,
    'checks of sessions': tabs / ASSUMED.secondsBetweenChecks / ASSUMED.checksPerSecond,
    // One gateway deletes, one batch after the other.
    deletion: (cruds * (1 / store.purgedPerSecond + 2 / store.trimmedPerSecond)) / ASSUMED.usableShare,
    // Measured with two receivers; each further gateway is one more.
    Redis: (cruds * redis.crudUs * gateways) / 2 / usableUs,
    'events at each gateway': foreignUs / usableUs,
    'line of a tab': (gateway.socketBytes + cruds * gateway.crudBytes) / ASSUMED.tabBytesPerSecond,
  };
  return { gateways, boundBy, gigabitsPerSecond: (bytes * 8) / 1e9, use, first: highest(use)[0] };
}

function highest<K extends string>(values: Record<K, number>): [K, number] {
  const [first, ...others] = Object.entries(values) as [K, number][];
  if (!first) throw new Error('there is nothing to compare');
  return others.reduce((most, entry) => (entry[1] > most[1] ? entry : most), first);
}
