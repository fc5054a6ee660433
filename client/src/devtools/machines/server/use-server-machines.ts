import type { MachineReport } from '@cruddur/shared';
import { useEffect, useState } from 'react';
import { useCall } from '../../../api/api-react.tsx';
import { fetchServerReport } from '../../../api/machines.ts';
import { readConfig } from '../../../config.ts';
import { watchServer, type ServerView } from './watch-server.ts';

/** What the server says of its machines, asked for as long as it is wanted. */
export function useServerMachines(): ServerView {
  const call = useCall();
  const [isEnabled] = useState(() => readConfig().machines_server);
  const [view, setView] = useState<ServerView>({ kind: isEnabled ? 'unknown' : 'hidden' });
  useEffect(() => {
    if (!isEnabled) return;
    return watchServer({
      fetchReport: (signal) => fetchServerReport(call, signal),
      page: document,
      onChange: setView,
    });
  }, [call, isEnabled]);
  return view;
}

/** What was last reported of one of its machines; null for a machine of the browser, or while nothing is known. */
export function findReport(view: ServerView, machine: string): MachineReport | null {
  if (view.kind !== 'shown') return null;
  return view.report.machines.find((one) => one.machine === machine) ?? null;
}
