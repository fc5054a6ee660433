/** How a tab's connection is, as its machine last said. */
export interface ConnectionState {
  status: 'idle' | 'connecting' | 'live' | 'reconnecting' | 'polling' | 'refused';
  /** After a loss: the cursors show that nothing was missed. */
  proved: boolean;
}

/** Before anybody wants one. */
export const IDLE: ConnectionState = { status: 'idle', proved: false };
