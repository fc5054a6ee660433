import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

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
    if (input.current && input.current.value !== value) onChange(input.current.value);
  });
  useLayoutEffect(() => applyEarlyInput(), []);
  return input;
}
