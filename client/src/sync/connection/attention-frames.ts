import { RECENT_EVENTS_MAX, parseCursor, type ViewingRequest, type WireCursors } from '@cruddur/shared';

/** What the user sees of this browser's tabs. */
export interface Attention {
  /** No tab is visible. */
  isQuiet(): boolean;
  /** The uuids of the cruds on all screens, at most `VIEWED_CRUDS_MAX`: of more, those of the tabs that were shown last. Null
   * where it is unknown: then the gateway sends all counts. */
  viewed(): string[] | null;
}

/** A quiet client that is further behind catches up, so that its return is always served from the gateway's memory. */
const QUIET_LAG_MAX = RECENT_EVENTS_MAX / 2;

/** The frames by which one socket tells its gateway what the user sees. */
export interface AttentionFrames {
  /** The part of the handshake. */
  toHandshake(): { quiet?: true };
  onReady(): void;
  onDisconnect(): void;
  /** Sends what has changed. @param shownAnew cruds that came on a screen, whose counts may be outdated */
  update(shownAnew?: readonly string[]): void;
  /** The gateway sends public events again after a `sync` of theirs. */
  onPublicSync(): void;
  /** The gateway sends no public events, and the user may see that they are missing: a `sync` is due. */
  mustSync(): boolean;
  /** A head as the followers may compare it with their cursors: to a quiet client public events are missing on purpose. */
  withoutQuietStream(heads: WireCursors): Partial<WireCursors>;
}

export interface AttentionFramesParts {
  sendQuiet: () => void;
  sendViewing: (change: ViewingRequest) => void;
  attention: Attention;
  cursors: () => Partial<WireCursors>;
}

export function createAttentionFrames(parts: AttentionFramesParts): AttentionFrames {
  const { sendQuiet, sendViewing, attention, cursors } = parts;
  let isReady = false;
  let isQuiet = false;
  /** Null before the first report to this gateway. */
  let viewed: ReadonlySet<string> | null = null;

  function updateQuiet(): void {
    if (!isReady || isQuiet || !attention.isQuiet()) return;
    isQuiet = true;
    sendQuiet();
  }

  function updateViewed(shownAnew: readonly string[]): void {
    const uuids = attention.viewed();
    if (!isReady || !uuids) return;
    const current = new Set(uuids);
    const before = viewed ?? new Set();
    const added = [...current].filter((uuid) => !before.has(uuid) || shownAnew.includes(uuid));
    const removed = [...before].filter((uuid) => !current.has(uuid));
    if (viewed && added.length === 0 && removed.length === 0) return;
    viewed = current;
    sendViewing({ added, removed });
  }

  function update(shownAnew: readonly string[] = []): void {
    updateQuiet();
    updateViewed(shownAnew);
  }

  function isFarBehind(head: string): boolean {
    const [at, own] = [head, cursors().public].map((text) => parseCursor(text ?? ''));
    return !at || !own || at.seq - own.seq > QUIET_LAG_MAX;
  }

  return {
    toHandshake() {
      isQuiet = attention.isQuiet();
      return isQuiet ? { quiet: true } : {};
    },
    onReady() {
      isReady = true;
      viewed = null;
      update();
    },
    onDisconnect() {
      isReady = false;
    },
    update,
    onPublicSync() {
      isQuiet = false;
    },
    mustSync: () => isQuiet && !attention.isQuiet(),
    withoutQuietStream: (heads) => (isQuiet && !isFarBehind(heads.public) ? { me: heads.me } : heads),
  };
}
