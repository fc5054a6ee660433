import type { Activity, DirectMessage, ShortUser } from '@cruddur/shared';
import type { Report } from '../api/reports.ts';
import { createSignal } from '../signal.ts';

/** What the user wants to report, or whom to block; and the handle of the author or person. */
export type ReportRequest = Pick<Report, 'uuid'> & { kind: Report['kind'] | 'block'; handle: string };

/** The subject of the open report dialog; null while there is none. One per page, so every menu can open the one dialog. */
export const reportRequest = createSignal<ReportRequest | null>(null);

export const reportCrud = (crud: Activity, isBlock?: boolean) =>
  isBlock ? blockPerson(crud) : reportRequest.set({ kind: 'crud', uuid: crud.uuid, handle: crud.handle });

export const reportMessage = ({ uuid, handle }: DirectMessage) =>
  reportRequest.set({ kind: 'message', uuid, handle });

export const reportPerson = (person: Named, isBlock?: boolean) =>
  isBlock ? blockPerson(person) : request('person', person);

type Named = Pick<ShortUser, 'cognito_user_uuid' | 'handle'>;

/** Opens the confirmation of a block, or of an unblock. */
const blockPerson = (person: Named) => request('block', person);

const request = (kind: ReportRequest['kind'], { cognito_user_uuid: uuid, handle }: Named) =>
  reportRequest.set({ kind, uuid, handle });
