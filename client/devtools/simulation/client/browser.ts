import { TOKEN_TOLERANCE_MS } from '@cruddur/shared';
import type { Random } from '../random.ts';
import type { NewItem } from '../../../src/sync/outbox/outbox-item.ts';
import type { OutboxStore } from '../../../src/sync/outbox/outbox-store.ts';
import type { TokenSource } from '../../../src/base/http/http-client.ts';
import { createToken } from '../server/identity.ts';
import type { Host } from '../world/host.ts';
import { EPOCH_MS, type World } from '../world/world.ts';
import { createBrowserChannels, type BrowserChannels } from './channels.ts';
import { createOutboxTable } from './outbox-storage.ts';
import { createBrowserLocks, type BrowserLocks } from './locks.ts';

export interface SimulatedPerson {
  sub: string;
  handle: string;
}

/** A person's browser: what its tabs share. */
export interface Browser {
  person: SimulatedPerson;
  /** The sign-in of this browser. */
  session: string;
  locks: BrowserLocks;
  channels: BrowserChannels;
  /** IndexedDB as one tab uses it. */
  outboxStoreFor(host: Host): OutboxStore;
  tokensFor(host: Host): TokenSource;
  /** The access token that the tabs have now, whether or not it is over. */
  token(): string;
  signOut(): void;
  /** The sign-in was ended by another browser: its token is used on, and no longer renewed. */
  endElsewhere(): void;
  /** The token that the tabs have now ends before it can be renewed. Milliseconds. */
  letTokenEnd(endsAt: number, renewableAt: number): void;
  isSignedIn(): boolean;
  /** What the storage does from now on. */
  setStorage(state: StorageState): void;
  storage(): StorageState;
  /** Stores an item of an earlier life of the browser. */
  keepItem(item: NewItem): void;
  keepsItem(row: string): Promise<boolean>;
  /** Loses what is stored, as when a user clears the data of the site. */
  loseStorage(): void;
  /** Then an item that a page still shows may be gone. */
  hasLostStorage(): boolean;
}

export type StorageState = 'usual' | 'full' | 'unresponsive';

const STORAGE_MS = 2;
const TOKEN_REQUEST_MS = 30;
/** The life of a token: short, so that schedules of some seconds renew it. */
const TOKEN_LIFE_MS = 15_000;

export function createBrowser(world: World, random: Random, person: SimulatedPerson): Browser {
  const session = world.newId();
  const authTime = Math.floor(EPOCH_MS / 1000) - 60;
  let stored = createOutboxTable();
  let storage: StorageState = 'usual';
  let signedIn = true;
  let hasLost = false;
  let isEnded = false;
  let renewableAt = 0;
  let expiresAt = 0;
  let token = '';
  renew();

  function renew(): void {
    issue(Math.floor((EPOCH_MS + world.now() + TOKEN_LIFE_MS) / 1000) * 1000);
  }

  function issue(expires: number): void {
    expiresAt = expires;
    token = createToken({
      use: 'access',
      sub: person.sub,
      originJti: session,
      authTime,
      exp: expiresAt / 1000,
    });
  }

  /** A promise that settles in an event of the tab. */
  function inEvent<T>(host: Host, ms: number, label: string, work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      world.after(host, random.next() * ms, label, () => {
        void Promise.resolve().then(work).then(resolve, reject);
      });
    });
  }

  function storeCall<T>(host: Host, label: string, work: () => Promise<T>): Promise<T> {
    if (storage === 'unresponsive') return new Promise(() => undefined);
    return inEvent(host, STORAGE_MS, `storage ${label}`, work);
  }

  return {
    person,
    session,
    locks: createBrowserLocks(world),
    channels: createBrowserChannels(world, random.fork()),
    outboxStoreFor: (host) => ({
      all: (sub) => storeCall(host, 'all', () => stored.all(sub)),
      find: (place) => storeCall(host, 'find', () => stored.find(place)),
      add: (item, givenUp) =>
        storeCall(host, 'add', () =>
          storage === 'full'
            ? Promise.reject(new DOMException('The storage is full', 'QuotaExceededError'))
            : stored.add(item, givenUp),
        ),
      replace: (item, change) => storeCall(host, 'replace', () => stored.replace(item, change)),
      remove: (item) => storeCall(host, 'remove', () => stored.remove(item)),
      forget: (sub) => storeCall(host, 'forget', () => stored.forget(sub)),
      keepOnly: (sub) => storeCall(host, 'keepOnly', () => stored.keepOnly(sub)),
    }),
    tokensFor: (host) => {
      const isOver = () => EPOCH_MS + world.now() > expiresAt - TOKEN_TOLERANCE_MS;
      const request = () =>
        inEvent(host, TOKEN_REQUEST_MS, 'token', () => {
          if (!signedIn) return null;
          if (!isEnded && world.now() >= renewableAt) renew();
          return token;
        });
      return {
        accessToken: () => (signedIn && !isOver() ? Promise.resolve(token) : request()),
        refresh: (rejected) => (rejected === token || isOver() ? request() : Promise.resolve(token)),
      };
    },
    token: () => token,
    isSignedIn: () => signedIn,
    signOut: () => void (signedIn = false),
    endElsewhere: () => void (isEnded = true),
    letTokenEnd(endsAt, renewable) {
      issue(EPOCH_MS + endsAt - TOKEN_TOLERANCE_MS);
      renewableAt = renewable;
    },
    setStorage: (state) => void (storage = state),
    storage: () => storage,
    keepItem: (item) => void stored.add(item),
    keepsItem: async (row) => (await stored.all(person.sub)).some((item) => item.row === row),
    loseStorage() {
      hasLost = true;
      stored = createOutboxTable();
    },
    hasLostStorage: () => hasLost,
  };
}
