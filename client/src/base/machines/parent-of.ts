import type { AnyActorRef } from 'xstate';

/** The actor that a machine's reports go to: its parent, or for a copy without one the machine itself, which ignores them. */
export function parentOf({ self }: { self: AnyActorRef }): AnyActorRef {
  return self._parent ?? self;
}
