import type { LaneMode, LaneEntry } from '../../page/lanes/lane-entry.ts';
import { formatReport } from '../../page/format-entry.ts';
import { watchActors, type MachineActor } from '../../../src/base/actors.ts';
import { isWaiting } from '../../../src/sync/outbox/outbox-item.ts';
import type { SimulatedTab } from '../client/tab.ts';
import type { Stage } from '../schedule/stage.ts';
import type { Host } from '../world/host.ts';

interface LaneState {
  mode: LaneMode;
  text: string;
}

/** The states of all lanes: each change is one entry. */
export interface LaneStates {
  /** The person's tab that holds the connection of its browser. */
  findLeader(handle: string): SimulatedTab | undefined;
  /** @param host has its lane from now on */
  collect(host: Host): LaneEntry[];
}

const MODES: Record<ReturnType<SimulatedTab['status']>, LaneMode> = {
  idle: 'waiting',
  connecting: 'waiting',
  live: 'ok',
  reconnecting: 'waiting',
  polling: 'waiting',
  refused: 'off',
};
const LEADERSHIP = 'tab-leadership';

export function createLaneStates(stage: Stage): LaneStates {
  const { world, faults } = stage;
  const hosts = new Map<string, Host>();
  const shown = new Map<string, string>();
  const leaderships = new Map<string, MachineActor>();
  watchActors(({ actor }) => {
    if (actor.logic.id === LEADERSHIP) leaderships.set(world.current().name, actor);
    return () => undefined;
  });

  function leadershipOf({ name }: Host): string {
    return leafOf(leaderships.get(name)?.getSnapshot().value);
  }

  function describeTab(host: Host): LaneState {
    const tab = stage.tabs().find((one) => one.host === host);
    if (!tab)
      return host.state === 'dead' ? { mode: 'off', text: 'closed' } : { mode: 'waiting', text: 'opening' };
    const unsent = tab.outbox.getSnapshot().filter(isWaiting).length;
    const parts = [leadershipOf(host), tab.status(), unsent > 0 && `${unsent} unsent`].filter(Boolean);
    return { mode: MODES[tab.status()], text: parts.join(', ') };
  }

  function describeGateway(host: Host): LaneState {
    const gateway = stage.gateways().find((one) => one.host === host);
    if (!gateway)
      return host.state === 'dead' ? { mode: 'off', text: 'killed' } : { mode: 'waiting', text: 'starting' };
    const reports = gateway.report().machines.filter(({ machine }) => machine !== 'purge');
    return { mode: gateway.isReady() ? 'ok' : 'waiting', text: reports.map(formatReport).join(', ') };
  }

  function describe(host: Host): LaneState {
    if (host === stage.storeHost)
      return faults.isStoreAway ? { mode: 'off', text: 'away' } : { mode: 'ok', text: 'available' };
    const state = host.name.startsWith('tab') ? describeTab(host) : describeGateway(host);
    return host.state === 'frozen' ? { mode: 'frozen', text: `frozen: ${state.text}` } : state;
  }

  function change(lane: string, { mode, text }: LaneState): LaneEntry[] {
    const key = `${mode} ${text}`;
    if (shown.get(lane) === key) return [];
    shown.set(lane, key);
    return [{ kind: 'state', at: world.now(), lane, mode, text }];
  }

  return {
    findLeader: (handle) =>
      stage
        .tabs()
        .find(
          ({ host, browser }) =>
            host.state === 'running' && browser.person.handle === handle && leadershipOf(host) === 'leading',
        ),
    collect(added) {
      hosts.set(added.name, added);
      const bus: LaneState = faults.isBusAway
        ? { mode: 'off', text: 'cut' }
        : { mode: 'ok', text: 'available' };
      return [
        ...[...hosts.values()].flatMap((host) => change(host.name, describe(host))),
        ...change('bus', bus),
      ];
    },
  };
}

/** The innermost state of a machine without regions. */
function leafOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? leafOf(Object.values(value)[0]) : '';
}
