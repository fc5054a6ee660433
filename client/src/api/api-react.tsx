import { createContext, use, type ReactNode } from 'react';
import type { Call } from './http-client.ts';

const CallContext = createContext<Call | null>(null);

/** Lends the page's one HTTP client to the tree below. */
export function ApiProvider({ call, children }: { call: Call; children: ReactNode }) {
  return <CallContext value={call}>{children}</CallContext>;
}

export function useCall(): Call {
  const call = use(CallContext);
  if (!call) throw new Error('useCall needs an ApiProvider above it');
  return call;
}
