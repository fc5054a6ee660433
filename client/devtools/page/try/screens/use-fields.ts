import { useState, useSyncExternalStore } from 'react';
import type { AnyEventObject } from 'xstate';
import type { Sandbox } from '../sandbox.ts';

/** The contents of a screen's fields: what was typed, or what a later event of the sandbox carried. */
export function useFields<Fields extends Record<string, string>>(
  { sentEvents }: Sandbox,
  initial: Fields,
): [fields: Fields, setField: (name: keyof Fields, value: string) => void] {
  const events = useSyncExternalStore(sentEvents.subscribe, sentEvents.getSnapshot);
  const [{ fields, count }, setFields] = useState({ fields: initial, count: 0 });
  if (count < events.length)
    setFields({ fields: events.slice(count).reduce(withPayload, fields), count: events.length });
  const setField = (name: keyof Fields, value: string) =>
    setFields((before) => ({ ...before, fields: { ...before.fields, [name]: value } }));
  return [fields, setField];
}

function withPayload<Fields extends Record<string, string>>(fields: Fields, event: AnyEventObject): Fields {
  const carried = Object.entries(event).filter(
    ([name, value]) => name in fields && typeof value === 'string',
  );
  return { ...fields, ...Object.fromEntries(carried) };
}
