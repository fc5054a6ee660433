import { handshake, type ByeCode } from '@cruddur/shared';
import type { GatewaySocket, AuthenticateSocket } from './gateway-types.ts';
import { createConnectionCounter, type ConnectionCounter } from './connection-counter.ts';

export interface HandshakeParts {
  authenticateSocket: AuthenticateSocket;
  connectionsByPerson: ConnectionCounter;
  maxPerPerson: number;
  addressOf: (socket: GatewaySocket) => string;
  maxPerAddress: number;
  isDraining: () => boolean;
}

type Next = (refusal?: Error & { data: { code: ByeCode } }) => void;

/** The middleware at the door: nobody gets in without a valid token and a free place. */
export function createHandshake(parts: HandshakeParts): (socket: GatewaySocket, next: Next) => void {
  const { authenticateSocket, connectionsByPerson, maxPerPerson, addressOf, maxPerAddress, isDraining } =
    parts;

  const attempted = new WeakSet<GatewaySocket['conn']>();
  // Of accepted sockets only: connections that wait or were refused must not keep others out.
  const addresses = createConnectionCounter();

  async function findRefusalCode(socket: GatewaySocket): Promise<ByeCode | null> {
    // One try each: to look at a token costs more than to send one.
    if (attempted.has(socket.conn)) return 'too_many';
    attempted.add(socket.conn);
    if (isDraining()) return 'restarting';
    const address = addressOf(socket);
    if (addresses.count(address) >= maxPerAddress) return 'too_many';
    const given = handshake.safeParse(socket.handshake.auth);
    if (!given.success) return 'token_invalid';
    const authenticated = await authenticateSocket(given.data.token);
    if ('code' in authenticated) return authenticated.code;
    const { sub } = authenticated.viewer;
    // Others may have been accepted while the token was checked.
    if (addresses.count(address) >= maxPerAddress || connectionsByPerson.count(sub) >= maxPerPerson)
      return 'too_many';
    socket.data.viewer = authenticated.viewer;
    const places = [addresses.acquire(address), connectionsByPerson.acquire(sub)];
    const releaseConnection = () => places.forEach((giveBack) => giveBack());
    socket.conn.once('close', releaseConnection);
    // Gone while the token was checked: its close has been and will not come again.
    if (socket.conn.readyState !== 'open') releaseConnection();
    return null;
  }

  return (socket, next) => {
    findRefusalCode(socket).then(
      (code) => next(code ? toConnectError(code) : undefined),
      () => next(toConnectError('restarting')),
    );
  };
}

function toConnectError(code: ByeCode): Error & { data: { code: ByeCode } } {
  return Object.assign(new Error(code), { data: { code } });
}
