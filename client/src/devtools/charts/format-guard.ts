import { and, not, or, stateIn, type AnyTransitionDefinition } from 'xstate';

/** What the library makes of guards that are put together; it names neither the kind nor the parts in its types. */
type Combined = { check?: unknown; guards?: readonly unknown[]; stateValue?: unknown };

const kinds = { and: and([]), or: or([]), not: not(''), stateIn: stateIn('') } as Record<string, Combined>;

/** A transition's guard as people say it: `isStep DONE`, `not isEmpty`, `isInSight and owesReading`. */
export function formatGuard({ guard }: AnyTransitionDefinition): string | null {
  return guard === undefined ? null : formatGuardPart(guard);
}

function formatGuardPart(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) {
    const { type, params } = guard as { type: string; params?: unknown };
    return typeof params === 'string' ? `${type} ${params}` : type;
  }
  const { check, guards = [], stateValue } = guard as Combined;
  const parts = guards.map(formatGuardPart);
  switch (Object.keys(kinds).find((kind) => kinds[kind]?.check === check)) {
    case 'and':
      return parts.map(bracketIfCombined).join(' and ');
    case 'or':
      return parts.map(bracketIfCombined).join(' or ');
    case 'not':
      return `not ${parts.map(bracketIfCombined).join('')}`;
    case 'stateIn':
      return `in ${typeof stateValue === 'string' ? stateValue : JSON.stringify(stateValue)}`;
    default:
      throw new Error('A guard needs a name in setup.');
  }
}

/** What is put together needs them inside something else. */
const bracketIfCombined = (part: string) => (/ (and|or) /.test(part) ? `(${part})` : part);
