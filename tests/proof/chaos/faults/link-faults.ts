import { setTimeout as pause } from 'node:timers/promises';
import {
  NETWORK_FAULT_KINDS,
  type NetworkFault,
  type NetworkFaultKind,
} from '../../../support/fault-proxy/network-fault.ts';
import type { Random } from '../../../../client/devtools/simulation/random.ts';
import type { ChaosGateway } from '../topology/gateway.ts';
import type { Fault, DurationRange } from './fault.ts';

/** A fault without duration is over at once. */
const DURATION_MS: DurationRange = [600, 2800];
const MOMENTARY_KINDS: readonly NetworkFaultKind[] = ['reset', 'half-close'];

const LINKS = ['callers', 'store', 'redis'] as const;

function createNetworkFault(kind: NetworkFaultKind, random: Random): NetworkFault {
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

export function linkFault(kind: NetworkFaultKind, link: LinkName, lastsMs = DURATION_MS): Fault {
  return {
    name: `${kind} ${link}`,
    async inject({ random, pickGateway }) {
      const proxy = pickGateway().links[link];
      proxy.injectFault(createNetworkFault(kind, random));
      if (!MOMENTARY_KINDS.includes(kind)) await pause(random.between(...lastsMs));
      await proxy.clearFault();
    },
  };
}

/** Every network fault on every link of a gateway. */
export const linkFaults: readonly Fault[] = LINKS.flatMap((link) =>
  NETWORK_FAULT_KINDS.map((kind) => linkFault(kind, link)),
);
