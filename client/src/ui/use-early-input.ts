import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Takes in what was typed, or filled in by a password manager, on a page that the server made while its program was on the way:
 * it stays in the input, and nothing tells of it.
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
