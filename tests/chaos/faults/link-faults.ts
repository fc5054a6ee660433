import { setTimeout as pause } from 'node:timers/promises';
import { TROUBLE_KINDS, type Trouble, type TroubleKind } from '../proxy/trouble.ts';
import type { Random } from '../random.ts';
import type { ChaosGateway } from '../topology/gateway.ts';
import type { Fault, Span } from './fault.ts';

/** What strikes once is over at once. */
const LASTS_MS: Span = [600, 2800];
const STRIKES_ONCE: readonly TroubleKind[] = ['reset', 'half-close'];

const LINKS = ['callers', 'store', 'redis'] as const;

function troubleOf(kind: TroubleKind, random: Random): Trouble {
  switch (kind) {
    case 'delay':
      return { kind, ms: random.between(20, 400) };
    case 'throttle':
      return { kind, bytesPerSecond: random.between(5_000, 50_000) };
    case 'cut':
      return { kind, afterBytes: random.between(1, 4_000) };
    default:
      return { kind };
  }
}

type LinkName = keyof ChaosGateway['links'];

export function linkFault(kind: TroubleKind, link: LinkName, lastsMs = LASTS_MS): Fault {
  return {
    name: `${kind} ${link}`,
    async strike({ random, anyGateway }) {
      const proxy = anyGateway().links[link];
      proxy.trouble(troubleOf(kind, random));
      if (!STRIKES_ONCE.includes(kind)) await pause(random.between(...lastsMs));
      await proxy.heal();
    },
  };
}

/** Every trouble of every link of a gateway. */
export const linkFaults: readonly Fault[] = LINKS.flatMap((link) =>
  TROUBLE_KINDS.map((kind) => linkFault(kind, link)),
);
