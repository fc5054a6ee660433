/** How many connections each key has, a person or an address. */
export interface Places {
  count(key: string): number;
  /** @returns the way to give the place back, harmless to call twice */
  take(key: string): () => void;
}

export function createPlaces(): Places {
  const taken = new Map<string, number>();
  const count = (key: string) => taken.get(key) ?? 0;
  return {
    count,
    take(key) {
      taken.set(key, count(key) + 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        const left = count(key) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
