import { endpoints, EXPORT_END } from '@cruddur/shared';
import { ApiError } from './api-error.ts';

export interface ExportDownload {
  /** Origin of the API; empty means the page's own. */
  origin: string;
  accessToken: string;
  signal: AbortSignal;
  /** Called with the bytes received so far. */
  onProgress: (bytes: number) => void;
}

/** Too many exports, and when the next one is possible. */
export class ExportLimitError extends ApiError {
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
export async function downloadExport({
  origin,
  accessToken,
  signal,
  onProgress,
}: ExportDownload): Promise<Blob> {
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
