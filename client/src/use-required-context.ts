import { use, type Context } from 'react';

/** The value of a context. @param provider its name in the error @throws when no provider is above */
export function useRequiredContext<T>(context: Context<T | null>, provider: string): T {
  const value = use(context);
  if (value === null) throw new Error(`${provider} is missing`);
  return value;
}
