import { toMermaid } from '../charts/mermaid.ts';
import type { Chart } from '../charts/chart.ts';
import type { Trace, TraceEntry } from '../inspect/trace.ts';

/** A file that the browser hands to the person. */
export interface DownloadFile {
  name: string;
  type: string;
  text: string;
}

export const mermaidFile = (chart: Chart): DownloadFile => ({
  ...{ name: `${chart.machine}.mmd`, type: 'text/vnd.mermaid', text: toMermaid(chart) },
});

export const pictureFile = (chart: Chart, svg: string): DownloadFile => ({
  ...{ name: `${chart.machine}.svg`, type: 'image/svg+xml', text: svg },
});

export const definitionFile = (chart: Chart): DownloadFile => ({
  ...{ name: `${chart.machine}.json`, type: 'application/json', text: JSON.stringify(chart, null, 2) },
});

export function traceFile(entries: readonly TraceEntry[]): DownloadFile {
  const trace: Trace = { format: 'cruddur-trace', version: 1, entries };
  return { name: 'trace.json', type: 'application/json', text: JSON.stringify(trace) };
}

export function downloadFile({ name, type, text }: DownloadFile): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
