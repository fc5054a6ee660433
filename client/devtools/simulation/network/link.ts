import type { Random } from '../random.ts';
import type { Host } from '../world/host.ts';
import type { World } from '../world/world.ts';

export type LinkSide = 'client' | 'gateway';

/** One end of a connection. */
export interface LinkEnd {
  host: Host;
  receive(packet: string): void;
  /** The connection is over, which this end learns here. */
  closed(): void;
}

export interface LinkParts {
  world: World;
  random: Random;
  client: LinkEnd;
  gateway: LinkEnd;
}

const LATENCY_MS = [0.5, 15] as const;
/** The longest additional delay of a packet on a slow connection. */
const SLOW_MS = 400;

const otherSide = { client: 'gateway', gateway: 'client' } as const;

/** A connection between a tab and a gateway: in order and without loss, as TCP, until it ends or becomes half-open. */
export class Link {
  isSlow = false;
  /** Nothing arrives any more, and no end learns of it. */
  isHalfOpen = false;
  /** Called when the tab's end is over. */
  onClientEnd: () => void = () => undefined;
  private readonly parts: LinkParts;
  private readonly isOpenAt = { client: true, gateway: true };
  private readonly lastArrival = { client: 0, gateway: 0 };

  constructor(parts: LinkParts) {
    this.parts = parts;
  }

  isOpen(): boolean {
    return this.isOpenAt.client && this.isOpenAt.gateway;
  }

  /** Tells the tab that it is connected, before anything else arrives. */
  open(opened: () => void): void {
    this.deliver('client', 'is connected', opened);
  }

  connects(host: Host): boolean {
    return this.parts.client.host === host || this.parts.gateway.host === host;
  }

  send(from: LinkSide, packet: string): void {
    const to = otherSide[from];
    this.deliver(to, `receives ${packet.slice(0, 60)}`, () => this.parts[to].receive(packet));
  }

  /** This end closes; the other one learns of it unless the connection is half-open. */
  close(from: LinkSide): void {
    if (!this.isOpenAt[from]) return;
    this.isOpenAt[from] = false;
    if (from === 'client') this.onClientEnd();
    const to = otherSide[from];
    this.deliver(to, 'is disconnected', () => this.end(to));
  }

  /** Both ends learn that the connection is over. */
  cut(): void {
    for (const side of ['client', 'gateway'] as const) this.deliver(side, 'is cut', () => this.end(side));
  }

  private end(side: LinkSide): void {
    if (!this.isOpenAt[side]) return;
    this.isOpenAt[side] = false;
    if (side === 'client') this.onClientEnd();
    this.parts[side].closed();
  }

  private deliver(to: LinkSide, label: string, run: () => void): void {
    const { world, random } = this.parts;
    if (this.isHalfOpen) {
      world.lose(this.parts[to].host, label);
      return;
    }
    const [least, most] = LATENCY_MS;
    const latency = least + random.next() * (most - least) + (this.isSlow ? random.next() * SLOW_MS : 0);
    const at = Math.max(this.lastArrival[to], world.now() + latency);
    this.lastArrival[to] = at;
    world.after(this.parts[to].host, at - world.now(), label, () => {
      if (this.isOpenAt[to] && !this.isHalfOpen) run();
    });
  }
}
