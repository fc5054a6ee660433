import type { AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { delayIn, isLeaf, pathOf, takeInventory } from '../charts/inventory.ts';
import type { Living } from './living-actors.ts';
import { showContext, showEvent, showOutcome } from './shown.ts';
import type { ActorEntry, EndEntry, EventEntry, RunningTimer, Shown, Standing, TraceEntry } from './trace.ts';

/** An entry before its tab has numbered it. */
export type NewEntry = DistributiveOmit<TraceEntry, 'tab' | 'n'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export interface ObserveParts {
  /** Takes an entry into the record. @returns its number */
  note: (entry: NewEntry) => number;
  /** Epoch milliseconds, in parts of one. */
  now: () => number;
}

/** Work that a machine has started, and the number of the entry that told of it. */
interface Work {
  name: string;
  source: string;
  noted: number | null;
}

/** What has become known of an event while the machine works on it. */
interface Happening {
  at: number;
  sender: AnyActorRef | undefined;
  /** It says that work has failed. */
  failed: boolean;
  cause: number | null;
  taken: string[][];
  actions: string[];
}

type Heard = Record<string, unknown> & { type: string };

const childrenOf = ({ children }: AnyMachineSnapshot) => children as Record<string, AnyActorRef>;

const isAmong = (timers: readonly RunningTimer[], { delay, ends }: RunningTimer) =>
  timers.some((timer) => timer.delay === delay && timer.ends === ends);

/**
 * Notes what happens to a machine from now on, by the library's own inspection: each event once it is done with, after it
 * the work that it started and the words to it. Events of the library's own housekeeping are left out.
 * @returns a function that ends it
 */
export function observeMachine(living: Living, { note, now }: ObserveParts): () => void {
  const { name, actor } = living;
  const machine = actor.logic.id;
  const { nameOf } = takeInventory(actor.logic);
  const works = new Map<unknown, Work>();
  const happening = new WeakMap<object, Happening>();
  /** What an event brought about is told of after it. */
  const effects: ((cause: number | null) => void)[] = [];
  /** The library says no event with an action: it is that of the step told of next. */
  const actions: string[] = [];
  /** When timers ring, by the clock that the entries are timed by, for each that the library has scheduled. */
  const rings = new WeakMap<object, number>();
  let standing = stand((timer) => timer.startedAt + timer.delay);
  /** Which entry set a timer, by the name of its delay. */
  const setBy = new Map<string, number>();

  /** Where the machine stands, as far as it may be shown. */
  function stand(endOf = ({ delay }: { startedAt: number; delay: number }) => now() + delay): Standing {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    const timers: RunningTimer[] = [];
    for (const scheduled of Object.values(actor.system.getSnapshot()._scheduledEvents)) {
      if (scheduled.source !== actor) continue;
      const ends = rings.get(scheduled) ?? endOf(scheduled);
      rings.set(scheduled, ends);
      timers.push({ delay: delayIn(scheduled.event.type) ?? 'a moment', ends, ms: scheduled.delay });
    }
    const states = snapshot._nodes.filter(isLeaf).map(pathOf);
    return { states, context: showContext(machine, snapshot.context), timers };
  }

  function meet(child: AnyActorRef): void {
    const source = typeof child.src === 'string' ? child.src : 'work';
    const work: Work = { name: `${name}/${source}`, source, noted: null };
    works.set(child, work);
    effects.push((cause) => {
      const entry: Omit<Extract<ActorEntry, { kind: 'work' }>, 'tab' | 'n'> = {
        ...{ kind: 'work', at: now(), actor: work.name, cause, source, parent: name },
      };
      work.noted = note(entry);
    });
  }

  /** What has ended since: the machine has no such child any more. */
  function partFromEnded(snapshot: AnyMachineSnapshot, { sender, failed }: Happening, cause: number): void {
    const running = new Set<unknown>(Object.values(childrenOf(snapshot)));
    for (const [child, work] of works) {
      if (running.has(child)) continue;
      works.delete(child);
      const how = child !== sender ? 'stopped' : failed ? 'failed' : 'done';
      note({ kind: 'end', at: now(), actor: work.name, cause, how });
    }
  }

  function heard(event: Heard, sender: AnyActorRef | undefined): void {
    const work = sender && works.get(sender);
    const delay = delayIn(event.type);
    const cause = work?.noted ?? (delay ? (setBy.get(delay) ?? null) : null);
    const failed = event.type.startsWith('xstate.error.');
    happening.set(event, { at: now(), sender, failed, cause, taken: [], actions: [] });
  }

  function stepped(event: Heard, transitions: readonly AnyTransitionDefinition[]): void {
    const about = happening.get(event);
    const done = actions.splice(0);
    if (!about || transitions.length === 0) return;
    about.taken.push(transitions.map(nameOf));
    about.actions.push(...done);
  }

  /** The event as people say it, and what may be seen of it. */
  function say(event: Heard, sender: AnyActorRef | undefined): { event: string; payload: Shown } {
    const work = sender && works.get(sender)?.source;
    const ending = /^xstate\.(done|error)\./.exec(event.type)?.[1];
    if (ending && work) {
      const outcome = ending === 'done' ? { work, output: event.output } : { work, error: event.error };
      return { event: `${ending} ${work}`, payload: showOutcome(machine, outcome) };
    }
    return { event: delayIn(event.type) ?? event.type, payload: showEvent(machine, event) };
  }

  function settled(event: Heard, snapshot: AnyMachineSnapshot): void {
    const about = happening.get(event);
    if (!about) return;
    happening.delete(event);
    const before = standing;
    standing = stand();
    const entry: Omit<EventEntry, 'tab' | 'n'> = {
      ...{ kind: 'event', machine, at: about.at, actor: name, cause: about.cause },
      ...say(event, about.sender),
      sender: senderName(about.sender),
      ...{ from: before.states, taken: about.taken, actions: about.actions },
      ...standing,
    };
    const noted = note(entry);
    for (const timer of standing.timers) if (!isAmong(before.timers, timer)) setBy.set(timer.delay, noted);
    partFromEnded(snapshot, about, noted);
    for (const tell of effects.splice(0)) tell(noted);
    if (snapshot.status === 'done') over('done', noted);
  }

  function over(how: EndEntry['how'], cause: number | null): void {
    for (const work of works.values())
      note({ kind: 'end', at: now(), actor: work.name, cause, how: 'stopped' });
    works.clear();
    note({ kind: 'end', at: now(), actor: name, cause, how });
  }

  function senderName(sender: AnyActorRef | undefined): string | null {
    if (!sender) return null;
    return sender === actor ? name : (works.get(sender)?.name ?? null);
  }

  function observe(inspected: InspectionEvent): void {
    const { actorRef } = inspected;
    if (actorRef === actor) observeOwn(inspected);
    else if (inspected.type === '@xstate.actor') meet(actorRef as AnyActorRef);
    else if (inspected.type === '@xstate.event') observeCommand(actorRef, inspected.event);
  }

  function observeOwn(inspected: InspectionEvent): void {
    switch (inspected.type) {
      case '@xstate.event':
        heard(inspected.event, inspected.sourceRef as AnyActorRef | undefined);
        return;
      case '@xstate.microstep':
        stepped(inspected.event, inspected._transitions);
        return;
      case '@xstate.action':
        if (!inspected.action.type.startsWith('xstate.')) actions.push(inspected.action.type);
        return;
      case '@xstate.snapshot':
        settled(inspected.event, inspected.snapshot as AnyMachineSnapshot);
        if (inspected.snapshot.status === 'stopped') over('stopped', null);
        return;
      default:
    }
  }

  function observeCommand(child: unknown, event: Heard): void {
    const work = works.get(child);
    if (!work || event.type.startsWith('xstate.')) return;
    effects.push((cause) => note({ kind: 'command', at: now(), actor: work.name, cause, event: event.type }));
  }

  const watching = actor.system.inspect(observe);
  note({ kind: 'machine', at: now(), actor: name, cause: null, machine, ...standing });
  for (const child of Object.values(childrenOf(actor.getSnapshot()))) meet(child);
  for (const tell of effects.splice(0)) tell(null);
  return () => watching.unsubscribe();
}
