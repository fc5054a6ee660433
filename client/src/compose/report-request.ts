import type { Activity, DirectMessage, ShortUser } from '@cruddur/shared';
import type { Report } from '../api/reports.ts';
import { createSignal } from '../signal.ts';

/** What the user wants to report, and the handle of its author. */
export type ReportRequest = Pick<Report, 'kind' | 'uuid'> & { handle: string };

/** The subject of the open report dialog; null while there is none. One per page, so every menu can open the one dialog. */
export const reportRequest = createSignal<ReportRequest | null>(null);

export const reportCrud = ({ uuid, handle }: Activity) => reportRequest.set({ kind: 'crud', uuid, handle });

export const reportMessage = ({ uuid, handle }: DirectMessage) =>
  reportRequest.set({ kind: 'message', uuid, handle });

export const reportPerson = ({ cognito_user_uuid, handle }: ShortUser) =>
  reportRequest.set({ kind: 'person', uuid: cognito_user_uuid, handle });
