import type { Patch } from './sabotages.ts';

/** @throws Error unless the text occurs exactly once: a sabotage that changes nothing proves nothing */
export function applyPatch(text: string, { file, find, replace }: Patch): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`The sabotage of ${file} has ${places} places for: ${find}`);
  return text.replace(find, () => replace);
}
