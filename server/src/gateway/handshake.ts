import { handshake, type ByeCode, type Refusal } from '@cruddur/shared';
import type { AuthenticateSocket, Connection, GatewaySocket } from './gateway-types.ts';
import { createConnectionCounter, type ConnectionCounter } from './connection-counter.ts';

export interface HandshakeParts {
  authenticateSocket: AuthenticateSocket;
  connectionsByPerson: ConnectionCounter;
  maxPerPerson: number;
  addressOf: (socket: GatewaySocket) => string;
  requestIdOf: (socket: GatewaySocket) => string;
  maxPerAddress: number;
  isDraining: () => boolean;
}

type Next = (error?: Error & { data: Refusal }) => void;

/** Socket.IO middleware that admits a socket with a valid token, within the limits of its person and address. */
export function createHandshake(parts: HandshakeParts): (socket: GatewaySocket, next: Next) => void {
  const { authenticateSocket, connectionsByPerson, maxPerPerson, addressOf, maxPerAddress, isDraining } =
    parts;

  const attempted = new WeakSet<Connection>();
  const admitted = new Map<Connection, { sub: string; address: string }>();
  // Counts admitted sockets only: pending and refused connections must not exhaust an address.
  const addresses = createConnectionCounter();

  function admit(connection: Connection, { sub, address }: { sub: string; address: string }): void {
    admitted.set(connection, { sub, address });
    addresses.add(address);
    connectionsByPerson.add(sub);
    connection.on('close', release);
    // Closed while the token was verified: `close` has been emitted already.
    if (connection.readyState !== 'open') release.call(connection);
  }

  function release(this: Connection): void {
    const entry = admitted.get(this);
    if (!entry) return;
    admitted.delete(this);
    addresses.remove(entry.address);
    connectionsByPerson.remove(entry.sub);
  }

  async function findRefusalCode(socket: GatewaySocket): Promise<ByeCode | null> {
    // One attempt per connection: verifying a token costs more than sending one.
    if (attempted.has(socket.conn)) return 'too_many';
    attempted.add(socket.conn);
    if (isDraining()) return 'restarting';
    const address = addressOf(socket);
    if (addresses.count(address) >= maxPerAddress) return 'too_many';
    const given = handshake.safeParse(socket.handshake.auth);
    if (!given.success) return 'token_invalid';
    const authenticated = await authenticateSocket(given.data.token, {
      requestId: parts.requestIdOf(socket),
      userAgent: socket.handshake.headers['user-agent'] ?? '',
    });
    if ('code' in authenticated) return authenticated.code;
    const { sub } = authenticated.viewer;
    // Other sockets may have been admitted while the token was verified.
    if (addresses.count(address) >= maxPerAddress || connectionsByPerson.count(sub) >= maxPerPerson)
      return 'too_many';
    socket.data.viewer = authenticated.viewer;
    admit(socket.conn, { sub, address });
    return null;
  }

  return (socket, next) => {
    findRefusalCode(socket).then(
      (code) => next(code ? toConnectError(code) : undefined),
      () => next(toConnectError('restarting')),
    );
  };
}

function toConnectError(code: ByeCode): Error & { data: Refusal } {
  return Object.assign(new Error(code), { data: { code } });
}
