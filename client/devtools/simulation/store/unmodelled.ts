/** Calls of what the world does not have: each is a fault of the world, whatever the caller makes of the exception. */
const calls: string[] = [];

/** The calls since the last time. */
export const takeUnmodelledCalls = (): string[] => calls.splice(0);

/** A port of which the world has some members only: a call of any other one throws. */
export function unmodelled<T extends object>(name: string, modelled: Partial<T> = {}): T {
  function refuse(): never {
    calls.push(name);
    throw new Error(`${name} is not part of the world`);
  }
  return new Proxy(Object.assign(refuse, modelled) as unknown as T, {
    get(target, member) {
      if (Object.hasOwn(modelled, member)) return Reflect.get(target, member) as unknown;
      // A promise that resolves with the port asks for this.
      if (member === 'then' || typeof member === 'symbol') return undefined;
      return unmodelled<object>(`${name}.${member}`);
    },
    ownKeys: () => Reflect.ownKeys(modelled),
    getOwnPropertyDescriptor: (_target, member) => Reflect.getOwnPropertyDescriptor(modelled, member),
  });
}
