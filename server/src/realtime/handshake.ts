import { handshake, type ByeCode } from '@cruddur/shared';
import type { GatewaySocket, Greet } from './gateway-types.ts';
import type { Places } from './places.ts';

export interface HandshakeParts {
  greet: Greet;
  people: Places;
  maxPerPerson: number;
  /** True when the address has more connections than it may. */
  isCrowded: (socket: GatewaySocket) => boolean;
  isDraining: () => boolean;
}

type Next = (refusal?: Error & { data: { code: ByeCode } }) => void;

/** The middleware at the door: nobody gets in without a valid token and a free place. */
export function createHandshake(parts: HandshakeParts): (socket: GatewaySocket, next: Next) => void {
  const { greet, people, maxPerPerson, isCrowded, isDraining } = parts;

  const tried = new WeakSet<GatewaySocket['conn']>();

  async function refusalOf(socket: GatewaySocket): Promise<ByeCode | null> {
    // One try each: to look at a token costs more than to send one.
    if (tried.has(socket.conn)) return 'too_many';
    tried.add(socket.conn);
    if (isDraining()) return 'restarting';
    if (isCrowded(socket)) return 'too_many';
    const given = handshake.safeParse(socket.handshake.auth);
    if (!given.success) return 'token_invalid';
    const greeted = await greet(given.data.token);
    if ('code' in greeted) return greeted.code;
    const { sub } = greeted.viewer;
    if (people.count(sub) >= maxPerPerson) return 'too_many';
    socket.data.viewer = greeted.viewer;
    const leave = people.take(sub);
    socket.conn.once('close', leave);
    // Gone while the token was checked: its close has been and will not come again.
    if (socket.conn.readyState !== 'open') leave();
    return null;
  }

  return (socket, next) => {
    refusalOf(socket).then(
      (code) => next(code ? refusal(code) : undefined),
      () => next(refusal('restarting')),
    );
  };
}

function refusal(code: ByeCode): Error & { data: { code: ByeCode } } {
  return Object.assign(new Error(code), { data: { code } });
}
