import { endpoints, type Call } from './endpoints.ts';
import { accountCalls } from './account.ts';
import { activityCalls } from './activities.ts';
import { blockCalls } from './blocks.ts';
import { exportCalls } from './exports.ts';
import { machineCalls } from './machines.ts';
import { messageCalls } from './messages.ts';
import { muteCalls } from './mutes.ts';
import { notificationCalls } from './notifications.ts';
import { peopleCalls } from './people.ts';
import { privacyCalls } from './privacy.ts';
import { profileCalls } from './profiles.ts';
import { pushCalls } from './push.ts';
import { reportCalls } from './reports.ts';
import { requestCalls } from './requests.ts';
import { searchCalls } from './search.ts';
import { sessionCalls } from './sessions.ts';
import { syncCalls } from './stream/sync.ts';

const calls = {
  ...activityCalls,
  ...notificationCalls,
  ...searchCalls,
  ...profileCalls,
  ...messageCalls,
  ...requestCalls,
  ...blockCalls,
  ...muteCalls,
  ...privacyCalls,
  ...accountCalls,
  ...sessionCalls,
  ...exportCalls,
  ...pushCalls,
  ...peopleCalls,
  ...reportCalls,
  ...syncCalls,
  ...machineCalls,
} satisfies Record<keyof typeof endpoints, Call>;

/**
 * Every call of the HTTP API. The server mounts this table, the client calls its entries by name, and the OpenAPI document and
 * the authorisation tests are derived from it.
 */
export const routes = Object.fromEntries(
  Object.entries(endpoints).map(([name, endpoint]) => [name, { ...endpoint, ...calls[name as RouteName] }]),
) as Routes;

export type RouteName = keyof typeof endpoints;
export type Routes = { readonly [Name in RouteName]: (typeof endpoints)[Name] & (typeof calls)[Name] };
