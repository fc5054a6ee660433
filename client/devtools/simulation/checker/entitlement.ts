import type { EventApplied } from './records.ts';
import { storeStreamName, type Evidence, type TabTrace } from './evidence.ts';
import type { StoreIndex } from './store-index.ts';
import type { Violation } from './violation.ts';

const PUBLIC_KINDS = new Set([
  'activity.created',
  'reply.created',
  'activity.deleted',
  'profile.updated',
  'void',
]);

/** No tab receives another user's stream, and no private event is in the public stream. */
export function checkEntitlement({ tabs, store }: Evidence, index: StoreIndex): Violation[] {
  const misplaced = store.lines
    .filter(({ stream, kind }) => stream === 'public' && !PUBLIC_KINDS.has(kind))
    .map(({ seq, kind }): Violation => ({ rule: 'leaked', what: `public ${seq} is ${kind}`, at: null }));
  const owners = ownersByTag(store.lines);
  const leaked = tabs.flatMap((tab) =>
    tab.steps.flatMap((step): Violation[] => {
      const fault = step.type === 'applied' ? findForeignEvent(tab, step, { owners, index }) : null;
      return fault ? [{ rule: 'leaked', what: `${tab.tab} received ${fault}`, at: step.at }] : [];
    }),
  );
  return [...misplaced, ...leaked];
}

function findForeignEvent(
  tab: TabTrace,
  step: EventApplied,
  { owners, index }: { owners: Map<string, string>; index: StoreIndex },
): string | null {
  if (step.stream === 'public' && !PUBLIC_KINDS.has(step.kind)) return `${step.kind} on the public stream`;
  const members = step.ref === null ? undefined : index.membersOf(step.ref);
  if (members && !members.includes(tab.sub)) return `the message ${step.ref} of two others`;
  const owner = owners.get(`${step.seq}.${step.tag}`);
  // Tags are random, so a sequence number with its tag belongs to one stream.
  if (owner !== undefined && owner !== storeStreamName(tab, step.stream)) return `${step.seq} of ${owner}`;
  return null;
}

function ownersByTag(lines: Evidence['store']['lines']): Map<string, string> {
  return new Map(lines.map(({ stream, seq, tag }) => [`${seq}.${tag}`, stream]));
}
