import { useSyncExternalStore } from 'react';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import { PendingPopup } from '../lazy/pending-popup.tsx';
import { reportRequest } from './report-request.ts';

const reportDialog = lazyValue(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** Renders the report dialog, which menus open by `reportRequest`. */
export function ReportHost() {
  const request = useSyncExternalStore(reportRequest.subscribe, reportRequest.getSnapshot);
  const close = () => reportRequest.set(null);
  return (
    request && (
      <LazyComponent
        key={request.uuid}
        component={reportDialog}
        componentProps={{ request, onClose: close }}
        fallback={<PendingPopup onCancel={close} />}
      />
    )
  );
}
