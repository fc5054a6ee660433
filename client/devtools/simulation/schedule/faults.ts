import { tabGroupName } from '../../../src/sync/tabs/tab-channel.ts';
import type { Random } from '../random.ts';
import type { SimulatedGateway } from '../server/gateway.ts';
import type { Host } from '../world/host.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';

/** A fault that lasts for a while. */
interface Fault {
  name: string;
  /** Begins. @param end must be called when the fault is over. @returns ends it at the latest then, or null when it ends by itself */
  inject(stage: Stage, random: Random, end: () => void): (() => void) | null;
  /** In milliseconds. */
  lasts: readonly [least: number, most: number];
  /** Whether it may last on when the others are over. */
  canOutlast?: boolean;
}

/** Raises the rates of a group of faults for a while. */
function raise<K extends 'bus' | 'http' | 'store'>(
  name: string,
  group: K,
  rates: Partial<Stage['faults'][K]>,
): Fault {
  return {
    name,
    lasts: [150, 1500],
    inject({ faults }) {
      Object.assign(faults[group], rates);
      return () =>
        void Object.assign(faults[group], Object.fromEntries(Object.keys(rates).map((key) => [key, 0])));
    },
  };
}

/** Redis or the store answers no more for a while. */
function takeAway(name: string, what: 'isBusAway' | 'isStoreAway', lasts: Fault['lasts']): Fault {
  return {
    name,
    lasts,
    inject({ faults }) {
      faults[what] = true;
      return () => void (faults[what] = false);
    },
  };
}

/** A wall clock steps by at most this many milliseconds, and stays so. */
function stepClock(name: string, among: (stage: Stage) => readonly { host: Host }[], mostMs: number): Fault {
  return {
    name,
    lasts: [250, 3000],
    inject(stage, random) {
      const programs = among(stage);
      if (programs.length > 0) random.pick(programs).host.skewMs = random.between(-mostMs, mostMs);
      return NOTHING;
    },
  };
}

/** A gateway is asked once; a frozen one hears it later. */
const drained = new WeakSet<SimulatedGateway>();
const MOMENT = [10, 10] as const;
const NOTHING = () => undefined;

/** The faults of a schedule, of which each seed chooses some. Names follow those of chaos where its checker knows them. */
const FAULTS: readonly Fault[] = [
  raise('redis: messages lost', 'bus', { lost: 0.3 }),
  raise('redis: messages doubled', 'bus', { doubled: 0.4 }),
  raise('redis: messages delayed', 'bus', { delayed: 0.5 }),
  raise('redis: messages forged', 'bus', { forged: 0.5 }),
  raise('reset callers: requests lost', 'http', { requestLost: 0.4 }),
  raise('reset callers: answers lost', 'http', { answerLost: 0.4 }),
  raise('commit outcome unknown', 'store', { answerLost: 0.4 }),
  raise('slow-store', 'store', { slow: 0.3 }),
  takeAway('kill redis', 'isBusAway', [150, 2000]),
  takeAway('kill store', 'isStoreAway', [100, 1250]),
  {
    name: 'cut callers',
    lasts: MOMENT,
    inject({ network }) {
      for (const link of network.openLinks()) link.cut();
      return NOTHING;
    },
  },
  {
    name: 'cut one caller',
    lasts: MOMENT,
    inject({ network }, random) {
      const links = network.openLinks();
      if (links.length > 0) random.pick(links).cut();
      return NOTHING;
    },
  },
  {
    // Ends when the tab has detected it.
    name: 'black-hole callers',
    lasts: MOMENT,
    inject({ network }, random, end) {
      const links = network.openLinks().filter(({ isHalfOpen }) => !isHalfOpen);
      if (links.length === 0) return NOTHING;
      const link = random.pick(links);
      link.isHalfOpen = true;
      link.onClientEnd = end;
      return null;
    },
  },
  {
    name: 'delay callers',
    lasts: [250, 2000],
    inject({ network }) {
      const links = network.openLinks();
      for (const link of links) link.isSlow = true;
      return () => links.forEach((link) => (link.isSlow = false));
    },
  },
  {
    name: 'kill-gateway',
    lasts: [50, 1250],
    inject(stage, random) {
      const gateways = stage.gateways();
      if (gateways.length === 0) return NOTHING;
      const gateway = random.pick(gateways);
      stage.killGateway(gateway);
      return () => stage.startGateway(gateway.host.name);
    },
  },
  {
    name: 'freeze-gateway',
    lasts: [100, 2000],
    inject({ world, gateways }, random) {
      const running = gateways();
      if (running.length === 0) return NOTHING;
      const { host } = random.pick(running);
      world.freeze(host);
      return () => world.thaw(host);
    },
  },
  {
    name: 'drain-gateway',
    lasts: [2100, 2500],
    inject(stage, random) {
      const gateways = stage.gateways().filter((gateway) => gateway.isReady() && !drained.has(gateway));
      if (gateways.length === 0) return NOTHING;
      const gateway = random.pick(gateways);
      drained.add(gateway);
      stage.world.after(gateway.host, 0, 'drains', () => void gateway.drain(2000));
      return () => {
        if (gateway.host.state === 'dead') return;
        stage.killGateway(gateway);
        stage.startGateway(gateway.host.name);
      };
    },
  },
  {
    name: 'crash-tab',
    lasts: [50, 750],
    inject(stage, random) {
      if (stage.tabs().length < 2) return NOTHING;
      const tab = random.pick(stage.tabs());
      stage.crashTab(tab);
      return () => stage.openTab(tab.browser);
    },
  },
  {
    name: 'close-tab',
    lasts: [50, 750],
    inject(stage, random) {
      const running = stage.tabs().filter(({ host }) => host.state === 'running');
      if (running.length < 2) return NOTHING;
      const tab = random.pick(running);
      stage.closeTab(tab);
      return () => stage.openTab(tab.browser);
    },
  },
  {
    // A leader that is frozen for 1.5 s loses the leadership.
    name: 'freeze-tab',
    lasts: [150, 2500],
    canOutlast: true,
    inject({ world, tabs, browsers }, random) {
      // A frozen tab applies late what it received before the end of its sign-in, which is no leak.
      const signedIn = tabs().filter(({ browser }) => browsers.includes(browser));
      if (signedIn.length === 0) return NOTHING;
      const { host } = random.pick(signedIn);
      world.freeze(host);
      return () => world.thaw(host);
    },
  },
  {
    name: 'hide-tab',
    lasts: [250, 3500],
    inject({ world, tabs }, random) {
      if (tabs().length === 0) return NOTHING;
      const { browser } = random.pick(tabs());
      // All tabs of a browser, so that it becomes quiet.
      const hidden = tabs().filter((tab) => tab.browser === browser);
      const show = (isVisible: boolean) =>
        hidden.forEach((tab) =>
          world.after(tab.host, 0, isVisible ? 'is shown' : 'is hidden', () => tab.setVisible(isVisible)),
        );
      show(false);
      return () => show(true);
    },
  },
  {
    name: 'steal-leadership',
    lasts: MOMENT,
    inject({ world, tabs }, random) {
      if (tabs().length === 0) return NOTHING;
      const { host, browser } = random.pick(tabs());
      const name = tabGroupName(browser.person.sub);
      world.after(host, 0, 'steals the lock', () => {
        browser.locks
          .of(host)
          .request(name, { steal: true }, () => Promise.resolve())
          .catch(NOTHING);
      });
      return NOTHING;
    },
  },
  stepClock('step-clock of a tab', ({ tabs }) => tabs(), 60_000),
  stepClock('step-clock of a gateway', ({ gateways }) => gateways(), 500),
  {
    name: 'storage full',
    lasts: [250, 2000],
    inject({ browsers }, random) {
      const browser = random.pick(browsers);
      browser.setStorage('full');
      return () => browser.setStorage('usual');
    },
  },
  {
    name: 'storage lost',
    lasts: MOMENT,
    inject({ browsers }, random) {
      random.pick(browsers).loseStorage();
      return NOTHING;
    },
  },
];

export interface FaultPlan {
  /** All faults are over then. Milliseconds. */
  stopAt: number;
  /** How many kinds of faults strike. */
  kinds: readonly [least: number, most: number];
  parts: Parts;
}

/** No tab is open before. */
const FIRST_AT_MS = 60;
const OUTLASTING_SHARE = 0.4;

/** Injects faults at random times until `stopAt`, and ends them. */
export function scheduleFaults(stage: Stage, random: Random, { stopAt, kinds, parts }: FaultPlan): void {
  const { world, history, storeHost } = stage;
  const { record } = history;
  const chosen = random.shuffle(FAULTS).slice(0, random.between(...kinds));
  let count = 0;
  let planned = 0;

  function inject(fault: Fault, own: Random): void {
    const nth = (count += 1);
    let isOver = false;
    const finish = () => {
      if (isOver) return;
      isOver = true;
      record({ type: 'fault-ended', fault: nth });
    };
    record({ type: 'fault-began', fault: nth, name: fault.name });
    stage.countFault(fault.name);
    const stop = fault.inject(stage, own, finish);
    const [least, most] = fault.lasts;
    if (!stop) return;
    const left = Math.max(10, stopAt - world.now());
    const outlasts = fault.canOutlast === true && own.next() < OUTLASTING_SHARE;
    const lasts = outlasts ? most : Math.min(own.between(least, Math.max(least, Math.min(most, left))), left);
    world.after(storeHost, lasts, `ends ${fault.name}`, () => {
      stop();
      finish();
    });
  }

  for (const fault of chosen) {
    for (let times = random.between(1, 2); times > 0; times -= 1) {
      const own = random.fork();
      const at = FIRST_AT_MS + random.next() * (stopAt - 2 * FIRST_AT_MS);
      planned += 1;
      if (parts.include(`f${planned}`))
        world.after(storeHost, at, `begins ${fault.name}`, () => inject(fault, own));
    }
  }
}
