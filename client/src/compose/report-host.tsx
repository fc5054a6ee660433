import { useSyncExternalStore } from 'react';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import { PendingPopup } from '../lazy/pending-popup.tsx';
import { reportRequest } from './report-request.ts';

const blockDialog = lazyValue(async () => (await import('./block-dialog.tsx')).BlockDialog);
const reportDialog = lazyValue(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** Renders the dialogs of reports and blocks, which menus open by `reportRequest`. */
export function ReportHost() {
  const request = useSyncExternalStore(reportRequest.subscribe, reportRequest.getSnapshot);
  const close = () => reportRequest.set(null);
  if (!request) return null;
  const { kind } = request;
  const pending = <PendingPopup onCancel={close} />;
  return kind === 'block' ? (
    <LazyComponent
      key={request.uuid}
      component={blockDialog}
      componentProps={{ request, onClose: close }}
      fallback={pending}
    />
  ) : (
    <LazyComponent
      key={request.uuid}
      component={reportDialog}
      componentProps={{ request, kind, onClose: close }}
      fallback={pending}
    />
  );
}
