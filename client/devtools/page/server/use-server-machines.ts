import type { MachineReport } from '@cruddur/shared';
import { useEffect, useState } from 'react';
import { useCall } from '../../../api/api-react.tsx';
import { fetchServerReport } from '../../../api/machines.ts';
import { readConfig } from '../../../config.ts';
import { watchServer, type ServerView } from './watch-server.ts';

/** The server's report, polled while the component is mounted. */
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

/** The last report of a server machine; null for a client machine, or before the first report. */
export function findReport(view: ServerView, machine: string): MachineReport | null {
  if (view.kind !== 'shown') return null;
  return view.report.machines.find((one) => one.machine === machine) ?? null;
}
