import { createContext, type ReactNode } from 'react';
import type { Call } from './http-client.ts';
import { useRequiredContext } from '../use-required-context.ts';

const CallContext = createContext<Call | null>(null);

/** Provides the page's HTTP client. */
export function ApiProvider({ call, children }: { call: Call; children: ReactNode }) {
  return <CallContext value={call}>{children}</CallContext>;
}

export function useCall(): Call {
  return useRequiredContext(CallContext, 'ApiProvider');
}
