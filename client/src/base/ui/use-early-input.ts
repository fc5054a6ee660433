import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

interface EarlyField {
  input: HTMLInputElement;
  isFocused: boolean;
}

const earlyFields = new Map<string, EarlyField>();

/**
 * Call before `hydrateRoot`. An element that an extension has put into a field makes React replace that field: the new one takes over
 * what the old one holds.
 */
export function rememberEarlyFields(): void {
  for (const input of document.querySelectorAll('input'))
    earlyFields.set(keyOf(input), { input, isFocused: input === document.activeElement });
}

/** Whether a field has still to take over what was typed before hydration. */
export const hasEarlyInput = (): boolean =>
  [...earlyFields.values()].some(({ input: { value, readOnly } }) => value !== '' && !readOnly);

/** Names an input of this page. Its id is another one in a field that React has replaced. */
function keyOf({ type, name, autocomplete }: HTMLInputElement): string {
  return [window.location.pathname, type, name, autocomplete].join(' ');
}

/**
 * Reads the input's value on mount: text typed, or filled in by a password manager, before hydration fires no event that React
 * receives.
 */
export function useEarlyInput(
  value: string,
  onChange: (value: string) => void,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const applyEarlyInput = useEffectEvent(() => {
    const field = input.current;
    if (!field) return;
    const early = earlyFields.get(keyOf(field));
    earlyFields.delete(keyOf(field));
    const typed = (early?.input ?? field).value;
    if (typed !== value) onChange(typed);
    if (early?.isFocused && document.activeElement === document.body) field.focus();
  });
  useLayoutEffect(() => applyEarlyInput(), []);
  return input;
}
