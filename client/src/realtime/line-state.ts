/** How a tab's connection is, as its machine last said. */
export interface LineState {
  status: 'idle' | 'connecting' | 'live' | 'reconnecting' | 'polling' | 'refused';
  /** After a loss: the cursors show that nothing was missed. */
  proved: boolean;
}

/** Before anybody wants one. */
export const IDLE: LineState = { status: 'idle', proved: false };
