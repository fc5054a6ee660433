import { EXPORTS_PER_DAY, exportFileName, formatSpokenDuration } from '@cruddur/shared';
import { useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import { downloadExport, ExportLimitError } from '../api/data-export.ts';
import { toErrorTexts } from '../api/error-texts.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { readConfig } from '../config.ts';
import { dataExportMachine } from '../machines/data-export.machine.ts';
import { useMachine } from '../use-machine.ts';

/** Runs the machine of the download. @returns its state, its `send`, and the bytes received so far */
export function useDataExport() {
  const { accessToken, person } = useSession();
  const handle = person?.handle ?? '';
  const [received, setReceived] = useState(0);
  const machine = useMemo(
    () =>
      dataExportMachine.provide({
        actors: {
          download: fromPromise(async ({ signal }) => {
            setReceived(0);
            const token = await accessToken();
            if (token === null) throw new Error('Your session has ended.');
            const origin = readConfig().api_host;
            const file = await downloadExport({
              origin,
              accessToken: token,
              signal,
              onProgress: setReceived,
            }).catch(throwText);
            return saveFile(file, handle);
          }),
        },
      }),
    [accessToken, handle],
  );
  const [state, send] = useMachine(machine);
  return [state, send, received] as const;
}

const MINUTE_MS = 60_000;

function throwText(failure: unknown): never {
  if (!(failure instanceof ExportLimitError))
    throw new Error(toErrorTexts(failure).join('. '), { cause: failure });
  const wait = formatSpokenDuration(Math.max(failure.retryAfterMs, MINUTE_MS));
  throw new Error(`You can download your data ${EXPORTS_PER_DAY} times in 24 hours. Try again in ${wait}.`, {
    cause: failure,
  });
}

/** How long a browser may take to begin with the file. */
const KEPT_MS = 60_000;

/** @returns the name of the file */
function saveFile(file: Blob, handle: string): string {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = exportFileName(handle, new Date());
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  return link.download;
}
