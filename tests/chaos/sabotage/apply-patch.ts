import type { Patch } from './sabotages.ts';

/** @throws Error when the text no longer has exactly one place for it: a sabotage that does nothing proves nothing */
export function applyPatch(text: string, { file, find, replace }: Patch): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`The sabotage of ${file} has ${places} places for: ${find}`);
  return text.replace(find, () => replace);
}
