import { rowIdOf } from '@cruddur/shared';
import type { Random } from '../random.ts';
import type { ActionKind } from '../checker/records.ts';
import { ApiError } from '../../../src/base/http/api-error.ts';
import { isWaiting, type OutboxContent } from '../../../src/sync/outbox/outbox-item.ts';
import { PUBLIC_STREAM, type LogEntry } from '../../../../server/src/domain/streams.ts';
import { append } from '../store/rows.ts';
import type { SimulatedTab } from '../client/tab.ts';
import { EPOCH_MS } from '../world/world.ts';
import type { Stage } from './stage.ts';

/** What people do in their tabs. */
export interface Workload {
  actOnce(random: Random): void;
  /** Repeats what has no answer, with the same operation id, as people do who are not sure. */
  settleUnknown(): void;
  /** Whether every operation has an answer. */
  isSettled(): boolean;
}

interface Written {
  id: string;
  kind: ActionKind;
  row: string;
  detail?: string;
  /** The call that settles it. */
  send: (tab: SimulatedTab) => Promise<unknown>;
  sub: string;
  repeatedAt: number;
}

const EXPIRES_MS = 500;
/** How long a person waits before a repeat. */
const REPEAT_MS = 250;
/** As long as a write usually takes to its commit. */
const COMMIT_MS = 15;

export function createWorkload(stage: Stage): Workload {
  const { world, history, model } = stage;
  const { record } = history;
  const written = new Map<string, Written>();
  let turn = 0;

  const statuses = () => {
    const found = new Map<string, number>();
    for (const one of history.records()) if (one.type === 'answered') found.set(one.id, one.status);
    return found;
  };
  const rowsOf = (kinds: readonly ActionKind[], sub?: string) => {
    const answered = statuses();
    return [...written.values()].filter(
      (one) =>
        kinds.includes(one.kind) && answered.get(one.id) === 200 && (sub === undefined || one.sub === sub),
    );
  };

  function invoke(invoked: Omit<Written, 'repeatedAt'>): void {
    const one = { ...invoked, repeatedAt: 0 };
    const { id, kind, row, sub, detail } = one;
    written.set(id, one);
    record({ type: 'invoked', id, kind, sub, row, ...(detail !== undefined && { detail }) });
  }

  /** By the outbox, as crud, reply or message. */
  function write(
    tab: SimulatedTab,
    kind: 'crud' | 'reply' | 'message',
    act: OutboxContent,
    detail?: string,
  ): void {
    const { sub } = tab.browser.person;
    const id = world.newId();
    const send = (by: SimulatedTab) => sendAgain(by, act, id);
    invoke({ id, kind, row: rowIdOf(sub, id), sub, send, ...(detail !== undefined && { detail }) });
    tab.outbox.add(act, id).catch(() => undefined);
  }

  /** By a call of its own. */
  async function callOnce(tab: SimulatedTab, id: string, send: Written['send']): Promise<void> {
    const status = await send(tab).then(
      () => 200,
      (failure: unknown) => (failure instanceof ApiError ? failure.status : 0),
    );
    const isUnknown = status === 0 || status === 401 || status === 429 || status >= 500;
    // An attempt may fail after a later one was answered.
    if (isUnknown && (statuses().get(id) ?? 0) !== 0) return;
    record({ type: 'answered', id, status: isUnknown ? 0 : status });
  }

  function change(tab: SimulatedTab, kind: ActionKind, row: string, send: Written['send']): void {
    const { sub } = tab.browser.person;
    const id = world.newId();
    invoke({ id, kind, row, sub, send });
    void callOnce(tab, id, send);
  }

  /** Short-lived texts are written past the gateways, because no caller can choose such a lifetime: only the log has them. */
  function writeShortLived(tab: SimulatedTab): void {
    const { sub } = tab.browser.person;
    const row = world.newId();
    const at = new Date(Math.floor(EPOCH_MS + world.now()));
    const expires_at = new Date(at.getTime() + EXPIRES_MS);
    record({ type: 'invoked', id: row, kind: 'expiring', sub, row });
    model.rows.activities.set(row, {
      ...{ uuid: row, author: sub, message: 'fleeting', created_at: at, expires_at, reply_to: null },
      ...{ pos: 0, likes: new Map<string, Date>(), reposts: new Map<string, Date>(), version: 0 },
    });
    const entry: LogEntry = { stream: PUBLIC_STREAM, kind: 'activity.created', ref: row };
    append(model.rows, [entry], at);
    record({ type: 'expires', row, when: expires_at.getTime() });
    record({ type: 'answered', id: row, status: 200 });
  }

  function act(tab: SimulatedTab, random: Random): void {
    const { sub } = tab.browser.person;
    const other = stage.browsers.find((browser) => browser !== tab.browser)?.person;
    const message = `text ${(turn += 1)}`;
    const draw = random.next();
    const cruds = rowsOf(['crud']);
    if (draw < 0.08) writeShortLived(tab);
    else if (draw > 0.88) reloadDuringWrite(tab, random);
    else if (draw < 0.2 && cruds.length > 0) {
      const parent = random.pick(cruds);
      write(tab, 'reply', { kind: 'reply', message, activity_uuid: parent.row }, parent.sub);
    } else if (draw < 0.45 && other)
      write(tab, 'message', { kind: 'message', message, group: null, handle: other.handle }, other.sub);
    else if (draw < 0.52 && rowsOf(['crud'], sub).length > 0) {
      const { row } = random.pick(rowsOf(['crud'], sub));
      change(tab, 'burn', row, ({ burn }) => burn(row));
    } else if (draw < 0.57 && rowsOf(['message'], sub).length > 0) {
      const { row } = random.pick(rowsOf(['message'], sub));
      change(tab, 'unsend', row, ({ call }) => call('unsendMessage', { params: { message_uuid: row } }));
    } else if (draw < 0.64 && cruds.length > 0) {
      const { row } = random.pick(cruds);
      change(tab, 'like', row, ({ call }) => call('like', { params: { activity_uuid: row } }));
    } else {
      const mention = other && random.next() < 0.3 ? ` for @${other.handle}` : '';
      writeCrud(tab, message + mention);
    }
  }

  function writeCrud(tab: SimulatedTab, message: string): void {
    const { handle } = tab.browser.person;
    write(tab, 'crud', { kind: 'crud', message, ttl: '7-days', user_handle: handle });
  }

  /** A list that is read just before a commit lacks what arrives before the list does. */
  function reloadDuringWrite(tab: SimulatedTab, random: Random): void {
    const writer = random.pick(usedTabs());
    const message = `text ${(turn += 1)}`;
    world.after(writer.host, 0, 'acts', () => writeCrud(writer, message));
    world.after(tab.host, random.next() * COMMIT_MS, 'reloads its page', () => tab.refetchHome());
  }

  function usedTabs(): SimulatedTab[] {
    const isUsed = ({ host, browser }: SimulatedTab) =>
      host.state === 'running' && stage.browsers.includes(browser);
    return stage.tabs().filter(isUsed);
  }

  const unsettled = () => {
    const answered = statuses();
    return [...written.values()].filter(({ id }) => (answered.get(id) ?? 0) === 0);
  };

  return {
    actOnce(random) {
      const tabs = usedTabs();
      if (tabs.length === 0) return;
      const tab = random.pick(tabs);
      world.after(tab.host, 0, 'acts', () => act(tab, random));
    },
    settleUnknown() {
      const waiting = new Set(
        stage
          .tabs()
          .filter(({ browser }) => !browser.hasLostStorage())
          .flatMap(({ outbox }) => outbox.getSnapshot().filter(isWaiting))
          .map(({ operationId }) => operationId),
      );
      for (const one of unsettled()) {
        const tab = stage
          .tabs()
          .find(({ browser }) => browser.person.sub === one.sub && stage.browsers.includes(browser));
        if (!tab || waiting.has(one.id) || world.now() < one.repeatedAt + REPEAT_MS) continue;
        one.repeatedAt = world.now();
        world.after(tab.host, 0, 'repeats', () => void callOnce(tab, one.id, one.send));
      }
    },
    isSettled: () => unsettled().length === 0,
  };
}

function sendAgain({ call }: SimulatedTab, act: OutboxContent, operationId: string): Promise<unknown> {
  switch (act.kind) {
    case 'crud': {
      const { message, ttl, user_handle } = act;
      return call('createActivity', { body: { message, ttl, user_handle }, operationId });
    }
    case 'reply': {
      const { message, activity_uuid } = act;
      return call('createReply', {
        params: { activity_uuid },
        body: { message, activity_uuid },
        operationId,
      });
    }
    case 'message':
      return call('sendMessage', { body: { message: act.message, handle: act.handle ?? '' }, operationId });
  }
}
