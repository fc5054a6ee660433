import type { MachineReport } from '@cruddur/shared';
import { useEffect, useState } from 'react';
import { useCall } from '../../../api/api-react.tsx';
import { serverReport } from '../../../api/machines.ts';
import { readConfig } from '../../../config.ts';
import { watchServer, type ServerView } from './watch-server.ts';

/** What the server says of its machines, asked for as long as it is wanted. */
export function useServer(): ServerView {
  const call = useCall();
  const [isTold] = useState(() => readConfig().machines_server);
  const [view, setView] = useState<ServerView>({ kind: isTold ? 'unknown' : 'hidden' });
  useEffect(() => {
    if (!isTold) return;
    return watchServer({ ask: (signal) => serverReport(call, signal), page: document, tell: setView });
  }, [call, isTold]);
  return view;
}

/** What was last reported of one of its machines; null for a machine of the browser, or while nothing is known. */
export function reportOf(view: ServerView, machine: string): MachineReport | null {
  if (view.kind !== 'shown') return null;
  return view.report.machines.find((one) => one.machine === machine) ?? null;
}
