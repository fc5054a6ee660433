/** In milliseconds. A lost connection is detected within 14 s: a ping after 8 s, and 6 s for the pong. */
export const CONNECTION_TIMEOUTS = {
  /** How long a connection may wait with its handshake. */
  connectTimeout: 5000,
  pingInterval: 8000,
  pingTimeout: 6000,
};
