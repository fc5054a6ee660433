import {
  EXPORTS_PER_DAY,
  exportFileName,
  formatSpokenDuration,
  endpoints,
  EXPORT_END,
} from '@cruddur/shared';
import { Check, Download } from 'lucide-react';
import { Button } from '../../base/ui/button.tsx';
import { ErrorBox } from '../../base/ui/error-box.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { SettingsSection } from '../../base/ui/setting-list.tsx';
import { useEffect, useState } from 'react';
import { ApiError } from '../../base/http/api-error.ts';
import { useSession } from '../../base/session/session-react.tsx';
import { readConfig } from '../../base/config.ts';
import { failureTexts } from '../../base/machines/failure.ts';
import { useForm } from '../../base/machines/use-form.ts';
import { toErrorTexts } from '../../base/http/error-texts.ts';

/** The download of all that the product keeps about the user. */
export function DataSection() {
  const { errors, isDownloading, received, fileName, download, cancel } = useDataExport();
  return (
    <SettingsSection
      title="Your data"
      lead={`One JSON file with your profile, settings, sessions, cruds, replies, likes, reposts and messages, without what has expired or was removed. Up to ${EXPORTS_PER_DAY} times in 24 hours.`}
    >
      <ErrorBox errors={errors} />
      <div className="setting-download">
        <Button variant="outline" busy={isDownloading} onClick={download}>
          {!isDownloading && <Icon of={Download} size="small" />}
          <span>Download my data</span>
        </Button>
        {isDownloading && (
          <Button variant="outline" onClick={cancel}>
            Cancel
          </Button>
        )}
        <p role="status">
          {isDownloading && <span>{`${formatBytes(received)} received`}</span>}
          {!isDownloading && fileName !== null && (
            <>
              <Icon of={Check} size="small" /> Saved as {fileName}
            </>
          )}
        </p>
      </div>
    </SettingsSection>
  );
}

const KB = 1000;
const MB = 1000 * KB;

/** `0 KB`, `84 KB`, `1.2 MB` */
function formatBytes(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / MB).toFixed(1)} MB`;
}

/**
 * The download of the user's data as a file. An attempt counts at the server whatever becomes of it, so a failed one is never repeated
 * without the user. Leaving the page or `cancel` ends it.
 */
function useDataExport() {
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

interface ExportDownload {
  /** Origin of the API; empty means the page's own. */
  origin: string;
  accessToken: string;
  signal: AbortSignal;
  /** Called with the bytes received so far. */
  onProgress: (bytes: number) => void;
}

/** Too many exports, and when the next one is possible. */
class ExportLimitError extends ApiError {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super(429, ['generic_429']);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * The user's data as a JSON file. One attempt, without the retries of other calls, because each one counts.
 * @throws {ApiError} when it is refused, or when the connection is lost before the end of the file
 */
async function downloadExport({ origin, accessToken, signal, onProgress }: ExportDownload): Promise<Blob> {
  const { method, path } = endpoints.exportData;
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
  const request = { method, headers, signal, cache: 'no-store', credentials: 'omit' } as const;
  const response = await fetch(origin + path, request).catch(throwLost);
  if (response.status === 429) throw new ExportLimitError(Number(response.headers.get('retry-after')) * 1000);
  if (response.status !== 200 || !response.body)
    throw new ApiError(response.status, [`generic_${response.status}`]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { value } = await reader.read().catch(throwLost);
    if (!value) break;
    parts.push(value);
    bytes += value.byteLength;
    onProgress(bytes);
  }
  const file = new Blob(parts, { type: 'application/json' });
  // A proxy may end a cut answer as if it were complete.
  if ((await file.slice(-EXPORT_END.length).text()) !== EXPORT_END) throwLost();
  return file;
}

function throwLost(): never {
  throw new ApiError(0, ['generic_500']);
}
