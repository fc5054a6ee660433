import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useComposeContext } from './compose-context.tsx';
import type { ReportRequest } from './report-request.ts';
import { useBlockOf, useSetBlock } from './use-block.ts';

type Props = { request: ReportRequest; onClose: () => void };

/** Confirms a block, or an unblock of a blocked person. */
export function BlockDialog({ request, onClose }: Props) {
  const { uuid, handle } = request;
  const { blocked } = useBlockOf(uuid);
  const { showToast } = useComposeContext();
  const { set, isBusy, errors } = useSetBlock(() => {
    onClose();
    showToast({ text: blocked ? `Unblocked @${handle}.` : `Blocked @${handle}. Undo it in Settings.` });
  });

  return (
    <ConfirmDialog
      open
      title={blocked ? `Unblock @${handle}?` : `Block @${handle}?`}
      confirm={blocked ? 'Unblock' : 'Block'}
      busy={isBusy}
      error={errors[0] ?? ''}
      onConfirm={() => set(uuid, !blocked)}
      onClose={onClose}
    >
      {blocked ? (
        <p>You’ll no longer block cruds and messages between the two of you.</p>
      ) : (
        <>
          <p>
            You won’t see each other’s cruds, replies or online status, and can’t message each other. @
            {handle} isn’t notified.
          </p>
          <p>Public pages stay public: they can be read without signing in.</p>
        </>
      )}
    </ConfirmDialog>
  );
}
