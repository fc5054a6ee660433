import { use, type Context } from 'react';

/** The value of a context. @param provider what has to be above it, for developers. @throws where nothing provides a value */
export function useRequiredContext<T>(context: Context<T | null>, provider: string): T {
  const value = use(context);
  if (value === null) throw new Error(`${provider} is missing`);
  return value;
}
