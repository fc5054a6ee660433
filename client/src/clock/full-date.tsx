import { useFullDateFormatter } from '../ssr/use-hydrating.ts';

/** A moment in full, by itself: that it becomes local is no reason to make again what stands around it. */
export function FullDate({ of }: { of: string }) {
  return useFullDateFormatter()(of);
}
