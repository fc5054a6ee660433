/**
 * The parts of a schedule: tabs (`t1`), faults (`f1`), actions (`a1`) and special sign-ins. Each draws from a generator of its own,
 * so without some parts the others are as before.
 */
export interface Parts {
  /** Whether the part with this name is in the schedule. */
  include(name: string): boolean;
  /** Those that are. */
  names(): string[];
}

/** @param only the names of the parts to keep; all without it */
export function createParts(only?: readonly string[]): Parts {
  const kept = only && new Set(only);
  const included: string[] = [];
  return {
    include(name) {
      const isIncluded = kept?.has(name) ?? true;
      if (isIncluded) included.push(name);
      return isIncluded;
    },
    names: () => included,
  };
}
