import type { Activity, BodyInputOf, DirectMessage, Routes, ShortUser } from '@cruddur/shared';
import type { Call } from '../base/http/http-client.ts';
import { createSignal } from '../base/signal.ts';
import type { ReportChoice } from '../base/ui/menu-item.ts';

export type Report = BodyInputOf<Routes['report']>;

/** Reports a crud, message or person to the operators; a repeat is the same report. */
export async function sendReport(call: Call, body: Report): Promise<void> {
  await call('report', { body });
}

/** What the user wants to report, or whom to block or mute; and the handle of the author or person. */
export type ReportRequest = Pick<Report, 'uuid'> & {
  kind: Report['kind'] | Exclude<ReportChoice, 'report'>;
  handle: string;
};

/** The subject of the open report dialog; null while there is none. One per page, so every menu can open the one dialog. */
export const reportRequest = createSignal<ReportRequest | null>(null);

export const reportCrud = (crud: Activity, choice: ReportChoice) =>
  choice === 'report'
    ? reportRequest.set({ kind: 'crud', uuid: crud.uuid, handle: crud.handle })
    : request(choice, crud);

export const reportMessage = ({ uuid, handle }: DirectMessage) =>
  reportRequest.set({ kind: 'message', uuid, handle });

export const reportPerson = (person: Named, choice: ReportChoice) =>
  request(choice === 'report' ? 'person' : choice, person);

type Named = Pick<ShortUser, 'cognito_user_uuid' | 'handle'>;

const request = (kind: ReportRequest['kind'], { cognito_user_uuid: uuid, handle }: Named) =>
  reportRequest.set({ kind, uuid, handle });
