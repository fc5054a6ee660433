import { useSyncExternalStore } from 'react';
import { LazyComponent, lazyValue } from '../base/lazy/lazy-component.tsx';
import { PendingPopup } from '../base/lazy/pending-popup.tsx';
import { reportRequest } from './report-request.ts';

const blockDialog = lazyValue(34, async () => (await import('./safety-dialogs.tsx')).BlockDialog);
const muteDialog = lazyValue(35, async () => (await import('./safety-dialogs.tsx')).MuteDialog);
const reportDialog = lazyValue(36, async () => (await import('./safety-dialogs.tsx')).ReportDialog);

/** Renders the dialogs of reports, blocks and mutes, which menus open by `reportRequest`. */
export function ReportHost() {
  const request = useSyncExternalStore(reportRequest.subscribe, reportRequest.getSnapshot);
  const close = () => reportRequest.set(null);
  if (!request) return null;
  const { kind, uuid } = request;
  const fallback = <PendingPopup onCancel={close} />;
  const props = { request, onClose: close };
  switch (kind) {
    case 'block':
      return <LazyComponent key={uuid} component={blockDialog} componentProps={props} fallback={fallback} />;
    case 'mute':
    case 'mute words':
      return <LazyComponent key={uuid} component={muteDialog} componentProps={props} fallback={fallback} />;
    default:
      return (
        <LazyComponent
          key={uuid}
          component={reportDialog}
          componentProps={{ ...props, kind }}
          fallback={fallback}
        />
      );
  }
}
