import type { Random } from '../random.ts';
import { createBrowser, type Browser, type SimulatedPerson } from '../client/browser.ts';
import { createHttpNetwork, type HttpNetwork } from '../client/http.ts';
import { openTab, type SimulatedTab } from '../client/tab.ts';
import { createBroker } from '../network/bus.ts';
import { createNetwork, setCurrentNetwork, type Network } from '../network/network.ts';
import { noFaults, type FaultRates } from '../network/fault-rates.ts';
import { startGateway, type SimulatedGateway } from '../server/gateway.ts';
import { addPerson } from '../store/rows.ts';
import { createStoreModel, type StoreModel } from '../store/store-model.ts';
import type { Host } from '../world/host.ts';
import { EPOCH_MS, type World } from '../world/world.ts';
import { createHistory, type History } from '../checker/history.ts';

/** What a schedule happens to: two gateways, the store, the network, and the tabs of two people. */
export interface Stage {
  world: World;
  history: History;
  model: StoreModel;
  storeHost: Host;
  faults: FaultRates;
  network: Network;
  http: HttpNetwork;
  browsers: Browser[];
  gateways: () => SimulatedGateway[];
  startGateway(name: string): void;
  killGateway(gateway: SimulatedGateway): void;
  tabs: () => SimulatedTab[];
  openTab(browser: Browser): void;
  /** One more browser of the first person. */
  addBrowser(): Browser;
  /** The tab ends without a word, as when it crashes. */
  crashTab(tab: SimulatedTab): void;
  closeTab(tab: SimulatedTab): void;
  /** Counts a fault of a single message or call. */
  countFault: (name: string) => void;
  faultCounts: Map<string, number>;
  /** Transitions that the tables of the server's machines do not have. */
  unknownMoves: string[];
  dispose(): void;
}

const PEOPLE: SimulatedPerson[] = [
  { sub: '00000000-0000-4000-8000-00000000000a', handle: 'ann' },
  { sub: '00000000-0000-4000-8000-00000000000b', handle: 'ben' },
];
/** How many tabs each of them has at most. */
export const TABS = [3, 2];
const OPENED_FROM_MS = 10;
const OPENED_WITHIN_MS = 100;
const PURGE_EVERY_MS = 3000;

export interface StageOptions {
  /** Whether the tab of this number, from 1 on, is opened at the start. */
  opensTab: (nth: number) => boolean;
  /** Each gateway has one for the address of all tabs. */
  hasScarceSockets: boolean;
}

export function setStage(world: World, random: Random, { opensTab, hasScarceSockets }: StageOptions): Stage {
  const history = createHistory(world);
  const faults = noFaults();
  const faultCounts = new Map<string, number>();
  const unknownMoves: string[] = [];
  const countFault = (name: string) => void faultCounts.set(name, (faultCounts.get(name) ?? 0) + 1);
  const model = createStoreModel(random.fork());
  for (const { sub, handle } of PEOPLE) addPerson(model.rows, { sub, handle, display_name: handle });
  const storeHost = world.createHost('store');
  world.every(storeHost, PURGE_EVERY_MS, 'purge', () => model.purge(new Date(EPOCH_MS + world.now())));
  const network = createNetwork(world, random.fork());
  setCurrentNetwork(network);
  const broker = createBroker({ world, random: random.fork(), faults, onFault: countFault });
  let gateways: SimulatedGateway[] = [];
  const http = createHttpNetwork({
    world,
    random: random.fork(),
    faults,
    network,
    gatewayOf: (host) => gateways.find((gateway) => gateway.host === host),
    onFault: countFault,
  });
  const gatewayParts = {
    ...{ world, random, faults, network, broker, model, storeHost },
    limits: { maxPerPerson: 10, maxPerAddress: hasScarceSockets ? 1 : 1000 },
    onFault: countFault,
    onUnknownMove: (move: string) => void unknownMoves.push(move),
  };
  let tabs: SimulatedTab[] = [];
  let tabCount = 0;

  function startNewGateway(name: string): void {
    const host = world.createHost(name);
    world.after(host, 0, 'starts', () => {
      const gateway = startGateway(host, gatewayParts);
      gateways.push(gateway);
      network.addEndpoint(gateway);
    });
  }

  function forgetTab(tab: SimulatedTab): void {
    const { host, browser } = tab;
    tabs = tabs.filter((one) => one !== tab);
    world.kill(host);
    network.cutAll(host);
    browser.channels.closeAll(host);
    browser.locks.releaseAll(host);
  }

  const stage: Stage = {
    ...{ world, history, model, storeHost, faults, network, http, countFault, faultCounts, unknownMoves },
    browsers: PEOPLE.map((person) => createBrowser(world, random.fork(), person)),
    gateways: () => gateways,
    startGateway: startNewGateway,
    killGateway(gateway) {
      gateways = gateways.filter((one) => one !== gateway);
      world.kill(gateway.host);
      network.cutAll(gateway.host);
      http.failRequestsTo(gateway.host);
    },
    tabs: () => tabs,
    openTab(browser) {
      tabCount += 1;
      const host = world.createHost(`tab ${tabCount} of ${browser.person.handle}`);
      world.after(host, 0, 'opens', () => {
        tabs.push(openTab(host, { world, random, browser, http, record: history.record }));
      });
    },
    crashTab(tab) {
      history.record({ type: 'closed', tab: tab.host.name });
      forgetTab(tab);
    },
    closeTab(tab) {
      tabs = tabs.filter((one) => one !== tab);
      world.after(tab.host, 0, 'is closed by its user', () => {
        tab.close();
        // What it sends on closing is still sent.
        world.after(storeHost, 1, 'a tab is gone', () => forgetTab(tab));
      });
    },
    addBrowser() {
      const [person] = PEOPLE;
      if (!person) throw new Error('there are no people');
      return createBrowser(world, random.fork(), person);
    },
    dispose: () => setCurrentNetwork(null),
  };
  startNewGateway('gateway a');
  startNewGateway('gateway b');
  const planned = stage.browsers.flatMap((browser, index) => Array<Browser>(TABS[index] ?? 0).fill(browser));
  planned.forEach((browser, index) => {
    const at = OPENED_FROM_MS + random.next() * OPENED_WITHIN_MS;
    if (opensTab(index + 1)) world.after(storeHost, at, 'a tab is opened', () => stage.openTab(browser));
  });
  return stage;
}
