/** `node:events` as a page has it: the emitter of Socket.IO's client has all that the code under test calls. */
export { Emitter as EventEmitter } from '@socket.io/component-emitter';

/** Only answers with files wait for an event of a stream, and the world sends none. */
export function once(): never {
  throw new Error('once is not part of the world');
}
