/** What a run of `npm run scale -- --calibrate` measured. Times are processor time in microseconds. */
export interface Calibration {
  /** Machine and versions. */
  machine: string;
  gateway: GatewayCosts;
  store: StoreCosts;
  redis: {
    /** Per crud, published and received by two gateways. */
    crudUs: number;
  };
  checks: SocketCheck[];
}

/** A fixed cost and one per socket for each measure of a point, and one per person for those that depend on people. */
export interface FittedCosts {
  /** Per second without sockets. */
  idleUs: number;
  /** Per socket and second: pings, heads. */
  socketUs: number;
  /** Per person with a socket and second: the head of the own stream. */
  personUs: number;
  /** Per crud that this gateway accepts and delivers, without sockets. */
  crudUs: number;
  /** Per crud and socket that receives it in a frame of its own. */
  deliveryUs: number;
  idleMb: number;
  socketKb: number;
  /** Per person with a socket: the reader of the own stream. */
  personKb: number;
}

export interface GatewayCosts extends FittedCosts {
  /** Per second, what the gateway with the lease works more than others. */
  leaseUs: number;
  /** Of `deliveryUs`, what a frame costs whatever it contains. */
  frameUs: number;
  /** Per byte and socket. */
  byteUs: number;
  /** Per crud that another gateway accepted, without sockets. */
  foreignCrudUs: number;
  firstPageUs: number;
  olderPageUs: number;
  /** On the wire, per socket and second without cruds. */
  socketBytes: number;
  /** On the wire, per crud in a frame of its own. */
  crudBytes: number;
}

export interface StoreCosts {
  /** Processor time of all PostgreSQL processes. */
  crudUs: number;
  firstPageUs: number;
  olderPageUs: number;
  /** Per gateway without sockets and second. */
  gatewayUs: number;
  /** Per person with a socket and second, whose head a gateway reads. */
  personUs: number;
  /** Per second: PostgreSQL's own work, and that for the gateway with the lease. */
  leaseUs: number;
  /** Per expired crud that is deleted. */
  purgeUs: number;
  /** Cruds that one gateway with 32 writers accepts per second. */
  crudsPerSecond: number;
  /** Expired cruds that are deleted per second without other load. */
  purgedPerSecond: number;
  /** Per line of the log or operation that is trimmed; a crud has one of each. */
  trimUs: number;
  trimmedPerSecond: number;
  /** Growth of the database per crud. */
  crudBytes: number;
  /** Of the write-ahead log, per crud. */
  walBytes: number;
}

/** Sockets on one gateway, and the people they belong to. */
export interface SocketLoad {
  sockets: number;
  people: number;
}

export interface IdlePoint extends SocketLoad {
  /** Per second without cruds. */
  idleUs: number;
  heapMb: number;
}

export interface CrudPoint {
  sockets: number;
  /** To accept one crud and deliver it to all. */
  crudUs: number;
}

export type SocketPoint = IdlePoint & CrudPoint;

/** The points of the fit. */
export interface FittedPoints {
  /** Sockets of few people, and none. */
  idle: IdlePoint[];
  /** Sockets of many people. */
  crowd: IdlePoint;
  cruds: CrudPoint[];
}

/** A point that was not used for the fit. */
export interface SocketCheck {
  measured: SocketPoint;
  predicted: SocketPoint;
}
