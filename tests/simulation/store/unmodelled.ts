/** A port of which the world has some members only: the others throw when they are read. */
export function unmodelled<T extends object>(name: string, modelled: Partial<T> = {}): T {
  return new Proxy(modelled as T, {
    get(target, member) {
      if (Reflect.has(target, member)) return Reflect.get(target, member) as unknown;
      // A promise that resolves with the port asks for this.
      if (member === 'then' || typeof member === 'symbol') return undefined;
      throw new Error(`${name}.${member} is not part of the world`);
    },
  });
}
