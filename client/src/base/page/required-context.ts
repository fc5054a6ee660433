import { createContext, use, type Context } from 'react';

/** A context, and the hook that reads it. @param name its name in the error that the hook throws where no value is provided */
export function createRequiredContext<T>(name: string): readonly [Context<T | null>, () => T] {
  const context = createContext<T | null>(null);
  const useValue = () => {
    const value = use(context);
    if (value === null) throw new Error(`${name} is missing`);
    return value;
  };
  return [context, useValue];
}
