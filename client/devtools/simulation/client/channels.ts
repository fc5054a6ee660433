import type { Random } from '../random.ts';
import type { Host } from '../world/host.ts';
import type { World } from '../world/world.ts';

export interface SimulatedChannel {
  post(message: unknown): void;
  listen(onMessage: (message: unknown) => void): void;
  close(): void;
}

/** The broadcast channels of one browser. */
export interface BrowserChannels {
  open(host: Host, name: string): SimulatedChannel;
  closeAll(host: Host): void;
}

interface Member {
  host: Host;
  name: string;
  receive: (message: unknown) => void;
  lastArrival: number;
}

const LATENCY_MS = 3;

export function createBrowserChannels(world: World, random: Random): BrowserChannels {
  const members = new Set<Member>();
  return {
    open(host, name) {
      const own: Member = { host, name, receive: () => undefined, lastArrival: 0 };
      members.add(own);
      return {
        post(message) {
          const text = JSON.stringify(message);
          for (const member of members) {
            if (member === own || member.name !== name) continue;
            const at = Math.max(member.lastArrival, world.now() + random.next() * LATENCY_MS);
            member.lastArrival = at;
            world.after(member.host, at - world.now(), `hears ${host.name} ${text.slice(0, 60)}`, () => {
              if (members.has(member)) member.receive(JSON.parse(text));
            });
          }
        },
        listen: (receive) => void (own.receive = receive),
        close: () => void members.delete(own),
      };
    },
    closeAll(host) {
      for (const member of members) if (member.host === host) members.delete(member);
    },
  };
}
