import { interventionName, type Intervention } from '../../page/simulate/simulation-messages.ts';
import type { Stage } from '../schedule/stage.ts';
import type { LaneStates } from './lane-states.ts';

/** The faults that the viewer of a schedule causes, in the same terms as those of its seed. */
export interface Interventions {
  /** Begins one, or ends it when it holds. */
  toggle(what: Intervention): void;
  /** Ends those whose time is over. Called after each event. */
  endOverdue(): void;
  /** The names of those that hold. */
  active(): string[];
  /** When the last one ends, or has ended. An action is over at once. */
  until(): number;
}

/** Of those that last, by virtual time: the promise holds once all faults are over. */
const LASTS_MS = 4000;
/** Above the numbers of the seed's own faults. */
const FIRST_FAULT = 1000;

interface Running {
  fault: number;
  until: number;
  end: () => void;
  isOver: () => boolean;
}

export function createInterventions(
  stage: Stage,
  { lanes, actOnce }: { lanes: LaneStates; actOnce: () => void },
): Interventions {
  const { world, history, faults } = stage;
  const running = new Map<string, Running>();
  let count = FIRST_FAULT;
  let lastEnd = 0;

  function begin(name: string, inject: () => Pick<Running, 'end'> & Partial<Running>): void {
    const fault = (count += 1);
    history.record({ type: 'fault-began', fault, name });
    const until = world.now() + LASTS_MS;
    running.set(name, { fault, until, isOver: () => false, ...inject() });
  }

  function finish(name: string, { fault, end }: Running): void {
    running.delete(name);
    end();
    lastEnd = world.now();
    history.record({ type: 'fault-ended', fault });
  }

  function inject(what: Intervention, name: string): void {
    switch (what.is) {
      case 'act':
        actOnce();
        lastEnd = world.now();
        return;
      case 'cut-bus':
        begin(name, () => {
          faults.isBusAway = true;
          return { end: () => (faults.isBusAway = false) };
        });
        return;
      case 'drop-envelope':
        begin(name, () => {
          faults.dropsNextEnvelope = true;
          return { end: () => (faults.dropsNextEnvelope = false), isOver: () => !faults.dropsNextEnvelope };
        });
        return;
      case 'kill-gateway': {
        const gateway = stage.gateways().find(({ host }) => host.name === what.lane);
        if (!gateway) return;
        begin(name, () => {
          stage.killGateway(gateway);
          return { end: () => stage.startGateway(what.lane) };
        });
        return;
      }
      case 'freeze-leader': {
        const host = lanes.findLeader(what.person)?.host;
        if (!host) return;
        begin(name, () => {
          world.freeze(host);
          return { end: () => world.thaw(host) };
        });
        return;
      }
      case 'step-clock': {
        const hosts = [...stage.gateways(), ...stage.tabs()].map(({ host }) => host);
        const host = hosts.find((one) => one.name === what.lane);
        if (!host) return;
        begin(name, () => {
          host.skewMs += what.ms;
          // The clock stays as it is; only its step is over at once.
          return { end: () => undefined, isOver: () => true };
        });
      }
    }
  }

  return {
    toggle(what) {
      const name = interventionName(what);
      const held = running.get(name);
      if (held) finish(name, held);
      else inject(what, name);
    },
    endOverdue() {
      for (const [name, one] of running) if (one.isOver() || world.now() >= one.until) finish(name, one);
    },
    active: () => [...running.keys()],
    until: () => Math.max(lastEnd, ...[...running.values()].map(({ until }) => until)),
  };
}
