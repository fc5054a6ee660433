import type { AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { formatDelay, isLeaf, pathOf, createInventory } from '../charts/inventory.ts';
import type { RunningActor } from './running-actors.ts';
import { redactContext, redactEvent, redactOutcome } from './redact.ts';
import type {
  ActorEntry,
  EndEntry,
  EventEntry,
  RunningTimer,
  RedactedFields,
  MachineState,
  TraceEntry,
} from './trace.ts';

/** An entry before its tab has numbered it. */
export type NewEntry = DistributiveOmit<TraceEntry, 'tab' | 'n'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export interface ObserveOptions {
  /** Takes an entry into the record. @returns its number */
  addEntry: (entry: NewEntry) => number;
  /** Epoch milliseconds, in parts of one. */
  now: () => number;
}

/** Work that a machine has started, and the number of the entry that told of it. */
interface Work {
  name: string;
  source: string;
  entryNumber: number | null;
}

/** What has become known of an event while the machine works on it. */
interface PendingEvent {
  at: number;
  sender: AnyActorRef | undefined;
  /** It says that work has failed. */
  failed: boolean;
  cause: number | null;
  taken: string[][];
  actions: string[];
}

type MachineEvent = Record<string, unknown> & { type: string };

const childrenOf = ({ children }: AnyMachineSnapshot) => children as Record<string, AnyActorRef>;

const includesTimer = (timers: readonly RunningTimer[], { delay, ends }: RunningTimer) =>
  timers.some((timer) => timer.delay === delay && timer.ends === ends);

/**
 * Notes what happens to a machine from now on, by the library's own inspection: each event once it is done with, after it
 * the work that it started and the words to it. Events of the library's own housekeeping are left out.
 * @returns a function that ends it
 */
export function observeMachine(runningActor: RunningActor, { addEntry, now }: ObserveOptions): () => void {
  const { name, actor } = runningActor;
  const machine = actor.logic.id;
  const { nameOf } = createInventory(actor.logic);
  const works = new Map<unknown, Work>();
  const pendingEvents = new WeakMap<object, PendingEvent>();
  /** What an event brought about is told of after it. */
  const effects: ((cause: number | null) => void)[] = [];
  /** The library says no event with an action: it is that of the step told of next. */
  const actions: string[] = [];
  /** When timers ring, by the clock that the entries are timed by, for each that the library has scheduled. */
  const timerEnds = new WeakMap<object, number>();
  let machineState = readMachineState((timer) => timer.startedAt + timer.delay);
  /** Which entry set a timer, by the name of its delay. */
  const timerCauses = new Map<string, number>();

  /** Where the machine stands, as far as it may be shown. */
  function readMachineState(
    endOf = ({ delay }: { startedAt: number; delay: number }) => now() + delay,
  ): MachineState {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    const timers: RunningTimer[] = [];
    for (const scheduled of Object.values(actor.system.getSnapshot()._scheduledEvents)) {
      if (scheduled.source !== actor) continue;
      const ends = timerEnds.get(scheduled) ?? endOf(scheduled);
      timerEnds.set(scheduled, ends);
      timers.push({ delay: formatDelay(scheduled.event.type) ?? 'a moment', ends, ms: scheduled.delay });
    }
    const states = snapshot._nodes.filter(isLeaf).map(pathOf);
    return { states, context: redactContext(machine, snapshot.context), timers };
  }

  function trackWork(child: AnyActorRef): void {
    const source = typeof child.src === 'string' ? child.src : 'work';
    const work: Work = { name: `${name}/${source}`, source, entryNumber: null };
    works.set(child, work);
    effects.push((cause) => {
      const entry: Omit<Extract<ActorEntry, { kind: 'work' }>, 'tab' | 'n'> = {
        ...{ kind: 'work', at: now(), actor: work.name, cause, source, parent: name },
      };
      work.entryNumber = addEntry(entry);
    });
  }

  /** What has ended since: the machine has no such child any more. */
  function reportEndedWork(
    snapshot: AnyMachineSnapshot,
    { sender, failed }: PendingEvent,
    cause: number,
  ): void {
    const running = new Set<unknown>(Object.values(childrenOf(snapshot)));
    for (const [child, work] of works) {
      if (running.has(child)) continue;
      works.delete(child);
      const how = child !== sender ? 'stopped' : failed ? 'failed' : 'done';
      addEntry({ kind: 'end', at: now(), actor: work.name, cause, how });
    }
  }

  function beginEvent(event: MachineEvent, sender: AnyActorRef | undefined): void {
    const work = sender && works.get(sender);
    const delay = formatDelay(event.type);
    const cause = work?.entryNumber ?? (delay ? (timerCauses.get(delay) ?? null) : null);
    const failed = event.type.startsWith('xstate.error.');
    pendingEvents.set(event, { at: now(), sender, failed, cause, taken: [], actions: [] });
  }

  function recordStep(event: MachineEvent, transitions: readonly AnyTransitionDefinition[]): void {
    const about = pendingEvents.get(event);
    const done = actions.splice(0);
    if (!about || transitions.length === 0) return;
    about.taken.push(transitions.map(nameOf));
    about.actions.push(...done);
  }

  /** The event as people say it, and what may be seen of it. */
  function describeEvent(
    event: MachineEvent,
    sender: AnyActorRef | undefined,
  ): { event: string; payload: RedactedFields } {
    const work = sender && works.get(sender)?.source;
    const ending = /^xstate\.(done|error)\./.exec(event.type)?.[1];
    if (ending && work) {
      const outcome = ending === 'done' ? { work, output: event.output } : { work, error: event.error };
      return { event: `${ending} ${work}`, payload: redactOutcome(machine, outcome) };
    }
    return { event: formatDelay(event.type) ?? event.type, payload: redactEvent(machine, event) };
  }

  function finishEvent(event: MachineEvent, snapshot: AnyMachineSnapshot): void {
    const about = pendingEvents.get(event);
    if (!about) return;
    pendingEvents.delete(event);
    const before = machineState;
    machineState = readMachineState();
    const entry: Omit<EventEntry, 'tab' | 'n'> = {
      ...{ kind: 'event', machine, at: about.at, actor: name, cause: about.cause },
      ...describeEvent(event, about.sender),
      sender: senderName(about.sender),
      ...{ from: before.states, taken: about.taken, actions: about.actions },
      ...machineState,
    };
    const noted = addEntry(entry);
    for (const timer of machineState.timers)
      if (!includesTimer(before.timers, timer)) timerCauses.set(timer.delay, noted);
    reportEndedWork(snapshot, about, noted);
    for (const tell of effects.splice(0)) tell(noted);
    if (snapshot.status === 'done') reportEnd('done', noted);
  }

  function reportEnd(how: EndEntry['how'], cause: number | null): void {
    for (const work of works.values())
      addEntry({ kind: 'end', at: now(), actor: work.name, cause, how: 'stopped' });
    works.clear();
    addEntry({ kind: 'end', at: now(), actor: name, cause, how });
  }

  function senderName(sender: AnyActorRef | undefined): string | null {
    if (!sender) return null;
    return sender === actor ? name : (works.get(sender)?.name ?? null);
  }

  function observe(inspected: InspectionEvent): void {
    const { actorRef } = inspected;
    if (actorRef === actor) observeOwn(inspected);
    else if (inspected.type === '@xstate.actor') trackWork(actorRef as AnyActorRef);
    else if (inspected.type === '@xstate.event') observeCommand(actorRef, inspected.event);
  }

  function observeOwn(inspected: InspectionEvent): void {
    switch (inspected.type) {
      case '@xstate.event':
        beginEvent(inspected.event, inspected.sourceRef as AnyActorRef | undefined);
        return;
      case '@xstate.microstep':
        recordStep(inspected.event, inspected._transitions);
        return;
      case '@xstate.action':
        if (!inspected.action.type.startsWith('xstate.')) actions.push(inspected.action.type);
        return;
      case '@xstate.snapshot':
        finishEvent(inspected.event, inspected.snapshot as AnyMachineSnapshot);
        if (inspected.snapshot.status === 'stopped') reportEnd('stopped', null);
        return;
      default:
    }
  }

  function observeCommand(child: unknown, event: MachineEvent): void {
    const work = works.get(child);
    if (!work || event.type.startsWith('xstate.')) return;
    effects.push((cause) =>
      addEntry({ kind: 'command', at: now(), actor: work.name, cause, event: event.type }),
    );
  }

  const watching = actor.system.inspect(observe);
  addEntry({ kind: 'machine', at: now(), actor: name, cause: null, machine, ...machineState });
  for (const child of Object.values(childrenOf(actor.getSnapshot()))) trackWork(child);
  for (const tell of effects.splice(0)) tell(null);
  return () => watching.unsubscribe();
}
