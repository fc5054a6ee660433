import type { openSocket } from '../../../client/src/realtime/socket.ts';

/** What of a run is not the product's own; nothing in an honest run. */
export interface Sabotaged {
  /** The folder of a spoilt copy of what was built. */
  from?: string;
  /** A spoilt client. */
  open?: typeof openSocket;
}
