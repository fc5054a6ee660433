/** @throws Error for a handle that is not in the sample */
export function subOf(subs: ReadonlyMap<string, string>, handle: string): string {
  const sub = subs.get(handle);
  if (sub === undefined) throw new Error(`The sample has nobody called ${handle}.`);
  return sub;
}

/** The moment a share of the way from `from` to `to`. */
export function dateBetween(from: Date, to: Date, share: number): Date {
  return new Date(from.getTime() + Math.floor((to.getTime() - from.getTime()) * share));
}
