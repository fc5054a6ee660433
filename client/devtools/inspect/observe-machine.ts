import type { AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { formatDelay, isLeaf, pathOf, createInventory } from '../charts/inventory.ts';
import type { RunningActor } from '../../src/base/actors.ts';
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

/** An entry without the tab's id and its number. */
export type NewEntry = DistributiveOmit<TraceEntry, 'tab' | 'n'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export interface ObserveOptions {
  /** Adds an entry to the recording. @returns its number */
  addEntry: (entry: NewEntry) => number;
  /** Epoch milliseconds with a fraction. */
  now: () => number;
}

/** An invoked actor, and the number of the entry that reported its start. */
interface InvokedActor {
  name: string;
  source: string;
  entryNumber: number | null;
}

/** The facts about an event while the machine processes it. */
interface PendingEvent {
  at: number;
  sender: AnyActorRef | undefined;
  /** Whether it reports the error of an invoked actor. */
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
 * Records what happens to a machine, through XState's inspection: each event once it is processed, then the actors that it
 * invoked and the events sent to them. XState's internal events are left out.
 * @returns a function that stops it
 */
export function observeMachine(runningActor: RunningActor, { addEntry, now }: ObserveOptions): () => void {
  const { name, actor } = runningActor;
  const machine = actor.logic.id;
  const { nameOf } = createInventory(actor.logic);
  const invoked = new Map<unknown, InvokedActor>();
  const pendingEvents = new WeakMap<object, PendingEvent>();
  /** Effects of an event are recorded after it. */
  const effects: ((cause: number | null) => void)[] = [];
  /** XState reports actions without their event: they belong to the microstep that is reported next. */
  const actions: string[] = [];
  /** When each scheduled timer fires, by the clock of the entries. */
  const timerEnds = new WeakMap<object, number>();
  let machineState = readMachineState((timer) => timer.startedAt + timer.delay);
  /** The number of the entry that started a timer, by the name of its delay. */
  const timerCauses = new Map<string, number>();

  /** The machine's state, redacted. */
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

  /** What an invoked machine invokes is its own. */
  function trackActor(started: AnyActorRef): void {
    if (started._parent === actor) trackChild(started);
  }

  function trackChild(child: AnyActorRef): void {
    const source = typeof child.src === 'string' ? child.src : 'work';
    const childActor: InvokedActor = { name: `${name}/${source}`, source, entryNumber: null };
    invoked.set(child, childActor);
    effects.push((cause) => {
      const entry: Omit<Extract<ActorEntry, { kind: 'work' }>, 'tab' | 'n'> = {
        kind: 'work',
        at: now(),
        actor: childActor.name,
        cause,
        source,
        parent: name,
      };
      childActor.entryNumber = addEntry(entry);
    });
  }

  /** Records the end of invoked actors that the machine no longer has. */
  function reportEndedChildren(
    snapshot: AnyMachineSnapshot,
    { sender, failed }: PendingEvent,
    cause: number,
  ): void {
    const running = new Set<unknown>(Object.values(childrenOf(snapshot)));
    for (const [child, childActor] of invoked) {
      if (running.has(child)) continue;
      invoked.delete(child);
      const how = child !== sender ? 'stopped' : failed ? 'failed' : 'done';
      addEntry({ kind: 'end', at: now(), actor: childActor.name, cause, how });
    }
  }

  function beginEvent(event: MachineEvent, sender: AnyActorRef | undefined): void {
    const source = sender && invoked.get(sender);
    const delay = formatDelay(event.type);
    const cause = source?.entryNumber ?? (delay ? (timerCauses.get(delay) ?? null) : null);
    const failed = event.type.startsWith('xstate.error.');
    pendingEvents.set(event, { at: now(), sender, failed, cause, taken: [], actions: [] });
  }

  function recordStep(event: MachineEvent, transitions: readonly AnyTransitionDefinition[]): void {
    const pending = pendingEvents.get(event);
    const executed = actions.splice(0);
    if (!pending || transitions.length === 0) return;
    pending.taken.push(transitions.map(nameOf));
    pending.actions.push(...executed);
  }

  /** The event's readable name and its redacted payload. */
  function describeEvent(
    event: MachineEvent,
    sender: AnyActorRef | undefined,
  ): { event: string; payload: RedactedFields } {
    const source = sender && invoked.get(sender)?.source;
    const ending = /^xstate\.(done|error)\./.exec(event.type)?.[1];
    if (ending && source) {
      const outcome =
        ending === 'done' ? { actor: source, output: event.output } : { actor: source, error: event.error };
      return { event: `${ending} ${source}`, payload: redactOutcome(machine, outcome) };
    }
    return { event: formatDelay(event.type) ?? event.type, payload: redactEvent(machine, event) };
  }

  function finishEvent(event: MachineEvent, snapshot: AnyMachineSnapshot): void {
    const pending = pendingEvents.get(event);
    if (!pending) return;
    pendingEvents.delete(event);
    const before = machineState;
    machineState = readMachineState();
    const entry: Omit<EventEntry, 'tab' | 'n'> = {
      kind: 'event',
      machine,
      at: pending.at,
      actor: name,
      cause: pending.cause,
      ...describeEvent(event, pending.sender),
      sender: senderName(pending.sender),
      from: before.states,
      taken: pending.taken,
      actions: pending.actions,
      ...machineState,
    };
    const entryNumber = addEntry(entry);
    for (const timer of machineState.timers)
      if (!includesTimer(before.timers, timer)) timerCauses.set(timer.delay, entryNumber);
    reportEndedChildren(snapshot, pending, entryNumber);
    for (const recordEffect of effects.splice(0)) recordEffect(entryNumber);
    if (snapshot.status === 'done') reportEnd('done', entryNumber);
  }

  function reportEnd(how: EndEntry['how'], cause: number | null): void {
    for (const child of invoked.values())
      addEntry({ kind: 'end', at: now(), actor: child.name, cause, how: 'stopped' });
    invoked.clear();
    addEntry({ kind: 'end', at: now(), actor: name, cause, how });
  }

  function senderName(sender: AnyActorRef | undefined): string | null {
    if (!sender) return null;
    return sender === actor ? name : (invoked.get(sender)?.name ?? null);
  }

  function observe(inspected: InspectionEvent): void {
    const { actorRef } = inspected;
    if (actorRef === actor) observeOwn(inspected);
    else if (inspected.type === '@xstate.actor') trackActor(actorRef as AnyActorRef);
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
    const childActor = invoked.get(child);
    if (!childActor || event.type.startsWith('xstate.')) return;
    effects.push((cause) =>
      addEntry({ kind: 'command', at: now(), actor: childActor.name, cause, event: event.type }),
    );
  }

  const inspection = actor.system.inspect(observe);
  const entryNumber = addEntry({
    kind: 'machine',
    at: now(),
    actor: name,
    cause: null,
    machine,
    ...machineState,
  });
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
  for (const child of Object.values(childrenOf(snapshot))) trackChild(child);
  for (const recordEffect of effects.splice(0)) recordEffect(null);
  if (snapshot.status === 'done') reportEnd('done', entryNumber);
  return () => inspection.unsubscribe();
}
