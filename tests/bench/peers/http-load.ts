/** Calls over kept connections, each connection with one call at a time. */
export interface HttpLoad {
  /** The gateway's origin. */
  url: string;
  /** Sent in turn. */
  requests: readonly HttpRequest[];
  connections: number;
  seconds: number;
  /** Not counted; default 1. */
  warmUpSeconds?: number;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the query. */
  path: string;
  accessToken?: string;
  /** Such as `accept-encoding`. */
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Adds a new operation id to each sending. */
  isOperation?: boolean;
}

export interface HttpFigures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The number of answers by status; 0 is a connection that was cut. */
  statuses: Record<number, number>;
  /** Bytes received per answer. */
  bytesPerAnswer: number;
}
