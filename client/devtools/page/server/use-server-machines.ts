import type { MachineReport, MachinesReport } from '@cruddur/shared';
import { useEffect, useState } from 'react';
import { useCall } from '../../../src/base/http/page-services.ts';
import { readConfig } from '../../../src/base/config.ts';
import { watchServer, type ServerView } from './watch-server.ts';
import type { Call } from '../../../src/base/http/http-client.ts';

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

/** The transition counts of the server's state machines. @throws {ApiError} 404 where the server does not publish them */
async function fetchServerReport(call: Call, signal: AbortSignal): Promise<MachinesReport> {
  return (await call('machines', { signal })).data;
}
