import { EXPORTS_PER_DAY, exportFileName, formatSpokenDuration } from '@cruddur/shared';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { downloadExport, ExportLimitError } from '../api/data-export.ts';
import { toErrorTexts } from '../api/error-texts.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { readConfig } from '../config.ts';
import { failureTexts } from '../machines/failure.ts';
import { useForm } from '../use-form.ts';

/**
 * The download of the user's data as a file. An attempt counts at the server whatever becomes of it, so a failed one is never repeated
 * without the user. Leaving the page or `cancel` ends it.
 */
export function useDataExport() {
  const { accessToken, person } = useSession();
  const [received, setReceived] = useState(0);
  const [fileName, setFileName] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(() => new AbortController());
  const { errors, isBusy, submit } = useForm({
    async send({ signal }: AbortController) {
      setReceived(0);
      setFileName(null);
      const token = await accessToken();
      if (token === null) throw new Error('Your session has ended.');
      const origin = readConfig().api_host;
      const options = { origin, accessToken: token, signal, onProgress: setReceived };
      const file = await downloadExport(options).catch((failure: unknown) => {
        if (signal.aborted) return null;
        throw failure;
      });
      if (file) setFileName(saveFile(file, person?.handle ?? ''));
    },
    toErrors: attemptErrors,
  });
  useEffect(() => () => attempt.abort(), [attempt]);
  return {
    errors,
    isDownloading: isBusy,
    received,
    fileName,
    download: () => {
      const next = new AbortController();
      setAttempt(next);
      submit(next);
    },
    cancel: () => attempt.abort(),
  };
}

const MINUTE_MS = 60_000;

function attemptErrors(failure: unknown): readonly string[] {
  if (!(failure instanceof ApiError)) return failureTexts(failure);
  if (!(failure instanceof ExportLimitError)) return toErrorTexts(failure);
  const wait = formatSpokenDuration(Math.max(failure.retryAfterMs, MINUTE_MS));
  return [`You can download your data ${EXPORTS_PER_DAY} times in 24 hours. Try again in ${wait}.`];
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
